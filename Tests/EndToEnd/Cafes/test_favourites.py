"""Favourites: what a person marks on a menu stands first there, on all their devices, until the same star takes it away."""

import http.client
import json
import random
import subprocess
import threading
import time

import pytest
from playwright.sync_api import expect

from campus import Campus
from client import Client
from demo_server import PROGRAM, import_campus
from keyboard import Keyboard
from looks import PHONE, TABLET
from menu_page import CAFE, FAVOURITES, MenuPage, menu, path  # noqa: F401 (a fixture)
from pages import OrderPage, UsedPage
from waiting import PATIENCE_SECONDS, wait_until

LEAST_TARGET = 44
# How far the focused element is inside what can be seen of the page, below what sticks to its top.
IS_IN_SIGHT = """
() => {
  const { top, bottom } = document.activeElement.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight && document.elementFromPoint(...centre()) !== null
  function centre() {
    const { left, top, width, height } = document.activeElement.getBoundingClientRect()
    return [left + width / 2, top + height / 2]
  }
}
"""


def test_a_favourite_comes_first_once_and_its_star_removes_it(menu):
    page = menu()
    before = page.sections
    page.star("Flat white").click()
    page.expect_first("Flat white")
    expect(page.star("Flat white")).to_have_attribute("aria-pressed", "true")
    expect(page.page.get_by_role("status").filter(has_text="Flat white is among your favourites now.")).to_be_visible()
    page.star("Smash burger").click()
    # In the order of the menu, not in that of the presses.
    page.expect_first("Smash burger", "Flat white")
    names = [name for section in page.sections for name in section[1:]]
    assert sorted(names) == sorted(name for section in before for name in section[1:])
    page.visitor.assert_accessible()
    page.page.reload()
    page.expect_first("Smash burger", "Flat white")
    page.star("Smash burger").click()
    # Where the first one was stands the other now; whoever presses there as soon as this has not moved the pointer.
    page.star("Flat white").click(position={"x": 40, "y": 22})
    page.expect_first()
    assert page.sections == before
    expect(page.star("Flat white")).to_have_attribute("aria-pressed", "false")


def test_a_favourite_is_ordered_like_any_other_item(menu):
    page = menu()
    page.star("Green tea").click()
    page.expect_first("Green tea")
    page.add("Green tea")
    expect(page.page.locator("basket-panel")).to_contain_text("Green tea")


def test_favourites_reach_other_devices_and_open_pages(server, menu):
    """By the feed: nothing else would have them look again."""
    here, there = menu(), menu(viewport=PHONE)
    here.star("Flat white").click()
    there.expect_first("Flat white")
    there.star("Flat white").click()
    here.expect_first()
    assert server.client(person="ada").get(FAVOURITES) == {"favourites": []}


def test_two_tabs_that_press_at_once_agree_in_the_end(server, menu):
    page = menu()
    other = MenuPage(page.visitor)
    other.page = page.visitor.context.new_page()
    other.page.goto(f"{server.url}/order")
    expect(other.star("Espresso")).to_be_visible()
    for _ in range(3):
        page.star("Espresso").click()
        other.star("Flat white").click()
    page.expect_first("Espresso", "Flat white")
    other.expect_first("Espresso", "Flat white")


def test_a_press_and_its_undo_arrive_in_order(server, menu):
    page = menu()
    for _ in range(6):
        page.star("Espresso").click(no_wait_after=True)
    page.page.reload()
    client = server.client(person="ada")
    wait_until(lambda: client.get(FAVOURITES) == {"favourites": []})
    page.expect_first()


def test_another_cafe_has_favourites_of_its_own(menu):
    page = menu()
    page.star("Espresso").click()
    page.expect_first("Espresso")
    page.page.locator("#change-cafe").click()
    page.choose_cafe("Coffee Station")
    page.expect_first()
    expect(page.star("Espresso")).to_have_attribute("aria-pressed", "false")


def test_guests_and_people_who_sign_out_have_no_stars(server, visit, menu):
    guest = OrderPage(visit(server.url, viewport=TABLET, locale="en-GB")).open()
    guest.choose_cafe(CAFE)
    expect(guest.page.locator("cafe-menu .item").first).to_be_visible()
    expect(guest.page.locator(".favourite")).to_have_count(0)
    page = menu()
    page.star("Espresso").click()
    page.expect_first("Espresso")
    page.button("Sign out").click()
    page.choose_cafe(CAFE)
    page.expect_first()
    expect(page.page.locator("cafe-menu .item").first).to_be_visible()
    expect(page.page.locator(".favourite")).to_have_count(0)


WINDOWS = [(PHONE, 100), (TABLET, 100), ({"width": 320, "height": 640}, 100), ({"width": 375, "height": 812}, 200)]


