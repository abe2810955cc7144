"""Sets up the shop that pretix sells in: the three items of the order, limited by one quota, and a token for its REST API.

    PRETIX_CONFIG_FILE=FILE python shop.py

Prints one JSON object: the token, the path that takes orders, and the order.
"""
import json
import os
from datetime import timedelta
from decimal import Decimal

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pretix.settings")
django.setup()

from django.utils.timezone import now  # noqa: E402
from django_scopes import scopes_disabled  # noqa: E402
from pretix.base.models import Event, Organizer, Team  # noqa: E402

# What the campus of the benchmark asks for the same lines, and how often each is in the order.
ITEMS = [("Smash burger", "9.80", 1), ("Grain bowl", "10.40", 1), ("Cappuccino", "4.50", 2)]
# The lunch window: more room than a run takes, but a limit that each order is checked against.
CAPACITY = 1_000_000


@scopes_disabled()
def set_up():
    organizer = Organizer.objects.create(name="Campus", slug="campus")
    event = Event.objects.create(
        organizer=organizer, name="Lunch", slug="lunch", currency="EUR", live=True,
        date_from=now() + timedelta(days=1),
    )
    quota = event.quotas.create(name="Lunch window", size=CAPACITY)
    positions = []
    for name, price, count in ITEMS:
        item = event.items.create(name=name, default_price=Decimal(price), admission=False)
        quota.items.add(item)
        positions += [{"item": item.pk, "variation": None, "price": price}] * count
    team = Team.objects.create(organizer=organizer, name="Clients", all_events=True, all_event_permissions=True)
    order = {
        "email": "ada@example.org", "locale": "en", "sales_channel": "web", "payment_provider": "manual",
        "send_email": False, "positions": positions,
    }
    path = f"/api/v1/organizers/{organizer.slug}/events/{event.slug}/orders/"
    print(json.dumps({"token": team.tokens.create(name="Load").token, "path": path, "order": order}))


set_up()
