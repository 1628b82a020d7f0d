"""A place on this machine that hears what a webhook is told."""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any


@contextmanager
def listening() -> Iterator[tuple[str, queue.Queue[dict[str, Any]]]]:
    """Its address, and what it has heard."""
    heard: queue.Queue[dict[str, Any]] = queue.Queue()

    class Hear(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.put(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *words: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Hear) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/hook", heard
        finally:
            server.shutdown()
            thread.join()
