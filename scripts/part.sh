#!/bin/sh
# Run one part of the tests and keep what it came to:  scripts/part.sh NAME COMMAND...
# Its output goes to the terminal and to build/parts/NAME.log; a line of build/parts/ran.txt says how it ended and how long
# it took, which `make test` shows at its end. With ONLY set, a part that has no test of that name has passed.
set -u
name=$1
shift
mkdir -p build/parts
log=build/parts/$name.log
began=$(date +%s)
echo "== $name"
{
    status=0
    "$@" 2>&1 || status=$?
    echo "$status" >"$log.status"
} | tee "$log"
status=$(cat "$log.status")
rm -f "$log.status"
said=$(grep -E '(passed|failed|errors?|deselected) .*in [0-9]|no tests ran|^Success:|^All checks passed|^Found [0-9]' "$log" | tail -n 1)
if [ "$status" = 5 ] && [ -n "${ONLY:-}" ]; then
    status=0
    said="no test is named so"
fi
if [ "$status" != 0 ]; then said="FAILED: ${said:-exit code $status}; see $log"; fi
printf '%-12s %4d s   %s\n' "$name" "$(($(date +%s) - began))" "${said:-done}" >>build/parts/ran.txt
exit "$status"
