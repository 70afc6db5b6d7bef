"""Load on a house as it is served: arrivals fixed beforehand, latency from the moment that was fixed.

schedule.py   when what arrives, and how long it took from then
spread.py     percentiles, and what a scenario yields
ground.py     the processes: a house, a bare application, a mock endpoint
live.py  waiters.py  watchers.py  deadlines.py  mixed.py   the scenarios
chart.py  model.py  page.py   docs/scale.md, made from what was kept
"""
