"""Python in a page, for a browser that has no way out: `python apart.py SITE` serves a built site,
opens it from there and from disk, and prints what each page answers, in JSON.

To be run in a network of its own, which has nothing but the loopback device.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from conftest import chromium, served

ASKED = """async () => {
    await perceptron.load("engine");
    await perceptron.engine.start(() => {});
    return perceptron.engine.ask({what: "selftest"}, {silence: Infinity});
}"""


def main(site):
    """Print the answers of the page, from the web and from disk."""
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    answers = []
    with served(site) as url, chromium() as browser:
        for page in (f"{url}playground.html", (site / "playground.html").as_uri()):
            tab = browser.new_page()
            tab.goto(page)
            answers.append(tab.evaluate(ASKED))
    print(json.dumps(answers))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
