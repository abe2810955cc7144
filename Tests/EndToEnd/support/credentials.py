"""Secrets of each kind that the server gives out, and each place where it takes one."""

from accounts_server import PASSWORD
from client import Client
from cookie_client import CookieClient
from gateways import gateway_command, written
from security_key import SecurityKey

GRANT = "grant_type=urn:ietf:params:oauth:grant-type:device_code"
SIGN_IN_REQUIRED = (401, "sign-in-required")
GATEWAY = "gateway-main-cafe"


def begin_pairing(port, purpose):
    """A device that shows a code, and what it was given."""
    device = Client(port)
    answer = device.send_form("/oauth/device_authorization", f"client_id={purpose}")
    assert answer.status == 200, answer
    return device, answer.json


def ask_for_token(device, device_code, purpose):
    return device.send_form("/oauth/token", f"{GRANT}&client_id={purpose}&device_code={device_code}")


def secrets(installation, administrator):
    """One secret of each kind that is in force, by the place where it is taken."""
    port = installation.port
    page = CookieClient(port).sign_in(name="noor@example.org", password=PASSWORD)
    issued = gateway_command(installation, "add", GATEWAY)
    assert issued.returncode == 0, issued
    body = {"name": "Mina Okafor", "signInName": "mina@example.org", "roles": ["employee"], "language": "en"}
    link = administrator.send("POST", "/api/v1/people", body).json["link"]
    _, waiting = begin_pairing(port, "terminal")
    key = SecurityKey(port).add_to(administrator)
    return {
        "bearer": administrator.token,
        "cookie": page.cookie.partition("=")[2],
        "csrf": page.csrf,
        "gateway": issued.stdout.strip(),
        "invitation": link.partition("#")[2],
        "device-code": waiting["device_code"],
        "user-code": waiting["user_code"],
        "paired": installation.pair_screen(administrator, "Hot pass").token,
        "passkey-request": key.proof(Client(port))["request"],
    }


def places(port, cookie):
    """What asks with a secret at each place, the secrets that are right there, and how all others are refused."""
    nobody = Client(port)

    def session_by_bearer(secret):
        return Client(port, secret).send("GET", "/api/v1/session")

    def session_by_cookie(secret):
        return nobody.send("GET", "/api/v1/session", cookie=f"vicinity-session={secret}")

    def change_by_cookie(secret):
        return CookieClient(port, cookie, secret).send("PUT", "/api/v1/attendance/reminders", {"on": True})

    def gateway(secret):
        return Client(port, secret).send("POST", f"/api/v1/gateways/{GATEWAY}/reports", {"until": written(0), "sightings": []})

    def set_up(secret):
        return Client(port, secret).send("GET", "/api/v1/set-up")

    def invitation(secret):
        return nobody.send("POST", "/api/v1/invitation/check", {"token": secret})

    def device(secret):
        return ask_for_token(nobody, secret, "terminal")

    def exchange(secret):
        return nobody.send("POST", "/api/v1/session", {"token": secret})

    return {
        session_by_bearer: ({"bearer", "paired"}, SIGN_IN_REQUIRED),
        session_by_cookie: ({"cookie"}, SIGN_IN_REQUIRED),
        change_by_cookie: ({"csrf"}, (403, "csrf")),
        gateway: ({"gateway"}, (401, "gateway-key-required")),
        set_up: (set(), (410, "link-invalid")),
        invitation: ({"invitation"}, (410, "link-invalid")),
        device: ({"device-code"}, (400, "expired_token")),
        # The page of a screen keeps its token as a cookie, once.
        exchange: ({"paired"}, SIGN_IN_REQUIRED),
    }
