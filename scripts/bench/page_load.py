#!/usr/bin/env python3
"""Measures the first load of the browser page on a slow network: time until a game can be started, requests, bytes.

    shesh serve --no-open & scripts/bench/page_load.py http://127.0.0.1:8421/

Needs Playwright and Chromium. The network and the processor are throttled by the DevTools protocol: 3G with a latency of
300 ms and 1.6 Mbit/s, and a quarter of the processor's speed. Each run has a new profile.
"""

import argparse
import statistics
import time

from playwright.sync_api import sync_playwright

NETWORK = {
    "offline": False,
    "latency": 300,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 0.75e6 / 8,
}


def measure(browser, url, language):
    """Returns seconds until a game can be started, requests, and bytes over the line."""
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, locale=language
    )
    page = context.new_page()
    session = context.new_cdp_session(page)
    sizes = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NETWORK)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    start = time.monotonic()
    page.goto(url, wait_until="commit")
    page.wait_for_selector("#play button")
    seconds = time.monotonic() - start
    # Fonts and pictures may still be loading; the other views come later.
    page.wait_for_timeout(500)
    requests, total = len(sizes), sum(sizes)
    context.close()
    return seconds, requests, total


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("url", nargs="?", default="http://127.0.0.1:8421/")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--language", default="en")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    options = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=options.chromium, args=["--no-sandbox"])
        runs = [measure(browser, options.url, options.language) for _ in range(options.runs)]
        browser.close()
    seconds = [run[0] for run in runs]
    print(f"usable after {statistics.median(seconds):.2f} s (least {min(seconds):.2f}, most {max(seconds):.2f})")
    print(f"{runs[-1][1]} requests, {runs[-1][2] / 1000:.1f} kB")


if __name__ == "__main__":
    main()
