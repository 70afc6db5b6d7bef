"""The look of an audit: one stylesheet inside the page, light and dark, for a screen, a phone and paper."""

from collections.abc import Sequence

STYLE = """
:root { color-scheme: light dark; --ink: #1d1d1f; --paper: #fdfcfa; --quiet: #5f5f66; --edge: #d9d6d0;
  --raised: #f4f2ee; --good: #1b6e3c; --bad: #a52019; --seat-0: #1f5fbf; --seat-1: #8a5a00; --seat-2: #6a3fb5;
  --seat-3: #1b6e3c; --seat-4: #7a3b63; --seat-5: #4f5b66; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6e1; --paper: #17171a; --quiet: #a3a3ab; --edge: #3a3a40;
  --raised: #212126; --good: #7bd39b; --bad: #ff9c93; --seat-0: #8ab4f8; --seat-1: #e8b458; --seat-2: #c3a6ff;
  --seat-3: #7bd39b; --seat-4: #f0a6cf; --seat-5: #b6bec7; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1rem; max-width: 52rem; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.6 Georgia, "Iowan Old Style", serif; overflow-wrap: anywhere; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 .5rem; }
h2, h3, dl, table, summary, fieldset, .about, .verdict { font-family: system-ui, sans-serif; }
h2 { font-size: 1.125rem; margin: 2.5rem 0 .5rem; }
h3 { margin: 0; font-size: 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; font-size: .875rem; color: var(--quiet);
  margin: .5rem 0; }
dd { margin: 0; min-width: 0; font-variant-numeric: tabular-nums; }
.verdict { display: inline-block; margin: 0 0 .5rem; padding: .25rem .75rem; border: 1px solid; border-radius: .25rem;
  font-size: .875rem; }
.verdict.sound { color: var(--good); }
.verdict.unsound { color: var(--bad); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
th, td { padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--edge); text-align: left; vertical-align: top; }
.to-right { text-align: right; }
.to-middle { text-align: center; }
fieldset { margin: .5rem 0; padding: .5rem .75rem; border: 1px solid var(--edge); border-radius: .25rem;
  font-size: .875rem; }
legend { color: var(--quiet); padding: 0 .25rem; }
fieldset label { display: inline-block; margin-right: 1rem; padding: .375rem 0; white-space: nowrap; cursor: pointer; }
article { margin: 1.5rem 0; padding: 0 0 0 1rem; border-left: .25rem solid var(--edge); }
article.of-the-house { border-left-style: dotted; }
.about { margin: 0; font-size: .8125rem; color: var(--quiet); }
.chip { display: inline-block; margin: .25rem .375rem 0 0; padding: 0 .5rem; border: 1px solid var(--edge);
  border-radius: .75rem; }
.chip.good { color: var(--good); border-color: currentColor; }
.chip.bad { color: var(--bad); border-color: currentColor; }
details { margin: .375rem 0; }
summary { cursor: pointer; padding: .25rem 0; font-size: .875rem; color: var(--quiet); }
details details { margin-left: 1rem; }
pre { margin: .25rem 0; padding: .75rem; border: 1px solid var(--edge); border-radius: .25rem;
  background: var(--raised); white-space: pre-wrap; font-size: .8125rem; line-height: 1.45; max-height: 40rem;
  overflow: auto; }
code { font-size: .9em; }
a { color: var(--seat-0); }
blockquote { margin-left: 0; padding-left: 1rem; border-left: 2px solid var(--edge); color: var(--quiet); }
.body h3, .body h4, .body h5, .body h6 { font: bold 1.0625rem/1.6 Georgia, serif; }
@media (max-width: 30rem) { body { padding: 1rem .75rem; } dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: .375rem; } article { padding-left: .625rem; } }
@media print { body { max-width: none; padding: 0; background: none; color: #000; font-size: 10.5pt; }
  fieldset { display: none; } article { break-inside: auto; } pre { max-height: none; } h3 { break-after: avoid; } }
"""
_COLOURS = 6


def style_for(seats: Sequence[str], phases: Sequence[str]) -> str:
    """The stylesheet with the colours of these seats, and what is hidden when one seat or phase is chosen."""
    told = [STYLE]
    for number in range(len(seats)):
        told.append(f"article.s{number} {{ border-color: var(--seat-{number % _COLOURS}); }}")
        told.append(_only(f"seat-{number}", f"s{number}"))
    told += [_only(f"phase-{number}", f"p{number}") for number in range(len(phases))]
    told.append(_only("seat-house", "of-the-house"))
    return "\n".join(told) + "\n"


def _only(choice: str, kind: str) -> str:
    # No script: a choice that is made hides what it does not mean.
    return f"body:has(#{choice}:checked) article:not(.{kind}) {{ display: none; }}"
