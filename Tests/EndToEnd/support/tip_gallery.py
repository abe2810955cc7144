"""A server for the gallery of tips: the page in Tips/ with the modules of Web, as the product serves them."""

import functools
import http.server
import importlib.machinery
import importlib.util
import json
import pathlib
import threading

ROOT = pathlib.Path(__file__).resolve().parents[3]
WEB = ROOT / "Web"
TIPS = pathlib.Path(__file__).resolve().parents[1] / "Tips"
# As the product's pages have it: nothing inline, nothing from elsewhere.
POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
KINDS = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml", ".json": "application/json"}


def messages_script():
    loader = importlib.machinery.SourceFileLoader("messages", str(ROOT / "scripts" / "messages"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("messages", loader))
    loader.exec_module(module)
    return module


@functools.cache
def catalogue(language):
    """The texts without plural, as the product tells them to its pages."""
    _, known = messages_script().parse(WEB / "locales" / f"{language}.po")
    return {"language": language, "messages": {text: forms[0] for text, (plural, forms) in known.items() if plural is None}}


class Handler(http.server.BaseHTTPRequestHandler):
    # With it a browser keeps its connections.
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        path, _, query = self.path.partition("?")
        language = query.removeprefix("lang=") or "en"
        if path == "/gallery":
            page = (TIPS / "gallery.html").read_text(encoding="utf-8")
            direction = "rtl" if language == "ar" else "ltr"
            return self.answer(page.replace("{{language}}", language).replace("{{direction}}", direction), ".html")
        if path.startswith("/locales/"):
            return self.answer(json.dumps(catalogue(pathlib.PurePath(path).stem)), ".json")
        for prefix, folder in {"/assets/": WEB, "/tips/": TIPS}.items():
            file = folder / path.removeprefix(prefix)
            if path.startswith(prefix) and file.suffix in KINDS and file.is_file():
                return self.answer(file.read_text(encoding="utf-8"), file.suffix)
        self.send_error(404)

    def answer(self, text, suffix):
        body = text.encode()
        self.send_response(200)
        self.send_header("content-type", f"{KINDS[suffix]}; charset=utf-8")
        self.send_header("content-security-policy", POLICY)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class TipGallery:
    """Serves while it is entered."""

    def __enter__(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
