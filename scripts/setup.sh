#!/bin/sh
# Set up an environment inside the checkout:  scripts/setup.sh learn|lab|test|bench|site
# Makes .venv (.venv-bench for bench, .venv-site for site) with the first suitable Python and installs the kit,
# editable, with exact pins.
# For bench the kit's engine is compiled if it can be, and then the kit is installed as a copy.
set -eu
cd "$(dirname "$0")/.."
unset PYTHONHOME PYTHONPATH || true

fail() {
    echo "vendetta-kit: $*" >&2
    exit 1
}

kind=${1:-}
case $kind in
    learn) venv=.venv extras=learn pins=constraints.txt ;;
    lab) venv=.venv extras=jupyter pins=constraints.txt ;;
    test) venv=.venv extras=test pins=constraints.txt ;;
    bench) venv=.venv-bench extras=bench pins=constraints-bench.txt ;;
    site) venv=.venv-site extras=site pins=constraints-site.txt ;;
    *) fail "usage: scripts/setup.sh learn|lab|test|bench|site" ;;
esac

suits() { # is this command a Python that we support?
    "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' >/dev/null 2>&1
}

find_python() { # sets $python, or ends with one line that says what to install
    python=
    bare=
    for candidate in ${PYTHON:-python3.11 python3.12 python3.13 python3 python}; do
        suits "$candidate" || continue
        if "$candidate" -c 'import ensurepip, venv' >/dev/null 2>&1; then
            python=$candidate
            return
        fi
        bare=${bare:-$candidate}
    done
    if [ -n "$bare" ]; then
        fail "$bare has no venv module: install it first (Debian, Ubuntu: apt-get install python3-venv)"
    fi
    fail "no Python 3.11, 3.12 or 3.13 found${PYTHON:+ at PYTHON=$PYTHON}: install one, or name it with make PYTHON=/path/to/python3"
}

pip_install() { # three tries, for networks that stutter; silent unless none of them goes through
    # Of what is installed here most is never imported: what is, Python compiles when it first meets it.
    said=$venv/.pip-said
    for try in 1 2 3; do
        if "$venv/bin/python" -m pip install -qq --no-input --no-compile --disable-pip-version-check --no-warn-script-location \
            --retries 5 --timeout 60 -c "$pins" "$@" </dev/null >"$said" 2>&1; then
            rm -f "$said"
            return
        fi
        if grep -q 'metadata-generation-failed\|ResolutionImpossible\|could not be compiled' "$said"; then break; fi
        sleep $((try * 5))
    done
    tail -n 30 "$said" >&2
    fail "could not install $* (the lines above say why; is the package index reachable?)"
}

# An environment that was made elsewhere, or whose Python is gone, is made anew.
if ! { suits "$venv/bin/python" && "$venv/bin/python" -m pip --version >/dev/null 2>&1 &&
    [ "$(cat "$venv/.home" 2>/dev/null)" = "$PWD" ]; }; then
    find_python
    echo "vendetta-kit: making $venv with $("$python" -V 2>&1)"
    rm -rf "$venv"
    "$python" -m venv "$venv" || fail "could not make $venv with $python"
    printf '%s\n' "$PWD" >"$venv/.home"
    printf '*\n' >"$venv/.gitignore"
fi

echo "vendetta-kit: installing for '$kind' (a minute or two the first time)"
pip_install hatchling editables
if [ "$kind" = bench ] && "$venv/bin/python" scripts/compiled.py --can-compile; then
    pip_install "mypy[mypyc]"
    export HATCH_BUILD_HOOK_ENABLE_CUSTOM=1
    pip_install --no-build-isolation ".[$extras]"
else
    if [ "$kind" = bench ]; then echo "vendetta-kit: no C compiler: measuring the pure Python engine only"; fi
    pip_install --no-build-isolation -e ".[$extras]"
fi
touch "$venv/.ready-$kind"
case $kind in
    test) touch "$venv/.ready-lab" "$venv/.ready-learn" ;;
    lab) touch "$venv/.ready-learn" ;;
esac
echo "vendetta-kit: $venv is ready"
