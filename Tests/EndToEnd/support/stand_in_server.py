"""A tiny server for the tests of the harness: it answers /readyz, any page, and counts its starts in a file."""

import http.server
import pathlib
import signal
import sys

PAGE = b"<!doctype html><html lang='en'><title>Stand-in</title><main><h1>Stand-in</h1></main></html>"


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.answer(starts.read_bytes() if self.path == "/starts" else PAGE)

    def do_POST(self):
        self.rfile.read(int(self.headers.get("content-length", 0)))
        self.answer(b"")

    def answer(self, body):
        self.send_response(200)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format, *arguments):
        print(self.command, self.path, flush=True)


port, starts = int(sys.argv[1]), pathlib.Path(sys.argv[2])
starts.write_bytes((starts.read_bytes() if starts.exists() else b"") + b"x")
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()
