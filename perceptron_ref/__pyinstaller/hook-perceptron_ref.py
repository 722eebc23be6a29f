"""The modules and files of a frozen program that no import statement names: the commands, the
strategies, also those of other distributions, and the data files.
"""

from __future__ import annotations

try:
    from PyInstaller.utils.hooks import collect_data_files, collect_entry_point, collect_submodules
except ModuleNotFoundError:  # a tool that reads documentation imports every module
    pass
else:
    datas, hiddenimports = collect_entry_point("perceptron_ref.strategies")
    datas += collect_data_files("perceptron_ref")
    hiddenimports += collect_submodules(
        "perceptron_ref",
        lambda name: name not in ("perceptron_ref.sklearn", "perceptron_ref.__pyinstaller"),
    )
