"""Badges and phones of a person, on the page of people."""

import pytest
from playwright.sync_api import expect

from accounts_server import PASSWORD
from administered_server import ADMINISTRATOR
from looks import PHONE

UUID = "B4D63E71-0C8F-4A5D-9E27-51F8A2C07D36"
KEY = "00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF"
WEARABLES = "/api/v1/people/ada/wearables"


@pytest.fixture
def visitor(installation, administrator, visit):
    visitor = visit(installation.url, viewport=PHONE, locale="en-GB")
    answer = visitor.context.request.post(f"{installation.url}/api/v1/session", data={"name": ADMINISTRATOR, "password": PASSWORD})
    assert answer.status == 201, answer.text()
    visitor.open("/people")
    return visitor


@pytest.fixture
def dialog(visitor):
    """The badges and phones of Ada."""
    page = visitor.page
    page.get_by_role("button", name="Ada Morgan", exact=True).click()
    page.get_by_role("dialog", name="Ada Morgan").get_by_role("button", name="Badges and phones").click()
    dialog = page.get_by_role("dialog", name="Badges and phones of Ada Morgan")
    expect(dialog.get_by_text("None yet.")).to_be_visible()
    return dialog


def test_a_badge_is_handed_out_and_taken_away(dialog, visitor, administrator):
    dialog.get_by_label("UUID").fill(UUID.lower())
    dialog.get_by_label("Major").fill("70000")
    dialog.get_by_label("Minor").fill("7")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("from 0 to 65535")
    expect(dialog.get_by_label("Major")).to_be_focused()
    dialog.get_by_label("Major").fill("1")
    dialog.get_by_label("Name (optional)").fill("Blue badge")
    visitor.assert_accessible()
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog.get_by_text("Added. Gateways hear it from their next report on.")).to_be_visible()
    expect(dialog.get_by_role("listitem")).to_contain_text(f"{UUID} 1 7")
    (stored,) = administrator.get(WEARABLES)["wearables"]
    assert (stored["kind"], stored["label"], stored["shown"]) == ("beacon", "Blue badge", f"{UUID} 1 7")

    # The numbers of a badge are no secret, so that one press takes it away and another one gives it back.
    dialog.get_by_role("button", name="Take away").click()
    expect(dialog.get_by_text("“Blue badge” is taken away.")).to_be_visible()
    assert administrator.get(WEARABLES)["wearables"] == []
    dialog.get_by_role("button", name="Undo").click()
    expect(dialog.get_by_role("listitem")).to_contain_text(f"{UUID} 1 7")
    (again,) = administrator.get(WEARABLES)["wearables"]
    assert (again["label"], again["shown"]) == ("Blue badge", f"{UUID} 1 7")


def test_a_key_is_entered_once_and_never_shown(dialog, visitor, administrator):
    page = visitor.page
    dialog.get_by_label("What it is").select_option(label="Phone or watch")
    dialog.get_by_label("Identity key (IRK)").fill(KEY[:-1])
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("32 hexadecimal digits")
    dialog.get_by_label("Identity key (IRK)").fill(KEY)
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog.get_by_role("listitem")).to_contain_text("Phone or watch")
    expect(dialog.get_by_label("Identity key (IRK)")).to_be_empty()
    assert KEY.replace(":", "").lower() not in dialog.inner_html().lower()
    # The same key again is somebody's already.
    dialog.get_by_label("What it is").select_option(label="Phone or watch")
    dialog.get_by_label("Identity key (IRK)").fill(KEY)
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("somebody’s already")
    assert len(administrator.get(WEARABLES)["wearables"]) == 1
    # Nobody could type the key again from memory, so that there is a question first.
    dialog.get_by_role("button", name="Take away").click()
    question = page.get_by_role("dialog", name="Take “Phone or watch” away?")
    question.get_by_role("button", name="Keep it").click()
    assert len(administrator.get(WEARABLES)["wearables"]) == 1
    dialog.get_by_role("button", name="Take away").click()
    question.get_by_role("button", name="Take away").click()
    expect(dialog.get_by_text("“Phone or watch” is taken away.")).to_be_visible()
    expect(dialog.get_by_role("button", name="Undo")).to_have_count(0)
    assert administrator.get(WEARABLES)["wearables"] == []


def test_a_badge_that_changes_its_identity_has_a_key_and_a_counter(dialog, administrator):
    dialog.get_by_label("What it is").select_option(label="Eddystone badge that changes its identity")
    dialog.get_by_label("Identity key").fill(KEY)
    dialog.get_by_label("Rotation exponent").fill("16")
    dialog.get_by_label("Time counter now").fill("86400")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("from 0 to 15")
    expect(dialog.get_by_label("Rotation exponent")).to_be_focused()
    dialog.get_by_label("Rotation exponent").fill("10")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog.get_by_text("Added. Gateways hear it from their next report on.")).to_be_visible()
    (stored,) = administrator.get(WEARABLES)["wearables"]
    assert stored["kind"] == "ephemeral" and len(stored["shown"]) == 8
