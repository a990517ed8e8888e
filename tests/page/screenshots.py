"""The pictures of the documents: python3 -B tests/page/screenshots.py WARPPROOF OUT_DIR

Writes page.png and page-dark.png; needs Chromium.
"""
import os
import subprocess
import sys
import tempfile

import browser


def main(warpproof, out):
    kernels = os.path.join(os.path.dirname(os.path.abspath(__file__)), "kernels")
    warpproof, out = os.path.abspath(warpproof), os.path.abspath(out)
    with tempfile.TemporaryDirectory(prefix="page") as folder:
        page = os.path.join(folder, "page.html")
        subprocess.run([warpproof, "check", "half_warp.cu", "--format", "html", "-o", page], cwd=kernels, check=False)
        for name, words in (("page.png", "theme=light"), ("page-dark.png", "theme=dark")):
            browser.screenshot(page, os.path.join(out, name), words, (1280, 860))


main(*sys.argv[1:])
