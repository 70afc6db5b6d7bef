"""The benchmarks: what Moot costs, as ratios against a floor measured in the same run."""