@pytest.mark.every_language
@pytest.mark.parametrize(("language", "fonts"), [
    ("de", "dejavu"), *(pytest.param(*letters, marks=pytest.mark.long) for letters in (("ar", "noto"), ("ja", "dejavu"), ("ar", "dejavu"))),
])
def test_nothing_sticks_out_and_nobody_is_left_out_in_any_look(server, visit, language, fonts):
    client = server.client(person="ada")
    for item in ("espresso", "dish-of-the-day", "scrambled-eggs"):
        assert client.send("PUT", path(item)).status == 200
    visitor = visit(server.url, viewport=PHONE, locale="en-GB", reduced_motion="reduce")
    visitor.context.add_cookies([{"name": "vicinity-language", "value": language, "url": server.url}])
    page = MenuPage(visitor, language).open(cafe="メインカフェ" if language == "ja" else CAFE)
    expect(page.heading("Favourites")).to_be_visible()
    for viewport, text_size in WINDOWS:
        visitor.show_in(viewport, text_size)
        visitor.picture(f"favourites-{language}-{fonts}-{viewport['width']}")
        assert visitor.overflow() == [], (viewport, text_size)
        visitor.assert_accessible()
    assert visitor.contrast_in_the_dark() == []


def test_a_star_is_a_target_for_a_thumb(menu):
    page = menu(viewport={"width": 320, "height": 640})
    box = page.star("Espresso").bounding_box()
    assert box["width"] >= LEAST_TARGET and box["height"] >= LEAST_TARGET, box


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_by_keyboard_the_focus_goes_with_the_item_and_can_be_seen(menu, key):
    page = menu()
    keyboard = Keyboard(page.page)
    keyboard.go_to("Favourite: Green tea")
    keyboard.press(key)
    page.expect_first("Green tea")
    expect(page.star("Green tea")).to_be_focused()
    assert page.page.evaluate(IS_IN_SIGHT)
    keyboard.press(key)
    page.expect_first()
    expect(page.star("Green tea")).to_be_focused()
    assert page.page.evaluate(IS_IN_SIGHT)


def test_an_offline_press_is_undone_with_a_sentence(server, menu):
    page = menu()
    page.visitor.context.set_offline(True)
    page.star("Espresso").click()
    expect(page.text("The server cannot be reached. Check the network, then try again.").first).to_be_visible()
    page.expect_first()
    page.visitor.context.set_offline(False)
    page.star("Espresso").click()
    page.expect_first("Espresso")
    # What is pressed is shown before it is answered.
    client = server.client(person="ada")
    wait_until(lambda: len(client.get(FAVOURITES)["favourites"]) == 1)


def test_a_killed_server_keeps_acknowledged_favourites_and_the_open_page_continues(server, menu):
    page = menu()
    # What is pressed is shown before it is answered.
    with page.page.expect_response(lambda answer: answer.request.method == "PUT") as answer:
        page.star("Espresso").click()
    answer.value.finished()
    page.expect_first("Espresso")
    server.kill()
    page.star("Flat white").click()
    expect(page.text("The server cannot be reached. Check the network, then try again.").first).to_be_visible()
    page.expect_first("Espresso")
    server.start()
    # Marked elsewhere while this page had no link.
    server.client(person="ada").send("PUT", path("green-tea"))
    page.expect_first("Espresso", "Green tea")
    page.star("Flat white").click()
    page.expect_first("Espresso", "Flat white", "Green tea")


def test_a_favourite_off_the_menu_is_hidden_and_returns_with_its_item(serve, visit, tmp_path):
    campus = Campus()
    server = serve(campus)
    page = MenuPage(visit(server.url, viewport=TABLET, locale="en-GB")).open()
    page.star("Red lentil soup").click()
    page.star("Espresso").click()
    page.expect_first("Red lentil soup", "Espresso")
    # An item that is not on the menu cannot be marked any more.
    client = server.client(person="ada")
    wait_until(lambda: len(client.get(FAVOURITES)["favourites"]) == 2)
    whole = json.loads(json.dumps(campus.content))
    for section in campus.cafe("main-cafe")["menu"]["sections"]:
        section["items"] = [item for item in section["items"] if item["id"] != "red-lentil-soup"]
    import_campus(server, campus, tmp_path)
    page.page.reload()
    page.expect_first("Espresso")
    campus.content = whole
    import_campus(server, campus, tmp_path)
    page.page.reload()
    page.expect_first("Red lentil soup", "Espresso")


