"""What students type into the search field, and where it leads."""

from __future__ import annotations

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout

LECTURE = {name: f"lecture/{name}.html" for name in ("hypotheses", "pla", "guarantee", "pocket")}
SEARCHED = {  # what is typed: a page that is to be among the first three
    "plugin": "write-a-strategy.html",
    "slides": "with-the-lecture.html",
    "sklearn": "how-to/arrays.html",
    "why does it stop": LECTURE["guarantee"],
    "R squared over rho squared": LECTURE["guarantee"],
    "pocket algorithm": LECTURE["pocket"],
    "learning rate": LECTURE["pla"],
    "non separable": LECTURE["pocket"],
    "margin": LECTURE["pla"],
    "entry point": "write-a-strategy.html",
    "threshold": LECTURE["hypotheses"],
    "decision boundary": LECTURE["hypotheses"],
    "hypothesis set": LECTURE["hypotheses"],
    "spam": LECTURE["hypotheses"],
    "naive cycle": LECTURE["pla"],
    "update rule": LECTURE["pla"],
    "misclassified": LECTURE["pla"],
    "eta": LECTURE["pla"],
    "linearly separable": LECTURE["guarantee"],
    "convergence proof": LECTURE["guarantee"],
    "Novikoff": LECTURE["guarantee"],
    "Cauchy-Schwarz": LECTURE["guarantee"],
    "alignment": LECTURE["guarantee"],
    "noise": LECTURE["pocket"],
    "NP-hard": "beyond/optimum.html",
    "XOR": "beyond/certificates.html",
    "certificate": "beyond/certificates.html",
    "convex hull": "beyond/certificates.html",
    "random order": "beyond/orders.html",
    "epoch": "beyond/orders.html",
    "bias": "beyond/bias.html",
    "projection": "beyond/bias.html",
    "floating point": "beyond/numbers.html",
    "rounding error": "beyond/numbers.html",
    "sign(0)": LECTURE["pla"],
    "misconception": "misconceptions.html",
    "homework": "experiments.html",
    "exercise": "exercises.html",
    "libsvm": "formats.html",
    "SVM": "history.html",
    "Rosenblatt": "history.html",
    "\u9593\u9694": "glossary.html",
}
IN_TAIWAN = {
    "感知器": LECTURE["pla"],
    "感知器學習演算法": LECTURE["pla"],
    "假說集合": LECTURE["hypotheses"],
    "門檻值": LECTURE["hypotheses"],
    "決策邊界": LECTURE["hypotheses"],
    "法向量": LECTURE["hypotheses"],
    "信用卡": LECTURE["hypotheses"],
    "垃圾郵件": LECTURE["hypotheses"],
    "分類錯誤": LECTURE["pla"],
    "更新規則": LECTURE["pla"],
    "學習率": LECTURE["pla"],
    "單純循環": LECTURE["pla"],
    "間隔": LECTURE["pla"],
    "線性可分": LECTURE["guarantee"],
    "為什麼會停": LECTURE["guarantee"],
    "收斂": LECTURE["guarantee"],
    "柯西不等式": LECTURE["guarantee"],
    "口袋演算法": LECTURE["pocket"],
    "分不開": LECTURE["pocket"],
    "雜訊": LECTURE["pocket"],
    "證書": "beyond/certificates.html",
    "凸包": "beyond/certificates.html",
    "偏置": "beyond/bias.html",
    "浮點數": "beyond/numbers.html",
    "走訪策略": "strategies.html",
    "誤解": "misconceptions.html",
    "習題": "exercises.html",
    "作業": "experiments.html",
    "外掛": "write-a-strategy.html",
    "錯誤訊息": "errors.html",
    "自己的檔案": "how-to/own-file.html",
    "XOR": "beyond/certificates.html",
    "separability": "api/proof.html",
}
IN_MAINLAND_CHINA = {
    "感知机": LECTURE["pla"],
    "感知机学习算法": LECTURE["pla"],
    "假设集": LECTURE["hypotheses"],
    "阈值": LECTURE["hypotheses"],
    "决策边界": LECTURE["hypotheses"],
    "法向量": LECTURE["hypotheses"],
    "信用卡": LECTURE["hypotheses"],
    "分类错误": LECTURE["pla"],
    "学习率": LECTURE["pla"],
    "朴素循环": LECTURE["pla"],
    "间隔": LECTURE["pla"],
    "线性可分": LECTURE["guarantee"],
    "为什么会停": LECTURE["guarantee"],
    "收敛": LECTURE["guarantee"],
    "口袋算法": LECTURE["pocket"],
    "分不开": LECTURE["pocket"],
    "噪声": LECTURE["pocket"],
    "证书": "beyond/certificates.html",
    "凸包": "beyond/certificates.html",
    "浮点数": "beyond/numbers.html",
    "访问策略": "strategies.html",
    "误区": "misconceptions.html",
    "习题": "exercises.html",
    "作业": "experiments.html",
    "插件": "write-a-strategy.html",
    "错误信息": "errors.html",
    "自己的文件": "how-to/own-file.html",
}
IN = {"": SEARCHED, "zh-TW/": IN_TAIWAN, "zh-CN/": IN_MAINLAND_CHINA}
RESULTS = """() => [...document.querySelectorAll('.md-search-result__item')].slice(0, 3)
    .map(item => item.querySelector('a').pathname)"""


@pytest.mark.parametrize("language", IN)
@pytest.mark.parametrize("base", ["url", "disk"])
def test_search_finds(base, language, request, tab):
    """From the web and from disk, typed letter by letter: the wanted page is among the first three
    results, in the language in which it is looked for.
    """
    tab.goto(f"{request.getfixturevalue(base)}{language}index.html")
    field = tab.locator("input[name=query]")
    missed = {}
    for term, page in IN[language].items():
        field.fill("")
        tab.wait_for_function(f"() => ({RESULTS})().length === 0")
        field.press_sequentially(term)
        field.press("Shift")  # a key goes up when an input method has put in its characters
        try:
            tab.wait_for_function(
                f"page => ({RESULTS})().some(path => path.endsWith(page))",
                arg=f"/{language}{page}",
                timeout=4_000,
            )
        except PlaywrightTimeout:
            missed[term] = tab.evaluate(RESULTS)
    assert missed == {}
