#!/usr/bin/env bash
# SciPy 1.17.1, HiGHS: linprog says that no line separates the points 0 and 10^-9, 1 and 1 + 10^-10, and two time
# stamps in milliseconds, all separable; of time stamps a tenth of a second apart it has no answer (status 4).
# Moved to 0 and scaled it finds a line for all. Guessed: a tolerance matters for large systems, not for two
# numbers.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/python" -m pip install --quiet scipy==1.17.1
cat >"$folder/seen" <<'END'
0 1e-09 2 0
1 1.0000000001 2 0
1700000000000 1700000000001 2 0
1700000000000 1700000000100 4 0
END
"$folder/env/bin/python" - >"$folder/now" <<'END'
from scipy.optimize import linprog

def status(a, b):
    return linprog([0, 0], A_ub=[[1, a], [-1, -b]], b_ub=[-1, -1], bounds=(None, None)).status

for a, b in ((0, 1e-9), (1, 1 + 1e-10), (1700000000000, 1700000000001), (1700000000000, 1700000000100)):
    print(a, b, status(a, b), status(0, 1))
END
diff "$folder/seen" "$folder/now" && echo "as seen"
