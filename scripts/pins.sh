#!/bin/sh
# Renew constraints.txt and its sisters for bench, site and docs with today's versions. Needs Python 3.11, the
# oldest that we support, so that every version named also installs on the newer ones.
set -eu
cd "$(dirname "$0")/.."
python=${PYTHON:-python3.11}
"$python" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' 2>/dev/null || {
    echo "vendetta-kit: pins are made with Python 3.11; name one with make pins PYTHON=/path/to/python3.11" >&2
    exit 1
}

# What would ask for a later 3.11 than its first (Debian's is 3.11.2); tests/test_project.py finds such pins.
HELD="soupsieve<3"
# What reads and writes S3 (botocore) has no release yet that takes a later one.
HELD_FOR_S3="python-dateutil<3"

freeze() { # file, what it is for, extras
    rm -rf .venv-pins
    "$python" -m venv .venv-pins
    .venv-pins/bin/python -m pip install -qq --no-input --upgrade --upgrade-strategy eager -e ".[$3]" \
        hatchling editables "mypy[mypyc]" "$HELD" "$HELD_FOR_S3"
    {
        echo "# Exact versions of all that $2 installs, on Python 3.11 to 3.14."
        echo "# Renew with \`make pins\`. Names and versions only."
        # What only macOS and Windows need is kept as it was: it cannot be seen from here.
        {
            .venv-pins/bin/python -m pip freeze 2>/dev/null
            if [ "$1" = constraints.txt ]; then grep -E '^(appnope|colorama|pywinpty)==' "$1" || true; fi
            # `pip freeze` keeps quiet about what compiles the engine.
            case $1 in
                constraints.txt | constraints-bench.txt)
                    .venv-pins/bin/python -m pip freeze --all 2>/dev/null | grep '^setuptools=='
                    ;;
            esac
        } | grep -E '^[A-Za-z0-9._-]+==[^ ]+$' | LC_ALL=C sort -fu
    } >"$1.new"
    mv "$1.new" "$1"
    rm -rf .venv-pins
    echo "$1: $(grep -c == "$1") versions"
}

freeze constraints.txt "\`make learn\` and \`make test\`" test
freeze constraints-bench.txt "\`make bench\`" bench
freeze constraints-site.txt "\`make site\`" site
freeze constraints-docs.txt "\`make docs\`" docs
