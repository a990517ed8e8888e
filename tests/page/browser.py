"""Headless Chromium, driven by command line alone."""
import os
import shutil
import subprocess
import tempfile

NAMES = ("chromium", "chromium-browser", "google-chrome")


def browser():
    for name in NAMES:
        path = shutil.which(name)
        if path:
            return path
    raise SystemExit("no chromium; tools/install_dependencies --tests installs it")


def run(arguments, size, seconds=7200):
    """Standard output of one run of the browser in a window of this size."""
    with tempfile.TemporaryDirectory(prefix="chromium") as profile:
        command = [browser(), "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                   "--disable-dev-shm-usage", "--disable-extensions", "--no-first-run",
                   "--host-resolver-rules=MAP * ~NOTFOUND", "--allow-file-access-from-files",
                   f"--user-data-dir={profile}", f"--window-size={size[0]},{size[1]}"] + arguments
        environment = dict(os.environ, HOME=profile)
        done = subprocess.run(command, capture_output=True, timeout=seconds, env=environment, check=False)
        return done.stdout.decode(errors="replace")


def dump(page, hash_words="", size=(1400, 1000)):
    return run(["--dump-dom", f"file://{os.path.abspath(page)}#{hash_words}"], size)


def screenshot(page, out, hash_words="", size=(1400, 1000)):
    run([f"--screenshot={os.path.abspath(out)}", f"file://{os.path.abspath(page)}#{hash_words}"], size)
