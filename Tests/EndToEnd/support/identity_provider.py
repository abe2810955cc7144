"""A provider of OpenID Connect on this machine, made with authlib, whose answers a test can spoil."""

import base64
import json
import os
import secrets
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass

# The provider speaks plain HTTP, on this machine only.
os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

from authlib.integrations.flask_oauth2 import AuthorizationServer
from authlib.oauth2.rfc6749 import ClientMixin, grants
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oidc.core import OpenIDCode, UserInfo
from authlib.oidc.core.models import AuthorizationCodeMixin
from flask import Flask, Response, redirect, request, session
from joserfc import jwt
from joserfc.jwk import RSAKey
from werkzeug.serving import make_server

from server import free_port

CLIENT_ID = "vicinity"
CLIENT_SECRET = "a secret with spaces: & signs"
LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout"
SIGN_IN_PAGE = """<!doctype html><html lang="en"><title>Northwind</title><h1>Northwind sign-in</h1>
<form method="post"><label>Account <input name="account" required></label><button>Continue</button></form>"""


class S256Only(CodeChallenge):
    """authlib takes a challenge that hides nothing too."""

    SUPPORTED_CODE_CHALLENGE_METHOD = ["S256"]
    DEFAULT_CODE_CHALLENGE_METHOD = "S256"


class Client(ClientMixin):
    def __init__(self, provider):
        self.provider = provider

    def get_client_id(self):
        return CLIENT_ID

    def get_default_redirect_uri(self):
        return self.provider.redirect_uri

    def get_allowed_scope(self, scope):
        return " ".join(name for name in (scope or "").split() if name in ("openid", "profile", "email", "groups"))

    def check_redirect_uri(self, redirect_uri):
        return redirect_uri == self.provider.redirect_uri

    def check_client_secret(self, client_secret):
        # The name and the secret are encoded as in a form before they are joined (RFC 6749, 2.3.1).
        return urllib.parse.unquote_plus(client_secret) == CLIENT_SECRET

    def check_endpoint_auth_method(self, method, endpoint):
        return method == "client_secret_basic"

    def check_response_type(self, response_type):
        return response_type == "code"

    def check_grant_type(self, grant_type):
        return grant_type == "authorization_code"


@dataclass
class Code(AuthorizationCodeMixin):
    code: str
    account: str
    redirect_uri: str
    scope: str
    nonce: str
    sid: str
    auth_time: int
    code_challenge: str
    code_challenge_method: str

    def get_redirect_uri(self):
        return self.redirect_uri

    def get_scope(self):
        return self.scope

    def get_nonce(self):
        return self.nonce

    def get_auth_time(self):
        return self.auth_time


