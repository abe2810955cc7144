"""One request, or several, for each line of the table of roles: with what it needs to be carried out, and on whose object."""

import dataclasses
import functools
import itertools
import json
import uuid
from dataclasses import dataclass

from accounts_server import PASSWORD
from campus_of_roles import MAIN, TOKYO, person_of
from client import Client
from demo_server import ROOT
from gateways import written
from role_table import EVERYBODY, EVERYWHERE, GATEWAY, SET_UP, role_table

CATALOGUE = json.loads((ROOT / "Web" / "Tips" / "catalogue.json").read_text(encoding="utf-8"))
TIP = CATALOGUE["tips"][0]["id"]
SIGN_IN_REQUIRED, FORBIDDEN = (401, "sign-in-required"), (403, "forbidden")
NOTICE_SETTINGS = {"order": ["mail", "push", "ntfy", "gotify"], "off": [], "quietHours": [], "inQuietHours": "later", "detail": "hidden"}
# A name that no network knows.
WEBHOOK = {"label": "Log", "url": "https://log.invalid/in", "form": "standard", "events": ["notice.failed"]}
NOWHERE = "A" * 22
EMPTY_TABLE = {"name": "x.csv", "csv": "Employee", "map": {"base": "odoo"}}
CORRECTION = {"entries": [{"person": "ada", "amount": {"amount": 100, "currency": "EUR"}, "reason": "Lunch"}]}
GRANT = "grant_type=urn:ietf:params:oauth:grant-type:device_code"


@dataclass(frozen=True)
class Ask:
    """A request of a line of the table."""

    # None is the line's own path.
    path: str | None = None
    body: object = None
    form: str | None = None
    needs_key: bool = False
    # The role has to hold here.
    cafe: str | None = None
    # The role has to hold at this whole site.
    site: str | None = None
    # Whose object it is, and what everybody else is answered.
    owner: str | None = None
    hidden: tuple | None = None
    # Those of the line's roles that may ask this.
    roles: frozenset | None = None
    # Named as localhost, for which alone there are passkeys without TLS.
    at_localhost: bool = False
    # Who signs in for it, in place of the session that there is.
    signs_in_as: str | None = None
    # Whom it lets in it answers like this, as nobody succeeds; None where somebody does.
    answer: tuple | None = None
    method: str = ""

    def send(self, client, port):
        headers = {"idempotency_key": uuid.uuid4().hex} if self.needs_key else {}
        if self.at_localhost:
            headers["host"] = f"localhost:{port}"
        if self.signs_in_as:
            client = Client(port).sign_in(person=self.signs_in_as)
        if self.form is not None:
            return client.send_form(self.path, self.form)
        return client.send(self.method, self.path, self.body, **headers)


# Requests that need nothing but their line.
PLAIN, AT_LOCALHOST = Ask(), Ask(at_localhost=True)


@dataclass(frozen=True)
class Caller:
    """Somebody at the API: a role at a place, or nobody whom the server knows."""

    name: str
    client: object
    roles: frozenset = frozenset()
    # Where the roles hold; None is everywhere.
    cafes: frozenset | None = None
    # The site where the roles hold, when they hold at a site.
    site: str | None = None
    # Whether the server knows the session.
    is_in: bool = True

    def __str__(self):
        return self.name

    def is_of(self, cafe):
        return self.cafes is None or cafe in self.cafes


def expected(caller, rule, ask):
    """The status and code with which a caller is refused; None for one who is let in."""
    if rule.besides == EVERYBODY:
        return None
    if rule.besides == GATEWAY:
        return 401, "gateway-key-required"
    if rule.besides == SET_UP:
        return (410, "link-invalid") if caller.client.token else SIGN_IN_REQUIRED
    if not caller.is_in:
        return SIGN_IN_REQUIRED
    roles = ask.roles or rule.roles
    if not caller.roles & roles:
        return FORBIDDEN
    if ask.site is not None:
        return None if caller.cafes is None or caller.site == ask.site else FORBIDDEN
    needs_everywhere = "everywhere" in rule.besides or roles <= EVERYWHERE
    if caller.cafes is not None and (needs_everywhere if ask.cafe is None else not caller.is_of(ask.cafe)):
        return FORBIDDEN
    return ask.hidden if ask.owner and ask.owner != caller.name else None


