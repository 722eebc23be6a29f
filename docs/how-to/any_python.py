"""The versions, the wheel and the fingerprint that the page on running anywhere names."""

from __future__ import annotations

import re
from configparser import ConfigParser

from _tools.sources import ROOT

from perceptron_ref import __version__
from perceptron_ref.testing.golden import EXPECTED, cases, questions

setup = ConfigParser()
setup.read(ROOT / "setup.cfg", encoding="utf-8")
versions = re.findall(r"Python :: (3\.\d+)", setup["metadata"]["classifiers"])
oldest, newest = versions[0], versions[-1]
assert setup["options"]["python_requires"] == f">={oldest}"

wheel = f"perceptron_ref-{__version__}-py3-none-any.whl"
fingerprint, runs, proofs = EXPECTED, len(cases()), len(questions())
