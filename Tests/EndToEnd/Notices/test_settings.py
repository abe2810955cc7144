"""How notices reach somebody: every change is saved at once, by mouse and by keyboard."""

import pytest
from playwright.sync_api import expect

from looks import PHONE, TABLET
from pages import UsedPage
from waiting import wait_until

SETTINGS = "/api/v1/notices/settings"
CHANNELS = "/api/v1/notices/channels"
TOPIC = "https://ntfy.example.com/lunch"


@pytest.fixture
def client(server):
    return server.client(person="ada")


@pytest.fixture
def page(server, visit):
    visitor = visit(server.url, locale="en-GB")
    visitor.sign_in("Ada Morgan")
    visitor.open("/notice-settings")
    page = UsedPage(visitor)
    expect(page.heading("Where notices go")).to_be_visible()
    return page


def wait_for_setting(client, name, value):
    wait_until(lambda: client.get(SETTINGS)[name] == value, lambda: client.get(SETTINGS)[name])


def test_what_a_locked_screen_tells_is_chosen_a_private_address_refused_and_the_order_changed_by_keyboard_W111(page, client):
    assert client.get(SETTINGS)["detail"] == "discreet"
    page.page.get_by_label("Say only that there is something").check()
    wait_for_setting(client, "detail", "hidden")
    page.page.get_by_label("Say everything").check()
    wait_for_setting(client, "detail", "full")
    page.button("Add {name}", name="Gotify").click()
    dialog = page.page.get_by_role("dialog")
    dialog.get_by_label("Address of the server").fill("https://169.254.169.254/")
    dialog.get_by_label("Token of the application").fill("x")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("The server does not send to this address")
    page.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.button("Try {name} earlier", name="E-mail").focus()
    for _ in range(3):
        page.page.keyboard.press("Enter")
    wait_for_setting(client, "order", ["mail", "push", "ntfy", "gotify"])
    page.page.reload()
    expect(page.page.locator(".channel-kind-head h3").first).to_have_text("E-mail")


def test_quiet_hours_are_saved_at_once_can_be_taken_back_after_removal_and_are_not_saved_without_a_day(page, client):
    page.button("Add quiet hours").click()
    wait_for_setting(client, "quietHours", [{"days": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], "hours": "22:00–07:00"}])
    page.page.get_by_label("Saturday").uncheck()
    page.page.get_by_label("To", exact=True).fill("06:30")
    page.page.get_by_label("To", exact=True).blur()
    wanted = [{"days": ["mon", "tue", "wed", "thu", "fri", "sun"], "hours": "22:00–06:30"}]
    wait_for_setting(client, "quietHours", wanted)
    page.page.get_by_label("Drop").check()
    wait_for_setting(client, "inQuietHours", "drop")
    page.visitor.assert_accessible()
    page.page.locator("quiet-hours").get_by_role("button", name="Remove").click()
    wait_for_setting(client, "quietHours", [])
    page.button("Undo").click()
    wait_for_setting(client, "quietHours", wanted)
    for day in ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Sunday"):
        page.page.get_by_label(day).uncheck()
    expect(page.text("Choose at least one day. Until then these hours are not saved.")).to_be_visible()
    wait_for_setting(client, "quietHours", [])


def test_a_topic_is_added_renamed_switched_and_removed_and_nothing_of_it_sticks_out_W86(page, client):
    page.button("Add {name}", name="ntfy").click()
    dialog = page.page.get_by_role("dialog")
    dialog.get_by_label("Address of the topic").fill(TOPIC)
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog).to_be_hidden()
    [channel] = client.get(CHANNELS)["channels"]
    page.page.locator(f"[data-key=rename-{channel['id']}]").click()
    dialog.get_by_label("Name").fill("My phone")
    dialog.get_by_role("button", name="Save").click()
    row = page.page.locator(".channel")
    expect(row).to_contain_text("My phone")
    page.page.get_by_label("Clock in?: ntfy").uncheck()
    wait_for_setting(client, "off", [{"kind": "clock-in", "channel": "ntfy"}])
    page.visitor.assert_accessible()
    for size in (PHONE, TABLET):
        page.page.set_viewport_size(size)
        assert page.visitor.overflow() == [], size
    row.get_by_role("button", name="Remove").click()
    expect(row).to_have_count(0)
    page.button("Undo").click()
    expect(row).to_have_count(1)
    row.get_by_role("button", name="Remove").click()
    # A person who leaves the page cannot undo it any more.
    page.visitor.open("/notices")
    wait_until(lambda: client.get(CHANNELS)["channels"] == [])


