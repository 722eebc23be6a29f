"""The versions, the wheel and the fingerprint that the page on running anywhere names."""

from __future__ import annotations

from configparser import ConfigParser

from _tools.sources import ROOT

from perceptron_ref import __version__
from perceptron_ref.testing.golden import EXPECTED, cases, questions

setup = ConfigParser()
setup.read(ROOT / "setup.cfg", encoding="utf-8")
oldest = setup["options"]["python_requires"].replace(">=", "")
newest = "3.14"  # that .ci/release has run the golden runs on

wheel = f"perceptron_ref-{__version__}-py3-none-any.whl"
fingerprint, runs, proofs = EXPECTED, len(cases()), len(questions())
