#!/usr/bin/env bash
# polars 2.1.0: write_csv with decimal_comma=True and float_scientific=True, and no float_precision, puts all earlier
# numbers of a column in front of each number: the file has more and more digits, and cannot be read back. Each
# option alone, or both with float_precision, writes the numbers. Guessed: 1,5e0 and 2,5e0 below each other.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/python" -m pip install --quiet polars==2.1.0
cat >"$folder/seen" <<'END'
{'float_scientific': True} 1.5e0 2.5e0 2.5e-1
{'decimal_comma': True} 1,5 2,5 0,25
{'float_scientific': True, 'decimal_comma': True} 1,5e0 1,5e02,5e0 1,5e02,5e02,5e-1
{'float_scientific': True, 'decimal_comma': True, 'float_precision': 1} 1,5e0 2,5e0 2,5e-1
END
"$folder/env/bin/python" - >"$folder/now" <<'END'
import polars

frame = polars.DataFrame({"a": [1.5, 2.5, 0.25]})
scientific, comma = {"float_scientific": True}, {"decimal_comma": True}
for options in (scientific, comma, {**scientific, **comma}, {**scientific, **comma, "float_precision": 1}):
    print(options, *frame.write_csv(separator=";", **options).split()[1:])
END
diff "$folder/seen" "$folder/now" && echo "as seen"
