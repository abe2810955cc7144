"""Accounts: an installation is set up by its link, people sign in by password, and screens are paired by a code."""

import contextlib
import json
import os
import pty
import re
import subprocess
import time

import pytest
from playwright.sync_api import expect

from account_pages import (
    begin_to_note, heading, name_organisation, note_codes, password_field, press, say_who, seconds_until_code, shown_code, sign_in,
)
from accounts_server import CAFE, SITE
from demo_server import PROGRAM
from looks import PHONE, TABLET
from qr_codes import read_lines, read_picture
from visitor import PATIENCE_MILLISECONDS

# A screen that was revoked shows a code again within this time.
REVOKED_WITHIN_SECONDS = 5


@pytest.fixture
def administrator(accounts, visit):
    """Somebody who has signed in on the sign-in page, on a phone."""
    visitor = visit(accounts.url, viewport=PHONE, locale="en-GB")
    visitor.open("/sign-in?next=/pair")
    sign_in(visitor.page)
    expect(visitor.page.get_by_label("Code on the device")).to_be_visible()
    return visitor


def approve(administrator, code):
    page = administrator.page
    page.get_by_label("Code on the device").fill(code.lower().replace("-", " "))
    press(page, "Continue")
    expect(heading(page, "Approve this screen?")).to_be_visible()
    administrator.assert_accessible()
    press(page, "Approve")
    expect(heading(page, "The screen is approved")).to_be_visible()


def test_an_installation_is_set_up_through_the_page(serve_accounts, browser):
    server = serve_accounts()
    # Not a visitor: where the site is leaves this browser on purpose.
    context = browser.new_context(locale="en-GB", viewport=PHONE)
    context.set_default_timeout(PATIENCE_MILLISECONDS)
    page = context.new_page()
    page.goto(server.link)
    expect(heading(page, "Set up this installation")).to_be_visible()
    assert page.url == f"{server.url}/set-up", "The token stayed in the address."
    say_who(page, password="short")
    expect(page.get_by_role("alert")).to_contain_text("at least 10 characters")
    # Reloading keeps what was typed, but for the password.
    page.reload()
    expect(page.get_by_label("Your name")).to_have_value("Ada Lovelace")
    expect(password_field(page)).to_have_value("")
    say_who(page, password="password1234")
    name_organisation(page)
    expect(page.get_by_role("alert")).to_contain_text("Many people use this password")
    say_who(page)
    expect(page.get_by_label("First café")).to_have_value(CAFE)
    press(page, "Finish the set-up")
    expect(heading(page, "This installation is set up")).to_be_visible()
    for name, address in [("Fill the menu", "/manage"), ("Invite people", "/people"), ("Pair screens", "/screens"), ("Order lunch", "/order")]:
        expect(page.get_by_role("link", name=name)).to_have_attribute("href", address)
    assert page.evaluate("Object.keys(sessionStorage).filter(key => key.includes('set-up'))") == []
    # The link is used up.
    page.goto(server.link)
    expect(page.get_by_role("alert")).to_contain_text("does not work any more")
    context.close()


def test_mistakes_of_a_campus_file_are_listed_and_nothing_is_set_up(serve_accounts, visit):
    server = serve_accounts()
    visitor = visit(server.url, locale="en-GB")
    page = visitor.page
    page.goto(server.link)
    say_who(page)
    page.get_by_text("Import a campus file").click()
    file = {"name": "campus.json", "mimeType": "application/json", "buffer": json.dumps({"sites": []}).encode()}
    page.get_by_label("Campus file", exact=True).set_input_files(file)
    press(page, "Finish the set-up")
    expect(page.get_by_role("listitem").filter(has_text="organisation: is missing")).to_be_visible()
    visitor.assert_accessible()
    visitor.open("/kitchen")
    expect(page.get_by_role("alert")).to_contain_text("This server is not set up yet.")


def test_a_person_signs_in_with_a_password_and_out_again(accounts, visit):
    visitor = visit(accounts.url, viewport=PHONE, locale="en-GB")
    page = visitor.page
    visitor.open("/sign-in?next=/your-data")
    expect(page.get_by_label("E-mail or staff number")).to_be_visible()
    expect(page.get_by_text("demo")).to_have_count(0)
    visitor.assert_accessible()
    sign_in(page, password="seven red lanterns")
    expect(page.get_by_role("alert")).to_have_text("The name and the password do not belong together. Check both, then try again.")
    expect(password_field(page)).to_be_focused()
    sign_in(page)
    expect(page.locator(".who")).to_have_text("Ada Lovelace")
    expect(page).to_have_url(f"{accounts.url}/your-data")
    press(page, "Sign out")
    press(page.locator(".page-tools"), "Sign in")
    sign_in(page)
    expect(page.locator(".who")).to_have_text("Ada Lovelace")


@pytest.mark.parametrize(("place", "opened"), [
    ("kitchen", "No open tickets"), ("board", "Nothing is being made"), ("kiosk", "Touch to order"), ("entrance", "Scan to clock in or out")])
