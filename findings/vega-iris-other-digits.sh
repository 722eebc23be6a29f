#!/usr/bin/env bash
# vega_datasets 0.9.0 with pandas 3.1.1: 13 of its 150 irises differ from scikit-learn's, because pandas.read_json
# reads 1.7 as 1.7000000000000002. Guessed: the text of a float is read as the nearest float.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/python" -m pip install --quiet vega_datasets==0.9.0 pandas==3.1.1 scikit-learn==1.9.1
cat >"$folder/seen" <<'END'
13
1.7000000000000002 1.7
END
"$folder/env/bin/python" - >"$folder/now" <<'END'
from io import StringIO
import pandas as pd
from sklearn.datasets import load_iris
from vega_datasets import local_data

mine, other = load_iris().data.tolist(), local_data.iris().iloc[:, :4].to_numpy().tolist()
print(sum(a != b for a, b in zip(mine, other)))
text = '[{"a": 1.7}]'
print(pd.read_json(StringIO(text)).a[0], pd.read_json(StringIO(text), precise_float=True).a[0])
END
diff "$folder/seen" "$folder/now" && echo "as seen"
