#!/usr/bin/env python3
"""Writes chromium.json: answers of Chromium's virtual authenticator, through Web/People/passkeys.js.

    .venv/bin/python Tests/WebAuthnTests/Fixtures/chromium.py

The page runs at http://localhost, where browsers have passkeys without TLS. Options are those of the other two files, for the site
`localhost`. One sample is made with the JSON of the browser, one with that of passkeys.js, and one with a security key.
Each run makes new keys, so it changes the whole file.
"""

import http.server
import json
import pathlib
import shutil
import threading

from playwright.sync_api import sync_playwright

FOLDER = pathlib.Path(__file__).resolve().parent
WEB = FOLDER.parents[2] / "Web"
PORT = 8765
PLATFORM = {"transport": "internal", "hasUserVerification": True, "isUserVerified": True,
            "defaultBackupEligibility": True, "defaultBackupState": True}
KEY = {"transport": "usb", "hasUserVerification": True, "isUserVerified": True}
# A browser that has passkeys, but no JSON.
WITHOUT_JSON = """() => {
  delete PublicKeyCredential.parseCreationOptionsFromJSON
  delete PublicKeyCredential.parseRequestOptionsFromJSON
  delete PublicKeyCredential.prototype.toJSON
}"""
REGISTER = """async options => {
  const passkeys = await import("/People/passkeys.js")
  const made = await passkeys.createPasskey(options)
  const again = { ...options, excludeCredentials: [{ type: "public-key", id: made.id }] }
  const refused = await passkeys.createPasskey(again).then(() => null, error => error.reason)
  return { made, refused }
}"""
SIGN_IN = """async options => (await import("/People/passkeys.js")).usePasskey(options)"""


class Files(http.server.SimpleHTTPRequestHandler):
    def __init__(self, *arguments):
        super().__init__(*arguments, directory=str(WEB))

    def do_GET(self):
        if self.path == "/":
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>Passkeys</title>")
        else:
            super().do_GET()

    def log_message(self, *_):
        pass


def options():
    creation = json.loads((FOLDER / "creation-options.json").read_text())
    request = json.loads((FOLDER / "request-options.json").read_text())
    creation["rp"]["id"] = request["rpId"] = "localhost"
    return creation, request


def sample(browser, name, authenticator, has_json):
    page = browser.new_context().new_page()
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": {
        "protocol": "ctap2", "ctap2Version": "ctap2_1", "hasResidentKey": True, "automaticPresenceSimulation": True, **authenticator}})
    page.goto(f"http://localhost:{PORT}/")
    if not has_json:
        page.evaluate(WITHOUT_JSON)
    creation, request = options()
    registered = page.evaluate(REGISTER, creation)
    assert registered["refused"] == "already-registered", registered
    used = page.evaluate(SIGN_IN, request)
    page.context.close()
    return {"name": name, "isUserVerified": True, "registration": registered["made"], "assertion": used}


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", PORT), Files)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        samples = [
            sample(browser, "Chromium", PLATFORM, True),
            sample(browser, "Chromium without JSON", PLATFORM, False),
            sample(browser, "Chromium with a security key", KEY, True),
        ]
        browser.close()
    server.shutdown()
    (FOLDER / "chromium.json").write_text(json.dumps(samples, indent=1) + "\n")
    print(f"chromium.json: {len(samples)} samples")


if __name__ == "__main__":
    main()
