#!/bin/sh
# Makes .venv and installs the package into it, editable, with the named dependency groups:
#     PYTHON=python3.12 tools/bootstrap.sh dev bench
# Uses uv when a usable one is there, else `python3 -m venv` and pip. Says what is missing.
set -eu
cd "$(dirname "$0")/.."

say() { printf '%s\n' "$@" >&2; }
stop() { say "$@"; exit 1; }
usable() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }
version() { "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null; }
# Tells two interpreters apart, and a virtual environment's from another's than its own.
identity() { "$1" -c 'import sys; print(sys.base_prefix, sys.version)' 2>/dev/null; }

# A shim without a program behind it, or a uv too old for dependency groups, is passed over.
has_uv() { uv pip install --help 2>/dev/null | grep -q -e '--group'; }

find_python() {
    if [ -n "${PYTHON:-}" ]; then
        usable "$PYTHON" || stop "PYTHON=$PYTHON is not a working Python 3.11 or newer."
        printf '%s' "$PYTHON"
        return
    fi
    for name in python3 python3.14 python3.13 python3.12 python3.11 python; do
        if usable "$name"; then printf '%s' "$name"; return; fi
    done
}

no_python() {
    found=$(version python3 || true)
    stop "Taipao needs Python 3.11 or newer; python3 here is ${found:-missing}." \
        "Install one (Debian 12, Ubuntu 24.04 or newer: sudo apt install python3 python3-venv)," \
        "or name one that is installed: make PYTHON=/path/to/python3.12 test"
}

make_venv() {
    if has_uv; then
        # Without a suitable Python on the machine, uv fetches one.
        uv venv --quiet --clear --python "${python:->=3.11}" .venv
        return
    fi
    [ -n "$python" ] || no_python
    "$python" -c 'import venv, ensurepip' 2>/dev/null || stop \
        "This Python cannot make virtual environments: its modules venv and ensurepip are missing." \
        "On Debian and Ubuntu they are a package of their own:" \
        "    sudo apt install python$(version "$python")-venv"
    "$python" -m venv --clear .venv
}

python=$(find_python)
if ! usable .venv/bin/python; then
    say "Making a virtual environment in .venv"
    make_venv
elif [ -n "${PYTHON:-}" ] && [ "$(identity "$PYTHON")" != "$(identity .venv/bin/python)" ]; then
    say "Making .venv anew: it belongs to another Python than PYTHON=$PYTHON"
    make_venv
fi

groups=''
for group in "$@"; do groups="$groups --group $group"; done

say "Installing taipao and its tools (the first time takes about a minute)"
if has_uv; then
    # uv takes a built project from its cache; what the build leaves in src/ may be gone since.
    # shellcheck disable=SC2086
    uv pip install --quiet --python .venv/bin/python --reinstall-package taipao -e . $groups
else
    .venv/bin/python -m pip --version >/dev/null 2>&1 ||
        .venv/bin/python -m ensurepip >/dev/null 2>&1 ||
        stop ".venv has no pip and cannot get one; remove .venv and try again."
    # Dependency groups came with pip 25.1; Pythons bring an older one.
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
    # shellcheck disable=SC2086
    .venv/bin/python -m pip install --quiet --disable-pip-version-check -e . $groups
fi
printf '%s' "${PYTHON:-}" > .venv/.python
