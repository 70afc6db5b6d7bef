#!/bin/sh
# Makes .venv and installs what the lock files pin. Usage: scripts/setup.sh run|dev
# A second call finds its stamp and does nothing.
set -eu
cd "$(dirname "$0")/.."
want=$1

# The path is part of the key because a virtual environment that was moved does not work.
key=$({ pwd; cat requirements.lock requirements-dev.lock pyproject.toml; } | cksum | tr ' ' '-')

is_done() {
    [ -f ".venv/.moot-$1" ] && [ "$(cat ".venv/.moot-$1")" = "$key" ] && .venv/bin/python -c '' 2>/dev/null
}
if is_done dev || { [ "$want" = run ] && is_done run; }; then
    exit 0
fi

case $want in
    run) lock=requirements.lock steps=3 ;;
    dev) lock=requirements-dev.lock steps=5 ;;
    *) echo "usage: scripts/setup.sh run|dev" >&2; exit 2 ;;
esac

say() { echo "setting up: $*"; }
fail() { printf '%s\n' "$@" >&2; exit 1; }

find_python() {
    for name in ${PYTHON:-} python3 python3.13 python3.12 python3.11 python; do
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$name"
            return
        fi
    done
}

python=$(find_python)
[ -n "$python" ] || fail \
    "Moot needs Python 3.11 or newer, and none was found." \
    "Install it (Debian, Ubuntu: apt-get install python3 python3-venv; macOS: brew install python)" \
    "or name one: make run PYTHON=/path/to/python3"
"$python" -c 'import venv, ensurepip' 2>/dev/null || fail \
    "This Python ($python) cannot make virtual environments: venv or ensurepip is missing." \
    "Install it (Debian, Ubuntu: apt-get install python3-venv), then run make again."

if ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
    say "a virtual environment in .venv (1/$steps) …"
    "$python" -m venv --clear .venv
fi
say "Python packages (2/$steps), a minute or two the first time …"
.venv/bin/python -m pip install -qq --disable-pip-version-check --require-hashes -r "$lock"
say "Moot itself (3/$steps) …"
.venv/bin/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation -e .
echo "$key" > ".venv/.moot-$want"