def test_your_data_lists_exports_and_erases_favourites(server, visit, menu):
    client = server.client(person="ada")
    for item in ("espresso", "red-lentil-soup"):
        assert client.send("PUT", path(item)).status == 200
    elsewhere = menu()
    elsewhere.expect_first("Red lentil soup", "Espresso")
    page = UsedPage(visit(server.url, viewport=TABLET, locale="en-GB"))
    page.visitor.open("/your-data")
    page.page.locator("[data-key=sign-in-first]").click()
    page.page.get_by_role("dialog").get_by_role("button").filter(has_text="Ada Morgan").click()
    own = page.page.locator("your-favourites")
    expect(own.get_by_role("listitem")).to_have_count(2)
    expect(own).to_contain_text("Red lentil soup")
    page.visitor.assert_accessible()
    with page.page.expect_download() as download:
        page.button("Save as a file", own).click()
    saved = json.loads(download.value.path().read_text("utf-8"))
    assert [(favourite["cafe"]["id"], favourite["item"]["id"]) for favourite in saved["favourites"]] == [
        ("main-cafe", "espresso"), ("main-cafe", "red-lentil-soup")]
    # Another device is heard of here too.
    elsewhere.star("Green tea").click()
    expect(own.get_by_role("listitem")).to_have_count(3)
    elsewhere.star("Green tea").click()
    expect(own.get_by_role("listitem")).to_have_count(2)
    page.button("Erase them", own).click()
    page.button("Keep them").click()
    expect(own.get_by_role("listitem")).to_have_count(2)
    page.button("Erase them", own).click()
    page.button("Erase them for good").click()
    expect(own).to_contain_text("You have no favourites.")
    elsewhere.expect_first()
    assert server.rows("SELECT count(*) FROM favourites") == [(0,)]


def vicinity(server, *arguments, person="ada"):
    command = [PROGRAM, "menu", *arguments, "--server", server.url]
    environment = {"PATH": "/usr/bin", "LANG": "en_GB.UTF-8", **({"VICINITY_PERSON": person} if person else {})}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)


def test_a_terminal_marks_favourites_and_lists_them_first(server, menu):
    page = menu()
    shown = vicinity(server, "--cafe", "main-cafe", "--mark", "flat-white")
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.startswith("★ Favourites\n  flat-white")
    assert shown.stdout.count("flat-white ") == 1
    assert shown.stderr.startswith("flat-white is among your favourites now.\n")
    page.expect_first("Flat white")
    assert vicinity(server, "--cafe", "main-cafe").stdout == shown.stdout
    for nobody in (None, "nobody"):
        assert vicinity(server, "--cafe", "main-cafe", person=nobody).stdout.startswith("Breakfast\n")
    answer = vicinity(server, "--cafe", "main-cafe", "--unmark", "flat-white", "--json")
    assert json.loads(answer.stdout) == {"favourites": []}
    assert answer.stderr.startswith("flat-white is no favourite now.\n")
    page.expect_first()


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--cafe", "main-cafe", "--mark", "unicorn"), 1, "(unknown-item)"),
        (("--cafe", "nowhere", "--mark", "espresso"), 1, "(unknown-cafe)"),
        (("--cafe", "main-cafe", "--mark", "No item"), 2, "is no item"),
        (("--cafe", "main-cafe", "--mark", ""), 2, "An empty word names no item."),
        (("--mark", "espresso"), 2, "--cafe"),
        (("--cafe", "main-cafe", "--mark", "espresso", "--unmark", "espresso"), 2, "not both"),
    ],
)
def test_a_terminal_names_an_item_that_it_cannot_mark(server, arguments, code, said):
    answer = vicinity(server, *arguments)
    assert (answer.returncode, answer.stdout) == (code, "")
    assert said in answer.stderr
    assert server.client(person="ada").get(FAVOURITES) == {"favourites": []}


def test_every_mark_that_was_acknowledged_survives_kills(server):
    """As C120 for orders: after each kill the server has what it has said, and the feed no word of anything else."""
    chance = random.Random(43)
    items = ["espresso", "cappuccino", "flat-white", "filter-coffee", "green-tea"]
    token = server.client(person="ada").token
    known, ended = set(), threading.Event()

    def press():
        client = Client(server.port, token)
        while not ended.is_set():
            item = chance.choice(items)
            method = chance.choice(["PUT", "DELETE"])
            # Again until there is an answer, also at the end: repeating is harmless.
            while True:
                try:
                    answer = client.send(method, path(item))
                except (OSError, http.client.HTTPException):
                    answer = None
                if answer is None or answer.status == 503:
                    time.sleep(0.005)
                    continue
                assert answer.status == 200, answer
                (known.add if method == "PUT" else known.discard)(item)
                assert {favourite["item"]["id"] for favourite in answer.json["favourites"]} == known
                break

    thread = threading.Thread(target=press, daemon=True)
    thread.start()
    for _ in range(8):
        time.sleep(0.1 + chance.random() / 5)
        server.kill()
        server.start()
    assert thread.is_alive()
    ended.set()
    thread.join(timeout=PATIENCE_SECONDS)
    assert not thread.is_alive()
    assert {item for _, item in server.rows("SELECT cafe, item FROM favourites")} == known
    assert server.rows("PRAGMA integrity_check") == [("ok",)]