def test_a_screen_is_paired_by_its_code_and_shows_a_code_again_when_it_is_revoked(accounts, administrator, visit, place, opened):
    screen = visit(accounts.url, viewport=TABLET, locale="en-GB")
    note_codes(screen.page)
    screen.open(f"/{place}")
    code = shown_code(screen.page)
    screen.assert_accessible()
    # The picture comes after the code.
    screen.page.wait_for_function("() => document.querySelector('img.pairing-scan').naturalWidth > 0")
    assert read_picture(screen.page.locator("img.pairing-scan").screenshot()) == f"{accounts.url}/pair#{code}"
    approve(administrator, code)
    expect(screen.page.get_by_text(opened).first).to_be_visible()
    client = accounts.administrator()
    [paired] = accounts.screens(client)
    assert (paired["purpose"], paired["placeName"]) == (place, SITE if place == "entrance" else CAFE)
    begin_to_note(screen.page)
    revoked = time.time()
    assert client.send("DELETE", f"/api/v1/screens/{paired['id']}").status == 204
    assert shown_code(screen.page) != code
    assert 0 < seconds_until_code(screen.page, revoked) < REVOKED_WITHIN_SECONDS


def test_a_refused_screen_says_so_and_gets_another_code(accounts, administrator, visit):
    screen = visit(accounts.url, viewport=TABLET, locale="en-GB")
    screen.open("/board")
    code = shown_code(screen.page)
    administrator.open(f"/pair#{code}")
    press(administrator.page, "Refuse")
    expect(heading(administrator.page, "Refused")).to_be_visible()
    expect(screen.page.get_by_role("alert")).to_contain_text("Somebody refused this screen.")
    press(screen.page, "Show a new code")
    assert shown_code(screen.page) != code


def test_the_approval_page_names_the_device_and_asks_an_old_sign_in_for_the_password_once_more_W97(accounts, administrator, visit):
    accounts.stop()
    accounts.forget_proofs()
    accounts.start()
    screen = visit(accounts.url, viewport=TABLET, locale="en-GB")
    screen.open("/kiosk")
    page = administrator.page
    administrator.open(f"/pair#{shown_code(screen.page)}")
    expect(heading(page, "Approve this screen?")).to_be_visible()
    for part, words in [("What it is", "Kiosk"), ("Program", "Chrome, Linux"), ("Address", "127.0.0.1"), ("Asked for the code", ":")]:
        expect(page.locator("dt", has_text=part).locator("xpath=following-sibling::dd[1]")).to_contain_text(words)
    expect(page.get_by_label("Café", exact=True)).to_have_value(accounts.administrator().get("/api/v1/cafes")["cafes"][0]["id"])
    press(page, "Approve")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Is it still you?")
    administrator.assert_accessible()
    # Who changes their mind has approved nothing.
    press(dialog, "Cancel")
    expect(heading(page, "Approve this screen?")).to_be_visible()
    press(page, "Approve")
    password_field(dialog).fill("seven red lanterns")
    press(dialog, "Continue")
    expect(dialog.get_by_role("alert")).to_contain_text("do not belong together")
    password_field(dialog).fill("seven blue lanterns")
    press(dialog, "Continue")
    expect(heading(page, "The screen is approved")).to_be_visible()
    expect(screen.page.locator("kiosk-page[data-open]")).to_be_visible()


def rest_of(terminal):
    """What is left to read of a terminal whose program has ended."""
    text = b""
    with contextlib.suppress(OSError):
        while part := os.read(terminal, 65_536):
            text += part
    return text.decode()


def test_a_terminal_shows_its_code_for_a_phone_and_signs_in_once_it_is_approved(accounts, administrator, tmp_path):
    ours, theirs = pty.openpty()
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path), "TERM": "xterm"}
    program = subprocess.Popen([PROGRAM, "sign-in", "--server", accounts.url], stdin=theirs, stdout=theirs, env=environment)
    os.close(theirs)
    # What can be read at a time may end in the middle of a line, and of a letter.
    shown = b""
    while shown.count(b"\x1b[0m\r\n") < 19:
        shown += os.read(ours, 65_536)
    shown = shown[: shown.rindex(b"\n") + 1].decode()
    address = read_lines(re.findall(r"\x1b\[30;107m(.*?)\x1b\[0m", shown))
    assert f"Or open {address}\r\n" in shown
    administrator.page.goto(address)
    press(administrator.page, "Approve")
    expect(heading(administrator.page, "The terminal is approved")).to_be_visible()
    assert program.wait(timeout=60) == 0
    assert "This terminal is signed in as" in rest_of(ours)
    os.close(ours)


def test_in_the_demo_a_screen_can_be_paired_by_code_too(server, visit):
    screen = visit(server.url, viewport=TABLET, locale="en-GB")
    screen.open("/kitchen")
    press(screen.page, "Pair by code instead")
    code = shown_code(screen.page)
    manager = visit(server.url, viewport=PHONE, locale="en-GB")
    manager.open(f"/pair#{code}")
    press(manager.page.locator(".pair-page"), "Sign in")
    manager.page.get_by_role("dialog").get_by_role("button", name="Greta Lindqvist").click()
    expect(heading(manager.page, "Approve this screen?")).to_be_visible()
    if manager.page.get_by_label("Café", exact=True).input_value() == "":
        manager.page.get_by_label("Café", exact=True).select_option(index=1)
    press(manager.page, "Approve")
    expect(heading(manager.page, "The screen is approved")).to_be_visible()
    expect(screen.page.get_by_role("button", name="Done today")).to_be_visible()
