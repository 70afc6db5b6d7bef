#!/bin/sh
# Writes the lock files anew from pyproject.toml, with hashes. Usage: scripts/lock.sh [--upgrade]
set -eu
cd "$(dirname "$0")/.."

uv=$(command -v uv || true)
if [ -z "$uv" ]; then
    [ -x .venv/uv/bin/uv ] || python3 -m venv .venv/uv
    .venv/uv/bin/python -m pip install -qq uv
    uv=.venv/uv/bin/uv
fi

compile() {
    "$uv" pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes \
        --no-header --no-annotate --no-emit-index-url --no-emit-find-links "$@"
}
compile "$@" --group build -o requirements.lock
compile "$@" --group build --group dev -c requirements.lock -o requirements-dev.lock