class RoleRequests:
    """The requests; each is made when it is sent, as some work once."""

    def __init__(self, world):
        self.world = world
        self.table = role_table()
        self.makers = {
            # Who one is.
            "GET /api/v1/sign-in": PLAIN,
            "POST /api/v1/session": lambda caller: [Ask("/api/v1/session", {"person": "ada", "bearer": True})],
            "GET /api/v1/session": PLAIN,
            "POST /api/v1/session/passkey-options": AT_LOCALHOST,
            "PUT /api/v1/password": lambda caller: [Ask("/api/v1/password", {"password": PASSWORD})],
            "POST /api/v1/password-links": lambda caller: [
                Ask("/api/v1/password-links", {"name": "nobody@example.org"}, answer=(409, "mail-not-configured"))
            ],
            "POST /api/v1/session/proof": lambda caller: [Ask("/api/v1/session/proof", {"password": PASSWORD})],
            "GET /api/v1/passkeys": PLAIN,
            "POST /api/v1/passkeys/options": AT_LOCALHOST,
            "POST /api/v1/passkeys": self.adding_passkey,
            "PATCH /api/v1/passkeys/{passkey}": self.naming_passkey,
            "DELETE /api/v1/passkeys/{passkey}": self.removing_passkey,
            "GET /api/v1/recovery-codes": PLAIN,
            "POST /api/v1/recovery-codes": PLAIN,
            # Without a provider the browser goes back to the sign-in page, and a message of one is refused.
            "GET /sign-in/provider": Ask(answer=(303, None)),
            "GET /sign-in/provider/callback": Ask(answer=(303, None)),
            "POST /sign-in/provider/logout": lambda caller: [Ask("/sign-in/provider/logout", form="logout_token=none", answer=(400, None))],
            "GET /api/v1/sessions": PLAIN,
            "DELETE /api/v1/sessions/{session}": self.ending_session,
            "DELETE /api/v1/sessions": PLAIN,
            "GET /api/v1/set-up": PLAIN,
            "POST /api/v1/set-up": lambda caller: [Ask("/api/v1/set-up", {"administrator": self.newcomer()})],
            "POST /api/v1/set-up/passkey-options": AT_LOCALHOST,
            "POST /api/v1/invitation/check": lambda caller: [Ask("/api/v1/invitation/check", {"token": NOWHERE}, answer=(410, "link-invalid"))],
            "POST /api/v1/invitation": lambda caller: [Ask("/api/v1/invitation", {"token": NOWHERE, "password": PASSWORD}, answer=(410, "link-invalid"))],
            # What is one's own.
            "GET /api/v1/preferences": PLAIN,
            "PATCH /api/v1/preferences": lambda caller: [Ask("/api/v1/preferences", {"clock": "24"})],
            "GET /api/v1/own-data": PLAIN,
            "GET /api/v1/own-data/export": PLAIN,
            # People and screens.
            "GET /api/v1/people": PLAIN,
            "POST /api/v1/people": lambda caller: [Ask("/api/v1/people", self.person())],
            "PATCH /api/v1/people/{person}": lambda caller: [Ask(f"/api/v1/people/{world.victim}", {"locale": "de-DE"})],
            "POST /api/v1/people/{person}/invitation": lambda caller: [Ask(f"/api/v1/people/{world.victim}/invitation")],
            "DELETE /api/v1/people/{person}/sessions": lambda caller: [Ask(f"/api/v1/people/{world.victim}/sessions")],
            "GET /api/v1/security-log": PLAIN,
            "POST /oauth/device_authorization": lambda caller: [Ask("/oauth/device_authorization", form="client_id=nothing", answer=(400, None))],
            "POST /oauth/token": lambda caller: [Ask("/oauth/token", form=f"{GRANT}&client_id=kitchen&device_code={NOWHERE}", answer=(400, None))],
            "GET /oauth/qr-code": lambda caller: [Ask("/oauth/qr-code?user_code=BCDF-GHJK")],
            "GET /api/v1/pairings/{code}": lambda caller: [Ask(f"/api/v1/pairings/{world.code()}")],
            "POST /api/v1/pairings/{code}/approval": self.approving,
            "POST /api/v1/pairings/{code}/refusal": lambda caller: [Ask(f"/api/v1/pairings/{world.code(fresh=self.is_person(caller))}/refusal")],
            "GET /api/v1/screens": PLAIN,
            "GET /api/v1/door-code": PLAIN,
            "POST /api/v1/door-scans": lambda caller: [Ask(None, {"code": "a.AAAA"}, answer=(422, "unknown-door-code"))],
            "DELETE /api/v1/screens/{screen}": lambda caller: [Ask(f"/api/v1/screens/{screen}", cafe=cafe) for cafe, screen in world.screens.items()],
            # Cafés as their managers change them. Without the version that was seen nothing changes.
            "GET /api/v1/campus-file": PLAIN,
            "PUT /api/v1/campus-file": lambda caller: [Ask("/api/v1/campus-file", {}, answer=(400, "invalid-request"))],
            "GET /api/v1/managed-cafes": PLAIN,
            "GET /api/v1/cafes/{cafe}/report": self.at_cafes("/report"),
            "GET /api/v1/cafes/{cafe}/draft": self.at_cafes("/draft"),
            "PUT /api/v1/cafes/{cafe}/draft": self.at_cafes("/draft", {"document": {}, "base": 1}, answer=(400, "invalid-request")),
            "DELETE /api/v1/cafes/{cafe}/draft": self.at_cafes("/draft", answer=(400, "invalid-request")),
            "GET /api/v1/cafes/{cafe}/draft/menu": self.at_cafes("/draft/menu"),
            "POST /api/v1/cafes/{cafe}/revisions": self.at_cafes("/revisions", answer=(400, "invalid-request")),
            "POST /api/v1/cafes/{cafe}/pictures": self.at_cafes("/pictures", {}, answer=(415, "unsupported-picture")),
            "GET /api/v1/pictures/{picture}/{side}": lambda caller: [Ask("/api/v1/pictures/photo-0/160", answer=(404, "unknown-picture"))],
            "GET /api/v1/cafes/{cafe}/revisions": self.at_cafes("/revisions"),
            "GET /api/v1/cafes/{cafe}/revisions/{revision}": self.at_cafes("/revisions/1"),
            "POST /api/v1/cafes/{cafe}/revisions/{revision}/return": self.at_cafes("/revisions/1/return", {"seen": 1}, answer=(409, "nothing-to-publish")),
            "POST /api/v1/cafes/{cafe}/printers/{printer}/test-pages": self.at_cafes("/printers/none/test-pages", answer=(409, "unknown-printer")),
            "GET /api/v1/organisation": PLAIN,
            "POST /api/v1/organisation/trials": Ask(body={"service": "payments"}),
            "GET /api/v1/data-announcements": PLAIN,
            "POST /api/v1/sites/{site}/data-announcements": self.at_sites("/data-announcements", {"practices": []}, answer=(400, "invalid-request")),
            # Sites as facilities change them.
            "GET /api/v1/managed-sites": PLAIN,
            "GET /api/v1/sites/{site}/draft": self.at_sites("/draft"),
            "PUT /api/v1/sites/{site}/draft": self.at_sites("/draft", {"document": {}, "base": 1}, answer=(400, "invalid-request")),
            "DELETE /api/v1/sites/{site}/draft": self.at_sites("/draft", answer=(400, "invalid-request")),
            "POST /api/v1/sites/{site}/revisions": self.at_sites("/revisions", answer=(400, "invalid-request")),
            "GET /api/v1/sites/{site}/revisions": self.at_sites("/revisions"),
            "GET /api/v1/sites/{site}/revisions/{revision}": self.at_sites("/revisions/1"),
            "POST /api/v1/sites/{site}/revisions/{revision}/return": self.at_sites("/revisions/1/return", {"seen": 1}, answer=(409, "nothing-to-publish")),
            "GET /api/v1/sites/{site}/attendance-rules": lambda caller: [Ask("/api/v1/sites/berlin/attendance-rules")],
            "PUT /api/v1/sites/{site}/attendance-rules": lambda caller: [Ask("/api/v1/sites/berlin/attendance-rules", {}, answer=(400, "invalid-request"))],
            "POST /api/v1/sites/{site}/attendance-rules/effect": lambda caller: [Ask("/api/v1/sites/berlin/attendance-rules/effect", {"rules": {}})],
            "POST /api/v1/sites/{site}/attendance-rules/retention-effect": lambda caller: [
                Ask("/api/v1/sites/berlin/attendance-rules/retention-effect", {"attendanceRetention": {"payday": 25}})],
            "GET /api/v1/sites/{site}/spots/{spot}/qr-code": self.at_sites("/spots/berlin-entrance/qr-code"),
            # Cafés and orders.
            "GET /api/v1/cafes": PLAIN,
            "GET /api/v1/cafes/{cafe}": self.at_cafes("", bound=False),
            "GET /api/v1/cafes/{cafe}/menu": self.at_cafes("/menu", bound=False),
            "POST /api/v1/cafes/{cafe}/quote": self.at_cafes("/quote", {"lines": world.lines}, bound=False),
            "POST /api/v1/orders": lambda caller: [Ask("/api/v1/orders", world.basket, needs_key=True)],
            "GET /api/v1/orders": PLAIN,
            "GET /api/v1/orders/{order}": self.of_orders(""),
            "POST /api/v1/orders/{order}/start": self.of_orders("/start"),
            "POST /api/v1/orders/{order}/cancellation": self.of_orders("/cancellation"),
            "GET /api/v1/payment-means": PLAIN,
            "GET /api/v1/payments/{payment}": self.of_payments(""),
            "POST /api/v1/payments/{payment}/session": self.of_payments("/session"),
            "POST /api/v1/payments/{payment}/check": self.of_payments("/check"),
            "POST /api/v1/payments/stripe/webhook": lambda caller: [Ask("/api/v1/payments/stripe/webhook", {}, answer=(400, "payment-call-refused"))],
            "POST /api/v1/orders/{order}/refunds": lambda caller: [
                Ask(f"/api/v1/orders/{world.order_of('ada', False)}/refunds", {"reason": "cold"}, needs_key=True, cafe=MAIN)],
            "GET /api/v1/orders/{order}/refunds": lambda caller: [Ask(f"/api/v1/orders/{world.order_of('ada', False)}/refunds", cafe=MAIN)],
            "GET /api/v1/refundable-orders": lambda caller: [
                Ask(f"/api/v1/refundable-orders?cafe={cafe}&day=2020-01-01&number=1", cafe=cafe, answer=(404, "unknown-order")) for cafe in (MAIN, TOKYO)],
            "GET /api/v1/accounts": PLAIN,
            "GET /api/v1/accounts/{person}": lambda caller: [Ask("/api/v1/accounts/ada")],
            "GET /api/v1/account-corrections": PLAIN,
            "POST /api/v1/account-corrections/preview": lambda caller: [Ask("/api/v1/account-corrections/preview", CORRECTION)],
            "POST /api/v1/account-corrections": lambda caller: [Ask("/api/v1/account-corrections", CORRECTION, needs_key=True)],
            "POST /api/v1/account-corrections/{correction}/decision": lambda caller: [
                Ask(f"/api/v1/account-corrections/{NOWHERE}/decision", {"confirmed": True}, answer=(404, "unknown-correction"))],
            "GET /api/v1/account": PLAIN,
            "POST /api/v1/account/top-ups": lambda caller: [
                Ask("/api/v1/account/top-ups", {"amount": {"amount": 2000, "currency": "EUR"}}, needs_key=True, answer=(409, "card-payments-off"))],
            "GET /api/v1/cafes/{cafe}/windows": self.at_cafes("/windows", bound=False),
            "PUT /api/v1/pickup-hold": lambda caller: [Ask("/api/v1/pickup-hold", {"cafe": MAIN, "lines": world.lines})],
            "DELETE /api/v1/pickup-hold": PLAIN,
            # A favourite is its person's, whatever the café.
            "PUT /api/v1/cafes/{cafe}/favourites/{item}": self.at_cafes("/favourites/" + world.lines[0]["item"], bound=False, cafes=[MAIN]),
            "DELETE /api/v1/cafes/{cafe}/favourites/{item}": self.at_cafes("/favourites/" + world.lines[0]["item"], bound=False, cafes=[MAIN]),
            "GET /api/v1/favourites": PLAIN,
            "DELETE /api/v1/favourites": PLAIN,
            # The kitchen.
            "GET /api/v1/cafes/{cafe}/tickets": self.at_cafes("/tickets"),
            "GET /api/v1/cafes/{cafe}/board": self.at_cafes("/board"),
            "GET /api/v1/tickets/{ticket}": self.of_tickets(""),
            "POST /api/v1/tickets/{ticket}/actions": self.of_tickets("/actions", {"action": "start"}),
            "POST /api/v1/tickets/{ticket}/rejection": self.of_tickets("/rejection", {"reason": "busy", "soldOut": ["another"]}, answer=(400, "invalid-request")),
            "GET /api/v1/cafes/{cafe}/counter": self.at_cafes("/counter"),
            "POST /api/v1/cafes/{cafe}/counter/orders": lambda caller: [
                Ask(f"/api/v1/cafes/{cafe}/counter/orders", world.walk_up(cafe), needs_key=True, cafe=cafe) for cafe in (MAIN, TOKYO)],
            "POST /api/v1/cafes/{cafe}/counter/orders/{order}/cancellation": self.at_cafes(
                "/counter/orders/none/cancellation", {"reason": "mistake"}, answer=(404, "unknown-order")),
            "POST /api/v1/cafes/{cafe}/handovers": self.at_cafes("/handovers", {"code": "1"}, answer=(422, "wrong-handover-code")),
            "GET /api/v1/orders/{order}/handover-code": self.of_orders("/handover-code"),
            "GET /api/v1/cafes/{cafe}/sold-out": self.at_cafes("/sold-out"),
            "GET /api/v1/cafes/{cafe}/unseen": self.at_cafes("/unseen"),
            "GET /api/v1/cafes/{cafe}/replay": self.at_cafes("/replay"),
            "POST /api/v1/cafes/{cafe}/sightings": self.at_cafes("/sightings", {"tickets": [], "stations": ["grill"]}),
            "GET /api/v1/cafes/{cafe}/coming": self.at_cafes("/coming"),
            "GET /api/v1/cafes/{cafe}/pace": self.at_cafes("/pace"),
            "POST /api/v1/cafes/{cafe}/pace": self.at_cafes("/pace", {"delayMinutes": 0}),
            "POST /api/v1/cafes/{cafe}/sold-out": self.at_cafes("/sold-out", {"soldOut": False}),
            # Kiosks.
            "GET /api/v1/kiosk": PLAIN,
            "PUT /api/v1/kiosk/help": lambda caller: [Ask("/api/v1/kiosk/help", {"wanted": False})],
            "POST /api/v1/kiosk/exit": lambda caller: [Ask("/api/v1/kiosk/exit", {"code": "none"}, answer=(422, "wrong-exit-code"))],
            "POST /api/v1/kiosk/orders": lambda caller: [Ask("/api/v1/kiosk/orders", {**{key: world.basket[key] for key in ("lines", "expectedTotal")}, "payment": "counter"}, needs_key=True)],
            "GET /api/v1/followed-orders/{order}": lambda caller: [Ask("/api/v1/followed-orders/none", answer=(404, "unknown-order"))],
            "GET /api/v1/followed-orders/{order}/qr-code": lambda caller: [Ask("/api/v1/followed-orders/none/qr-code", answer=(404, "unknown-order"))],
            "GET /api/v1/followed-orders/{order}/receipt": lambda caller: [Ask("/api/v1/followed-orders/none/receipt", answer=(404, "unknown-order"))],
            "POST /api/v1/kiosk/orders/{order}/cancellation": self.abandoning,
            **{
                f"{method} /api/v1/followed-orders/{{order}}/payment{rest}": lambda caller, rest=rest: [Ask(f"/api/v1/followed-orders/none/payment{rest}", answer=(404, "unknown-payment"))]
                for method, rest in (("GET", ""), ("POST", "/session"), ("POST", "/check"), ("GET", "/qr-code"))
            },
            "GET /api/v1/kiosk-badge": PLAIN,
            "PUT /api/v1/kiosk-badge": lambda caller: [Ask("/api/v1/kiosk-badge", {"number": uuid.uuid4().hex, "pin": "4711"})],
            # Whoever has one here has set it just before.
            "DELETE /api/v1/kiosk-badge": PLAIN,
            "PUT /api/v1/kiosk-badge/block": self.blocking_badge,
            "DELETE /api/v1/kiosk-badge/block": self.blocking_badge,
            "GET /api/v1/people/{person}/kiosk-badge": lambda caller: [Ask(f"/api/v1/people/{world.victim}/kiosk-badge")],
            **{
                f"{method} /api/v1/people/{{person}}/kiosk-badge/block": lambda caller: [Ask(f"/api/v1/people/{world.victim}/kiosk-badge/block", answer=(404, "unknown-badge"))]
                for method in ("PUT", "DELETE")
            },
            "GET /api/v1/cafes/{cafe}/unpaid-orders": self.at_cafes("/unpaid-orders"),
            "POST /api/v1/cafes/{cafe}/unpaid-orders/{order}/payment": self.at_cafes("/unpaid-orders/none/payment", {"payment": "cash"}, answer=(404, "unknown-order")),
            "GET /api/v1/cafes/{cafe}/help-calls": self.at_cafes("/help-calls"),
            "DELETE /api/v1/cafes/{cafe}/help-calls/{kiosk}": self.at_cafes("/help-calls/nobody"),
            "GET /api/v1/cafes/{cafe}/printers": self.at_cafes("/printers"),
            # The campus of the test has no printer.
            "POST /api/v1/tickets/{ticket}/prints": lambda caller: [
                Ask(f"/api/v1/tickets/{ticket}/prints", cafe=cafe, answer=(409, "no-printer")) for cafe, ticket in self.world.tickets.items()
            ],
            "POST /api/v1/orders/{order}/receipt-prints": lambda caller: [
                Ask(f"/api/v1/orders/{ticket}/receipt-prints", {}, cafe=cafe, answer=(409, "no-printer"))
                for cafe, ticket in self.world.tickets.items()
            ],
            # Attendance and presence.
            "GET /api/v1/attendance": PLAIN,
            "GET /api/v1/attendance/replay": PLAIN,
            "GET /api/v1/attendance/month": PLAIN,
            "POST /api/v1/attendance/corrections": lambda caller: [
                Ask("/api/v1/attendance/corrections", {"day": "2099-01-01", "marks": [], "reason": "ill", "site": "berlin"}, answer=(409, "day-not-over"), needs_key=True)],
            "POST /api/v1/attendance/corrections/{correction}/withdrawal": lambda caller: [
                Ask(f"/api/v1/attendance/corrections/{NOWHERE}/withdrawal", answer=(404, "unknown-day-correction"))],
            "GET /api/v1/attendance/month.csv": PLAIN,
            "GET /api/v1/attendance/people/{person}/month.csv": lambda caller: [Ask("/api/v1/attendance/people/ada/month.csv")],
            "GET /api/v1/attendance/export": PLAIN,
            "GET /api/v1/attendance/export.csv": PLAIN,
            "GET /api/v1/attendance/totals.csv": PLAIN,
            "GET /api/v1/attendance/people": PLAIN,
            "GET /api/v1/attendance/people/{person}/month": lambda caller: [Ask("/api/v1/attendance/people/ada/month")],
            "GET /api/v1/attendance/corrections": PLAIN,
            "POST /api/v1/attendance/corrections/{correction}/decision": lambda caller: [
                Ask(f"/api/v1/attendance/corrections/{NOWHERE}/decision", {"verdict": "accept"}, answer=(404, "unknown-day-correction"))],
            "GET /api/v1/attendance/who-is-in": PLAIN,
            "POST /api/v1/entrance-visits": lambda caller: [
                Ask("/api/v1/entrance-visits", {"number": "1", "pin": "1"}, answer=(422, "wrong-badge-or-pin"))],
            "POST /api/v1/entrance-visits/{visit}/punch": lambda caller: [
                Ask(f"/api/v1/entrance-visits/{NOWHERE}/punch", {"kind": "in"}, answer=(410, "entrance-visit-over"))],
            "GET /api/v1/attendance/payroll": PLAIN,
            "GET /api/v1/attendance/payroll/{template}": lambda caller: [
                Ask("/api/v1/attendance/payroll/none", answer=(404, "unknown-payroll-template"))],
            "GET /api/v1/attendance/imports/maps": PLAIN,
            "POST /api/v1/attendance/imports/preview": lambda caller: [Ask("/api/v1/attendance/imports/preview", EMPTY_TABLE)],
            "POST /api/v1/attendance/imports": lambda caller: [
                Ask("/api/v1/attendance/imports", EMPTY_TABLE | {"reason": "x"}, answer=(422, "attendance-import-mistakes"))],
            "GET /api/v1/attendance/calendar": PLAIN,
            "POST /api/v1/attendance/calendar": PLAIN,
            "DELETE /api/v1/attendance/calendar": PLAIN,
            "GET /api/v1/attendance/calendars/{secret}/shifts.ics": lambda caller: [
                Ask(f"/api/v1/attendance/calendars/{NOWHERE}/shifts.ics", answer=(404, "unknown-calendar"))],
            "GET /api/v1/attendance/delegations": PLAIN,
            "POST /api/v1/attendance/delegations": lambda caller: [
                Ask("/api/v1/attendance/delegations", {"delegate": "ada", "lastDay": "2000-01-01"}, answer=(422, "invalid-delegation"))],
            "DELETE /api/v1/attendance/delegations/{delegation}": lambda caller: [
                Ask(f"/api/v1/attendance/delegations/{NOWHERE}", answer=(404, "unknown-delegation"))],
            "POST /api/v1/attendance/closings": lambda caller: [
                Ask("/api/v1/attendance/closings", {"month": "2099-01", "site": "berlin"}, answer=(409, "month-not-over"))],
            "POST /api/v1/attendance/closings/{closing}/reopening": lambda caller: [
                Ask(f"/api/v1/attendance/closings/{NOWHERE}/reopening", {"reason": "x"}, answer=(404, "unknown-closing"))],
            "POST /api/v1/attendance/closings/{closing}/reopening/agreement": lambda caller: [
                Ask(f"/api/v1/attendance/closings/{NOWHERE}/reopening/agreement", answer=(404, "unknown-closing"))],
            "DELETE /api/v1/attendance/closings/{closing}/reopening": lambda caller: [
                Ask(f"/api/v1/attendance/closings/{NOWHERE}/reopening", answer=(404, "unknown-closing"))],
            "POST /api/v1/attendance/punches": lambda caller: [Ask("/api/v1/attendance/punches", {"kind": "in", "site": "berlin"}, needs_key=True)],
            "PUT /api/v1/attendance/reminders": lambda caller: [Ask("/api/v1/attendance/reminders", {"on": True})],
            "PUT /api/v1/attendance/hours": lambda caller: [Ask("/api/v1/attendance/hours", {"window": 60})],
            "GET /api/v1/presence/following": PLAIN,
            "PUT /api/v1/presence/following": lambda caller: [Ask("/api/v1/presence/following", {"following": True})],
            "GET /api/v1/presence/conditions": PLAIN,
            "POST /api/v1/presence/events": lambda caller: [Ask("/api/v1/presence/events", self.crossing())],
            "DELETE /api/v1/presence/following": PLAIN,
            "POST /api/v1/gateways/{gateway}/reports": lambda caller: [Ask("/api/v1/gateways/gateway-main-cafe/reports", {"until": written(0), "sightings": []})],
            "GET /api/v1/gateways": PLAIN,
            "DELETE /api/v1/gateways/{gateway}/key": lambda caller: [Ask("/api/v1/gateways/gateway-main-cafe/key", cafe=MAIN)],
            "GET /api/v1/presence/wearables": PLAIN,
            "GET /api/v1/wearables": PLAIN,
            "GET /api/v1/people/{person}/wearables": lambda caller: [Ask(f"/api/v1/people/{world.victim}/wearables")],
            "POST /api/v1/people/{person}/wearables": lambda caller: [Ask(f"/api/v1/people/{world.victim}/wearables", {"kind": "phone", "key": uuid.uuid4().hex})],
            "DELETE /api/v1/people/{person}/wearables/{wearable}": self.taking_away,
            # Notices. Without a mail server nobody gets a link.
            "POST /api/v1/password-links": lambda caller: [Ask("/api/v1/password-links", {"name": "nobody@example.org"}, answer=(409, "mail-not-configured"))],
            "GET /api/v1/notices": PLAIN,
            "POST /api/v1/notices/read": self.reading_up_to,
            "POST /api/v1/notices/{notice}/read": self.of_own("notice", "/read", "unknown-notice"),
            "GET /api/v1/notices/settings": PLAIN,
            "PUT /api/v1/notices/settings": lambda caller: [Ask("/api/v1/notices/settings", NOTICE_SETTINGS)],
            "GET /api/v1/notices/channels": PLAIN,
            "POST /api/v1/notices/channels": lambda caller: [Ask("/api/v1/notices/channels", world.topic(caller.name, "added"))],
            "PATCH /api/v1/notices/channels/{channel}": self.of_own("channel", "", "unknown-channel", {"label": "Tablet"}),
            "POST /api/v1/notices/channels/{channel}/test": self.of_own("channel", "/test", "unknown-channel"),
            # A topic has no code.
            "POST /api/v1/notices/channels/{channel}/code": self.of_own("channel", "/code", "unknown-channel", answer=(404, "unknown-channel")),
            "DELETE /api/v1/notices/channels/{channel}": self.of_own("channel", "", "unknown-channel"),
            "GET /api/v1/notices/delivery": PLAIN,
            "GET /api/v1/webhooks": PLAIN,
            "POST /api/v1/webhooks": lambda caller: [Ask("/api/v1/webhooks", WEBHOOK)],
            "PATCH /api/v1/webhooks/{webhook}": lambda caller: [Ask(f"/api/v1/webhooks/{world.webhook()}", {"label": "Log"})],
            "GET /api/v1/webhooks/{webhook}/deliveries": lambda caller: [Ask(f"/api/v1/webhooks/{world.webhook()}/deliveries")],
            "POST /api/v1/webhooks/{webhook}/test": lambda caller: [Ask(f"/api/v1/webhooks/{world.webhook()}/test")],
            "POST /api/v1/webhooks/{webhook}/secret": lambda caller: [Ask(f"/api/v1/webhooks/{world.webhook()}/secret")],
            "POST /api/v1/webhooks/{webhook}/replay": lambda caller: [Ask(f"/api/v1/webhooks/{world.webhook()}/replay", {"from": written(0), "to": written(1)})],
            "DELETE /api/v1/webhooks/{webhook}": lambda caller: [Ask(f"/api/v1/webhooks/{world.webhook(caller.name if 'administrator' in caller.roles else None)}")],
            # Tips.
            "GET /api/v1/tips": lambda caller: [Ask("/api/v1/tips?platform=web")],
            "GET /api/v1/tips/seen": PLAIN,
            "GET /api/v1/tips/export": PLAIN,
            "GET /api/v1/tips/{tip}/explanation": self.explaining,
            "POST /api/v1/tips/ledger": lambda caller: [Ask("/api/v1/tips/ledger", {"device": "00000000000a0100", "platform": "web", "language": "en", "cursor": 0})],
            "DELETE /api/v1/tips/ledger": PLAIN,
            "GET /api/v1/tips/statistics": PLAIN,
            "GET /api/v1/tips/catalogue": PLAIN,
            "PUT /api/v1/tips/catalogue": lambda caller: [Ask("/api/v1/tips/catalogue", CATALOGUE)],
            "PUT /api/v1/tips/{tip}/switch": lambda caller: [Ask(f"/api/v1/tips/{TIP}/switch", {"isOn": True})],
            "DELETE /api/v1/tips/catalogue": PLAIN,
            # Operation.
            "GET /healthz": PLAIN,
            "GET /readyz": PLAIN,
            "GET /openapi.json": PLAIN,
            "GET /problems/{code}": lambda caller: [Ask("/problems/forbidden")],
            # Who has asked this is gone.
            "DELETE /api/v1/session": PLAIN,
            # And who has asked this cannot even sign in again.
            "DELETE /api/v1/own-data": lambda caller: [Ask(signs_in_as=caller.name if self.is_person(caller) else None)],
        }

    def asks(self, request, caller):
        """What a caller is to send for a line of the table."""
        method, pattern = request.split(" ")
        maker = self.makers[request]
        made = [maker] if isinstance(maker, Ask) else maker(caller)
        return [dataclasses.replace(ask, method=method, path=ask.path or pattern) for ask in made]

    @staticmethod
    def is_person(caller):
        return caller.is_in and not caller.name.startswith(("kitchen", "board", "kiosk", "entrance"))

    def at_cafes(self, rest, body=None, bound=True, cafes=(MAIN, TOKYO), answer=None):
        return lambda caller: [Ask(f"/api/v1/cafes/{cafe}{rest}", body, cafe=cafe if bound else None, answer=answer) for cafe in cafes]

    def abandoning(self, caller):
        """A guest's order of one café is hidden from the kiosks of another."""
        owner = caller.name if caller.is_of(MAIN) else person_of("kiosk", MAIN)
        return [Ask(f"/api/v1/kiosk/orders/{self.world.guest_order}/cancellation", owner=owner, hidden=(404, "unknown-order"))]

    def at_sites(self, rest, body=None, answer=None):
        return lambda caller: [Ask(f"/api/v1/sites/{site}{rest}", body, site=site, answer=answer) for site in ("berlin", "tokyo")]

    def blocking_badge(self, caller):
        """Who is let in sets a badge first."""
        if caller.is_in and caller.roles:
            caller.client.send("PUT", "/api/v1/kiosk-badge", {"number": uuid.uuid4().hex, "pin": "4711"})
        return [Ask("/api/v1/kiosk-badge/block")]

    def of_tickets(self, rest, body=None, answer=None):
        return lambda caller: [Ask(f"/api/v1/tickets/{ticket}{rest}", body, cafe=cafe, answer=answer) for cafe, ticket in self.world.tickets.items()]

    def of_orders(self, rest):
        """Ada's order, and one of the caller's own."""

        def make(caller):
            waits = rest == "/start"
            asks = [Ask(f"/api/v1/orders/{self.world.order_of('ada', waits)}{rest}", owner="ada", hidden=(404, "unknown-order"))]
            if "employee" in caller.roles and caller.is_in:
                asks.append(Ask(f"/api/v1/orders/{self.world.order_of(caller.name, waits)}{rest}", owner=caller.name))
            return asks

        return make

    def of_payments(self, rest):
        """An order that is paid from the meal account has no payment, whoever asks."""
        return lambda caller: [Ask(f"/api/v1/payments/{self.world.order_of('ada', False)}{rest}", answer=(404, "unknown-payment"))]

    def ending_session(self, caller):
        asks = [Ask(f"/api/v1/sessions/{self.world.session_of('ada')}", owner="ada", hidden=(404, "unknown-session"))]
        if self.is_person(caller):
            asks.append(Ask(f"/api/v1/sessions/{self.world.session_of(caller.name)}", owner=caller.name))
        return asks

    def adding_passkey(self, caller):
        body = self.world.new_passkey(caller) if caller.name == self.world.owner_of_passkeys else None
        body = body or {"name": "Key", "request": NOWHERE, "credential": self.world.credential}
        return [Ask("/api/v1/passkeys", body, at_localhost=True)]

    def naming_passkey(self, caller):
        owner = self.world.owner_of_passkeys
        return [Ask(f"/api/v1/passkeys/{self.world.passkey}", {"name": "Desk"}, owner=owner, hidden=(404, "unknown-passkey"))]

    def removing_passkey(self, caller):
        owner = self.world.owner_of_passkeys
        return [Ask(f"/api/v1/passkeys/{self.world.passkey}", owner=owner, hidden=(404, "unknown-passkey"))]

    def approving(self, caller):
        managers = self.table["DELETE /api/v1/screens/{screen}"].roles
        fresh = functools.partial(self.world.code, fresh=True) if self.is_person(caller) else self.world.code
        asks = [Ask(f"/api/v1/pairings/{fresh('terminal')}/approval", {})]
        for cafe in (MAIN, TOKYO):
            may = caller.is_in and caller.roles & managers and caller.is_of(cafe)
            code = self.world.code("kitchen", fresh=bool(may))
            asks.append(Ask(f"/api/v1/pairings/{code}/approval", {"name": "Pass", "cafe": cafe}, cafe=cafe, roles=managers))
        return asks

    def taking_away(self, caller):
        path = f"/api/v1/people/{self.world.victim}/wearables"
        server = self.world.server
        present = server.rows("SELECT id FROM wearables WHERE person = ?", self.world.victim)
        if not present:
            # The sessions that there were may have been ended by other requests.
            administrator = server.client(person=person_of("administrator"))
            assert administrator.send("POST", path, {"kind": "phone", "key": uuid.uuid4().hex}).status == 201
            present = server.rows("SELECT id FROM wearables WHERE person = ?", self.world.victim)
        return [Ask(f"{path}/{present[0][0]}")]

    def of_own(self, kind, rest, code, body=None, answer=None):
        """Ada's notice or channel, and one of the caller's own."""
        path = {"notice": "/api/v1/notices", "channel": "/api/v1/notices/channels"}[kind]
        of = {"notice": self.world.notice_of, "channel": self.world.channel_of}[kind]

        def make(caller):
            asks = [Ask(f"{path}/{of('ada')}{rest}", body, owner="ada", hidden=(404, code))]
            if self.is_person(caller):
                asks.append(Ask(f"{path}/{of(caller.name)}{rest}", body, owner=caller.name, answer=answer))
            return asks

        return make

    def reading_up_to(self, caller):
        path, hidden = "/api/v1/notices/read", (404, "unknown-notice")
        asks = [Ask(path, {"upTo": self.world.notice_of("ada")}, owner="ada", hidden=hidden)]
        if self.is_person(caller):
            asks.append(Ask(path, {"upTo": self.world.notice_of(caller.name)}, owner=caller.name))
        return asks

    def explaining(self, caller):
        path = f"/api/v1/tips/{TIP}/explanation?platform=web"
        return [Ask(path), Ask(f"{path}&person=ada", roles=frozenset({"administrator"}))]

    numbers = itertools.count()

    def newcomer(self):
        return {"name": "Somebody New", "signInName": f"new{next(self.numbers)}@example.org", "password": PASSWORD, "language": "en"}

    def person(self):
        return {"name": "Somebody New", "signInName": f"new{next(self.numbers)}@example.org", "roles": ["employee"], "language": "en"}

    def crossing(self):
        event = {"number": 1, "identifier": "berlin-entrance", "state": "satisfied", "time": written(self.world.began)}
        return {"device": "phone", "events": [event]}
