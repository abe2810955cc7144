"""Somebody at the API as a page is: with the session's cookie, and with its anti-forgery token where a page sends it."""

import json

from client import Client


class CookieClient(Client):
    def __init__(self, port, cookie=None, csrf=None):
        super().__init__(port)
        self.cookie, self.csrf = cookie, csrf

    @property
    def origin(self):
        return f"http://127.0.0.1:{self.connection.port}"

    def sign_in(self, **who):
        answer = self.send("POST", "/api/v1/session", who)
        assert answer.status == 201, answer
        self.cookie, self.csrf = answer.headers["set-cookie"].partition(";")[0], answer.json["csrf"]
        return self

    def send(self, method, path, body=None, **headers):
        """Sends a request as a page of the server does; a header that is None is left out."""
        origin = f"http://{headers['host']}" if "host" in headers else self.origin
        page = {"cookie": self.cookie, "x_csrf_token": self.csrf, "origin": origin, "sec_fetch_site": "same-origin"}
        if method == "GET":
            page = {"cookie": self.cookie}
        given = {**page, **headers}
        return super().send(method, path, body, **{name: value for name, value in given.items() if value is not None})

    def send_forged(self, ask, **headers):
        """Sends a request as a form of a page does: with the cookie, and a body that a form can have."""
        given = {"cookie": self.cookie, "x_csrf_token": self.csrf, "origin": self.origin, "sec_fetch_site": "same-origin", **headers}
        # A form cannot say that it is JSON, but the server does not ask that of who has the token.
        is_a_form = given["x_csrf_token"] is None
        content_type = "application/x-www-form-urlencoded" if ask.form is not None else "text/plain" if is_a_form else "application/json"
        data = ask.form if ask.form is not None else None if ask.body is None else json.dumps(ask.body)
        given = {name: value for name, value in given.items() if value is not None}
        return self.send_text(ask.method, ask.path, data, content_type, **given)