class IdentityProvider:
    """Accounts with their claims, at `url`. `spoil` names what the next answers do wrong; None for nothing."""

    def __init__(self, server_url):
        self.server_url = server_url
        self.redirect_uri = f"{server_url}/sign-in/provider/callback"
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.accounts = {}
        self.spoil = None
        self.codes = {}
        self.used_code = "none"
        self.fetched_keys = 0
        self.asked_to_sign_in = 0
        # Of each browser that is signed in here: its account and session.
        self.sessions = []
        self.rotate()
        self._http = None

    def rotate(self):
        """Signs with another key from now on, and publishes that one alone."""
        self.key = RSAKey.generate_key(2048, {"kid": secrets.token_hex(4), "use": "sig", "alg": "RS256"})

    def start(self):
        self._http = make_server("127.0.0.1", self.port, self._application(), threaded=True)
        threading.Thread(target=self._http.serve_forever, daemon=True).start()

    def stop(self):
        if self._http:
            self._http.shutdown()
            self._http.server_close()
            self._http = None

    def end_session(self, account, **changes):
        """Tells the server that somebody has signed out here, as a provider does; returns status, header and body."""
        sid = next(sid for name, sid in reversed(self.sessions) if name == account)
        return self.send_logout(self.logout_token(sub=self.accounts[account]["sub"], sid=sid, **changes))

    def logout_token(self, **changes):
        now = int(time.time())
        claims = {"iss": self.url, "aud": CLIENT_ID, "iat": now, "exp": now + 120, "jti": secrets.token_hex(8), "events": {LOGOUT_EVENT: {}}}
        claims = {name: value for name, value in {**claims, **changes}.items() if value is not None}
        return jwt.encode({"alg": "RS256", "kid": self.key.kid, "typ": "logout+jwt"}, claims, self.key)

    def send_logout(self, token):
        form = urllib.parse.urlencode({"logout_token": token}).encode()
        try:
            with urllib.request.urlopen(f"{self.server_url}/sign-in/provider/logout", form) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as refusal:
            return refusal.code, refusal.headers, refusal.read()

    # What the server asks for.

    def metadata(self):
        return {
            "issuer": f"{self.url}/other" if self.spoil == "discovery of another issuer" else self.url,
            "authorization_endpoint": f"{self.url}/authorize", "token_endpoint": f"{self.url}/token", "jwks_uri": f"{self.url}/keys",
            "end_session_endpoint": f"{self.url}/logout", "response_types_supported": ["code"], "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"], "code_challenge_methods_supported": ["S256"],
            "backchannel_logout_supported": True, "backchannel_logout_session_supported": True,
        }

    def spoiled_token(self, text):
        """An ID token with what `spoil` names wrong in it."""
        token = jwt.decode(text, self.key)
        header, claims, key = dict(token.header), dict(token.claims), self.key
        now = int(time.time())
        match self.spoil:
            case "wrong nonce": claims["nonce"] = "another"
            case "no nonce": del claims["nonce"]
            case "wrong audience": claims["aud"] = ["another"]
            case "wrong issuer": claims["iss"] = f"{self.url}/other"
            case "expired": claims |= {"iat": now - 7200, "exp": now - 3600}
            case "wrong key": key = RSAKey.generate_key(2048)
            case "unknown key": header["kid"] = "unknown"
            case "no algorithm":
                parts = [base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode() for part in ({"alg": "none"}, claims)]
                return ".".join([*parts, ""])
        return jwt.encode(header, claims, key)

    def spoiled_answer(self):
        """What the token endpoint answers instead of a token; None if that is not what `spoil` names."""
        match self.spoil:
            case "slow":
                time.sleep(6)
                return Response("{}", 200)
            case "failing": return Response("no", 503)
            case "garbage": return Response(secrets.token_bytes(4_000), 200, content_type="application/json")
            case "endless": return Response("[" * (2 << 20), 200, content_type="application/json")
            case "elsewhere": return redirect(f"{self.server_url}/api/v1/session", 307)
            case "no token": return {"token_type": "Bearer", "access_token": "a"}

    def return_address(self, address):
        """Where the browser goes back to, with what `spoil` names wrong in it."""
        url = urllib.parse.urlsplit(address)
        query = dict(urllib.parse.parse_qsl(url.query))
        match self.spoil:
            case "no state": del query["state"]
            case "wrong state": query["state"] = "forged"
            case "used code": query["code"] = self.used_code
            case "no code": del query["code"]
            case "refused": query = {"error": "access_denied", "state": query["state"]}
            case "answer of another issuer": query["iss"] = f"{self.url}/other"
            case "twice": return address + "&state=again"
        return url._replace(query=urllib.parse.urlencode(query)).geturl()

    def _application(self):
        provider, application, client = self, Flask("provider"), Client(self)
        application.secret_key = secrets.token_bytes(16)
        application.config["SESSION_COOKIE_NAME"] = "provider"
        authorization = AuthorizationServer(application, lambda name: client if name == CLIENT_ID else None, lambda token, asked: None)

        class CodeGrant(grants.AuthorizationCodeGrant):
            TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic"]

            def save_authorization_code(self, code, asked):
                data = asked.payload.data
                challenge = "A" * 43 if provider.spoil == "wrong verifier" else data["code_challenge"]
                provider.codes[code] = Code(
                    code, session["account"], asked.payload.redirect_uri, asked.scope, data.get("nonce"), session["sid"], session["at"],
                    challenge, data["code_challenge_method"])

            def query_authorization_code(self, code, client):
                return provider.codes.get(code)

            def delete_authorization_code(self, code):
                provider.used_code = code.code
                del provider.codes[code.code]

            def authenticate_user(self, code):
                return code.account

        class Tokens(OpenIDCode):
            def exists_nonce(self, nonce, asked):
                return False

            def get_client_claims(self, client):
                return {"iss": provider.url, "aud": [CLIENT_ID]}

            def get_encode_header(self, client):
                return {"alg": "RS256", "kid": provider.key.kid}

            def resolve_client_private_key(self, client):
                return provider.key

            def get_authorization_code_claims(self, code):
                return {**super().get_authorization_code_claims(code), "sid": code.sid}

            def generate_user_info(self, account, scope):
                return UserInfo(provider.accounts[account])

            def encode_id_token(self, token, asked):
                return provider.spoiled_token(super().encode_id_token(token, asked))

        authorization.register_grant(CodeGrant, [S256Only(required=True), Tokens(require_nonce=True)])

        @application.get("/.well-known/openid-configuration")
        def discovery():
            return provider.metadata()

        @application.get("/keys")
        def keys():
            provider.fetched_keys += 1
            return {"keys": [provider.key.as_dict(private=False)]}

        @application.route("/authorize", methods=["GET", "POST"])
        def authorize():
            if request.method == "POST":
                session.update(account=request.form["account"], sid=secrets.token_hex(8), at=int(time.time()))
                provider.sessions.append((session["account"], session["sid"]))
            elif session.get("account") not in provider.accounts or request.args.get("prompt") == "login":
                provider.asked_to_sign_in += 1
                return SIGN_IN_PAGE
            assert request.args["code_challenge_method"] == "S256", "The challenge hides nothing."
            grant = authorization.get_consent_grant(end_user=session["account"])
            answer = authorization.create_authorization_response(request=None, grant_user=session["account"], grant=grant)
            if "Location" in answer.headers:
                answer.headers["Location"] = provider.return_address(answer.headers["Location"])
            return answer

        @application.post("/token")
        def token():
            return provider.spoiled_answer() or authorization.create_token_response()

        @application.get("/logout")
        def logout():
            assert request.args["client_id"] == CLIENT_ID
            assert request.args["post_logout_redirect_uri"] == f"{provider.server_url}/sign-in"
            session.clear()
            return redirect(request.args["post_logout_redirect_uri"])

        return application
