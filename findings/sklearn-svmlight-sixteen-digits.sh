#!/usr/bin/env bash
# scikit-learn 1.9.1: dump_svmlight_file writes 16 digits of each float, so load_svmlight_file does not read back what
# was written: 0.30000000000000004 comes back as 0.3, and about two fifths of random floats come back as others.
# Guessed: as many digits as the float needs, as repr, json and numpy.savetxt ("%.18e") write them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/python" -m pip install --quiet scikit-learn==1.9.1
cat >"$folder/seen" <<'END'
1 0:0.3
0 0:0.3333333333333333
1 0:65.09999999999999
restored: [False, True, True]
of 1000 random floats: 586
END
"$folder/env/bin/python" - >"$folder/now" <<'END'
from io import BytesIO
from random import Random
from sklearn.datasets import dump_svmlight_file, load_svmlight_file

def restored(values, labels, show):
    file = BytesIO()
    dump_svmlight_file([[value] for value in values], labels, file)
    if show:
        print(file.getvalue().decode(), end="")
    file.seek(0)
    return [bool(a == b) for (a,), b in zip(load_svmlight_file(file)[0].toarray(), values)]

print("restored:", restored([0.1 + 0.2, 1 / 3, 65.1], [1, 0, 1], True))
random = Random(1)
print("of 1000 random floats:", sum(restored([random.gauss(0, 1) for _ in range(1000)], [0] * 1000, False)))
END
diff "$folder/seen" "$folder/now" && echo "as seen"
