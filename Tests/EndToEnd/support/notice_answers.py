"""Answers of the API of notices with every state of a notice, a device and a webhook, for pages whose look is measured."""

import datetime
import json
import re


def ago(**span):
    return (datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(**span)).isoformat(timespec="seconds").replace("+00:00", "Z")


class NoticeAnswers:
    """What the pages of one browser get as answers. It changes nothing of a server."""

    def __init__(self, context):
        self.notices = []
        self.channels = []
        self.webhooks = []
        self.failures = []
        self.quiet_hours = []
        for pattern in ("**/api/v1/notices", "**/api/v1/notices/**", "**/api/v1/webhooks", "**/api/v1/webhooks/**"):
            context.route(pattern, self._answer)

    def fill(self, note, other):
        """Everything that there may be; `note` and `other` are what somebody has written."""
        self.notices = [
            {"id": "3", "kind": "order-ready", "tag": "o", "title": note, "body": note, "url": "/order#orders", "at": ago(minutes=4), "read": False, "version": 1},
            {"id": "2", "kind": "clock-out", "tag": "c", "title": note, "body": note, "url": "/attendance", "at": ago(hours=2), "read": False, "version": 1},
            {"id": "1", "kind": "device-blind", "tag": "d", "title": note, "body": "", "url": "/screens", "at": ago(days=2), "read": True, "version": 2},
        ]
        self.channels = [
            {"id": "1", "kind": "push", "label": "Firefox · Linux", "state": "working", "since": ago(days=20), "lastProof": ago(hours=2), "digest": "aa"},
            {"id": "2", "kind": "push", "label": other, "state": "doubtful", "since": ago(days=60), "lastProof": ago(days=16), "digest": "bb"},
            {"id": "3", "kind": "ntfy", "label": "ntfy.sh", "address": "https://ntfy.sh/…", "state": "failing", "since": ago(days=3), "failure": "http-410"},
            {"id": "4", "kind": "gotify", "label": "gotify.example.org", "state": "failing", "since": ago(days=3)},
            {"id": "5", "kind": "mail", "label": "a…n@example.org", "address": "a…n@example.org", "state": "unconfirmed", "since": ago(minutes=3)},
        ]
        self.quiet_hours = [{"days": ["mon", "sun"], "hours": "22:00–07:00"}]
        self.webhooks = [
            {"id": "1", "label": note, "url": "https://example.org/…/in", "form": "standard", "events": ["order.placed", "notice.failed"], "state": "working", "since": ago(days=9)},
            {"id": "2", "label": other, "url": "https://hooks.slack.com/…", "form": "slack", "events": ["attendance.punched"], "state": "failing", "since": ago(hours=2), "failure": "outgoing-time-limit"},
            {"id": "3", "label": f"{note} 2", "url": "https://example.com/…", "form": "home-assistant", "events": ["order.ready"], "state": "disabled", "since": ago(days=40)},
        ]
        self.failures = [
            {"id": str(number), "kind": "order-ready", "channel": "push", "person": "Ada Morgan", "at": ago(hours=number), "code": code, "attempts": number}
            for number, code in enumerate(["gone", "mail-bounced", "outgoing-time-limit", "outgoing-tls", "http-403", "push-413", "push-503"], 1)
        ]

    @property
    def _answers(self):
        kinds = [
            "order-ready", "order-corrected", "order-waiting", "pickup-soon", "window-moved", "window-closed", "not-collected", "clock-in", "clock-out", "forgotten-clock-out", "account-low", "device-blind"]
        ways = [("push", 3, 1204, 2, 142), ("mail", 0, 88, 40, 920), ("ntfy", 12, 4, 0, None), ("gotify", 0, 0, 0, None)]
        return {
            "notices": {"asOf": 0, "now": ago(), "unread": sum(not notice["read"] for notice in self.notices), "notices": self.notices},
            "notices/settings": {
                "order": ["push", "ntfy", "gotify", "mail"], "off": [{"kind": "clock-in", "channel": "mail"}], "quietHours": self.quiet_hours,
                "inQuietHours": "later", "detail": "discreet", "kinds": kinds, "timeZone": "Europe/Berlin"},
            "notices/channels": {"pushKey": "B" + 86 * "A", "mail": True, "channels": self.channels},
            "notices/delivery": {
                "channels": [
                    {"kind": kind, "waiting": waiting, "handedOver": done, "failed": failed, **({"p99Milliseconds": late} if late else {})}
                    for kind, waiting, done, failed, late in ways],
                "failures": self.failures},
            "webhooks": {"webhooks": self.webhooks},
            "webhooks/1/deliveries": {"deliveries": [
                {"id": "1", "event": "order.ready", "at": ago(minutes=3), "state": "delivered", "attempts": 1, "status": 204},
                {"id": "2", "event": "order.placed", "at": ago(minutes=9), "state": "failed", "attempts": 6, "status": 500},
                {"id": "3", "event": "order.cancelled", "at": ago(hours=1), "state": "waiting", "attempts": 2, "failure": "outgoing-tls"}]},
            "webhooks/1/secret": {"secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"},
        }

    def _answer(self, route):
        path = re.sub(r"^.*/api/v1/", "", route.request.url)
        answer = self._answers.get(path)
        route.fulfill(status=200 if answer else 404, content_type="application/json", body=json.dumps(answer or {"code": "not-found"}))
