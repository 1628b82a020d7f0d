"""Draws the icons of the web app from public/icon.svg: `python web/icons.py`. It needs a Chromium."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.web.browser import chromium

PUBLIC = Path(__file__).parent / "public"
#: Name -> size in pixels, and how much of it the drawing takes: a maskable icon may be cut to a circle.
ICONS = {
    "icon-180.png": (180, 1.0),
    "icon-192.png": (192, 1.0),
    "icon-512.png": (512, 1.0),
    "icon-maskable.png": (512, 0.8),
}


def main() -> None:
    drawing = (PUBLIC / "icon.svg").read_text()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for name, (size, share) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            background = "#2a211c" if share < 1 or size == 180 else "transparent"
            page.set_content(
                f"<body style='margin:0;background:{background};display:grid;place-items:center;height:100vh'>"
                f"<div style='width:{share * 100}%;height:{share * 100}%'>{drawing}</div>"
            )
            page.screenshot(path=PUBLIC / name, omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
