#!/bin/sh
# Set up an environment inside the checkout:  scripts/setup.sh learn|lab|test|bench|site|docs [FOLDER]
# Makes .venv (.venv-bench, .venv-site and .venv-docs for these three, or FOLDER inside the checkout) with the newest suitable Python
# and installs the kit, editable, with exact pins.
# For bench the kit's engine is compiled if it can be, and then the kit is installed as a copy.
# scripts/setup.sh pythons  names every suitable Python on the PATH, the one that would be taken first.
set -eu
cd "$(dirname "$0")/.."
here=$(pwd -P)
unset PYTHONHOME PYTHONPATH || true

# Minor versions of Python 3: the oldest that suits, and the newest that was tested.
OLDEST=11
TESTED=14

fail() {
    echo "vendetta-kit: $*" >&2
    exit 1
}

kind=${1:-}
case $kind in
    pythons) venv= extras= pins= ;;
    learn) venv=.venv extras=learn pins=constraints.txt ;;
    lab) venv=.venv extras=jupyter pins=constraints.txt ;;
    test) venv=.venv extras=test pins=constraints.txt ;;
    bench) venv=.venv-bench extras=bench pins=constraints-bench.txt ;;
    site) venv=.venv-site extras=site pins=constraints-site.txt ;;
    docs) venv=.venv-docs extras=docs pins=constraints-docs.txt ;;
    *) fail "usage: scripts/setup.sh learn|lab|test|bench|site|docs [FOLDER], or scripts/setup.sh pythons" ;;
esac
venv=${2:-$venv}
old=$venv.old

minor() { # prints the minor version of a Python 3 that suits; fails for any other command
    "$1" -c "import sys; major, minor = sys.version_info[:2]; major == 3 and minor >= $OLDEST or sys.exit(1); print(minor)" \
        2>/dev/null
}

has_venv() {
    "$1" -c 'import ensurepip, venv' >/dev/null 2>&1
}

named() ( # prints each command on the PATH that is called as a Python is
    IFS=:
    for folder in $PATH; do
        for command in "$folder"/python3.[1-9][0-9] "$folder"/python3 "$folder"/python; do
            if [ -f "$command" ] && [ -x "$command" ]; then printf '%s\n' "$command"; fi
        done
    done
)

pythons() { # prints each suitable Python, best first: the newest that was tested, then those above, the oldest of them first
    named | while IFS= read -r command; do
        found=$(minor "$command" </dev/null) || continue
        rank=$found
        if [ "$found" -gt "$TESTED" ]; then rank=-$found; fi
        printf '%s\t%s\n' "$rank" "$command"
    done | sort -s -k1,1nr | cut -f2-
}

find_python() { # sets $python, or ends with one line that says what to install
    if [ -n "${PYTHON:-}" ]; then
        minor "$PYTHON" >/dev/null || fail "PYTHON=$PYTHON is no Python 3.$OLDEST or newer: name another, or leave it out"
        python=$PYTHON
        has_venv "$python" && return
    else
        bare=
        while IFS= read -r python; do
            if [ -z "$python" ]; then continue; fi
            if has_venv "$python" </dev/null; then return; fi
            bare=${bare:-$python}
        done <<EOF
$(pythons)
EOF
        python=$bare
    fi
    if [ -n "$python" ]; then
        fail "$python has no venv module: install it first (Debian, Ubuntu: apt-get install python3-venv)"
    fi
    fail "no Python 3.$OLDEST or newer found: install one, or name it with make PYTHON=/path/to/python3"
}

pip_install() { # three tries, for networks that stutter; silent unless none of them goes through
    # Of what is installed here most is never imported: what is, Python compiles when it first meets it.
    said=$venv/.said
    for try in 1 2 3; do
        sleep $(((try - 1) * 5))
        if "$venv/bin/python" -m pip install -qq --no-input --no-compile --disable-pip-version-check --no-warn-script-location \
            --retries 5 --timeout 60 -c "$pins" "$@" </dev/null >"$said" 2>&1; then
            rm -f "$said"
            return
        fi
        # Who cannot reach an index is told that nothing fits; it is tried again all the same.
        if grep -q 'Retrying (Retry' "$said"; then continue; fi
        if grep -q 'metadata-generation-failed\|ResolutionImpossible\|could not be compiled' "$said"; then break; fi
    done
    if grep -q 'Retrying (Retry' "$said"; then
        fail "could not install $*: the package index cannot be reached; what there is stays as it was"
    fi
    tail -n 30 "$said" >&2
    fail "could not install $* (the lines above say why)"
}

point() { # let Python find the kit by a path relative to its own: site reads names beyond ASCII in few locales only
    up=../../../$(printf '%s\n' "$venv" | sed 's|[^/][^/]*|..|g')
    for pointer in "$venv"/lib/python3.*/site-packages/_vendetta_kit.pth; do
        if [ -f "$pointer" ]; then printf '%s\n%s/widgets\n' "$up" "$up" >"$pointer"; fi
    done
}

works() { # is there an environment whose Python and pip start?
    minor "$venv/bin/python" >/dev/null && "$venv/bin/python" -m pip --version >/dev/null 2>&1
}

put_back() { # what was there before stays where nothing better could be had
    status=$?
    trap - EXIT
    if [ -e "$old" ]; then
        rm -rf "$venv"
        mv "$old" "$venv"
        echo "vendetta-kit: $venv is again the one from before" >&2
    fi
    exit "$status"
}

if [ "$kind" = pythons ]; then
    pythons
    exit
fi
trap put_back EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# One that was made in another folder is told where it is now; one whose Python is gone is made anew.
if works && [ -s "$venv/.home" ]; then
    if [ "$(cat "$venv/.home")" != "$here" ]; then
        echo "vendetta-kit: $venv has come here from another folder"
        "$venv/bin/python" -I scripts/moved.py "$venv"
        point
        printf '%s\n' "$here" >"$venv/.home"
    fi
else
    find_python
    echo "vendetta-kit: making $venv with $("$python" -V 2>&1) ($python)"
    if [ "$(minor "$python")" -gt "$TESTED" ]; then
        echo "vendetta-kit: warning: Python 3.$OLDEST to 3.$TESTED are tested, this one is newer; another: PYTHON=/path/to/python3" >&2
    fi
    if [ -e "$venv" ] && [ ! -e "$old" ]; then mv "$venv" "$old"; fi
    rm -rf "$venv"
    "$python" -m venv "$venv" || fail "could not make $venv with $python"
    printf '%s\n' "$here" >"$venv/.home"
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
point
said=$venv/.said
"$venv/bin/vendetta" --version >"$said" 2>&1 </dev/null || fail "the kit does not start in $venv: $(tail -n 1 "$said")"
rm -rf "$said" "$old"
touch "$venv/.ready-$kind"
case $kind in
    test) touch "$venv/.ready-lab" "$venv/.ready-learn" ;;
    lab) touch "$venv/.ready-learn" ;;
esac
echo "vendetta-kit: $venv is ready"
