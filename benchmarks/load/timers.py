"""The floor of deadlines: a bare heap of timers in a process of its own, which prints what came of it as JSON.

`python -m benchmarks.load.timers PENDING RATE SECONDS IDLE`
"""

import asyncio
import json
import sys
from time import perf_counter, process_time

from benchmarks.load.schedule import SEED, arrivals

_FAR = 86_400.0
_AHEAD = 0.5


async def measured(pending: int, rate: float, seconds: float, idle: float) -> dict[str, object]:
    """So many timers that never fire, those that do, and the CPU of doing nothing with them."""
    loop = asyncio.get_running_loop()
    kept = [loop.call_later(_FAR + number, _nothing) for number in range(pending)]
    cpu, begun = process_time(), perf_counter()
    await asyncio.sleep(idle)
    share = (process_time() - cpu) / (perf_counter() - begun)
    late: list[float] = []
    start = loop.time() + _AHEAD
    moments = arrivals(rate, seconds, SEED)
    over = loop.create_future()

    def fire(due: float, last: bool) -> None:
        late.append((loop.time() - due) * 1000)
        if last:
            over.set_result(None)

    for number, moment in enumerate(moments):
        loop.call_at(start + moment, fire, start + moment, number == len(moments) - 1)
    await over
    for each in kept:
        each.cancel()
    return {"late": late, "idle": share}


def _nothing() -> None: ...


if __name__ == "__main__":
    count, *numbers = sys.argv[1:]
    print(json.dumps(asyncio.run(measured(int(count), *map(float, numbers)))))
