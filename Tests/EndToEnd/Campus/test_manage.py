"""A manager runs a café from its page: an empty menu is filled, published and ordered from (C14, C15, C23), and two people who change the same are told."""

import re

import pytest
from playwright.sync_api import expect

from campus import Campus
from client import Client, line
from debug_build import ROOT
from demo_server import import_campus
from keyboard import Keyboard
from looks import PHONE, TABLET
from waiting import wait_until

MAIN = "main-cafe"
PHOTOS = ROOT / "Tests" / "PicturesTests" / "Fixtures"
MANAGER, OTHER = "Mara Klein", "Olga Ivanova"


def campus_with_managers():
    campus = Campus()
    for identifier, name in (("mara", MANAGER), ("olga", OTHER)):
        campus.content["people"].append(
            {"id": identifier, "name": name, "roles": [{"role": "manager", "cafe": MAIN}], "language": "en", "locale": "en-GB", "balances": []})
    return campus


@pytest.fixture
def server(serve):
    """The Main Café has no menu yet."""
    campus = campus_with_managers()
    campus.cafe(MAIN)["menu"] = {"sections": []}
    return serve(campus)


def manage(visitor, server, person):
    assert visitor.context.request.post(f"{server.url}/api/v1/session", data={"person": person}).status == 201
    visitor.open(f"/manage?cafe={MAIN}")
    expect(visitor.page.locator("menu-editor")).to_be_visible()
    return visitor.page


def saved(page):
    """The form is closed, and the draft has what was in it."""
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_from_an_empty_café_to_the_first_order_by_keyboard(server, visit):
    visitor = visit(server.url, viewport=TABLET, locale="en-GB")
    page = manage(visitor, server, "mara")
    keyboard = Keyboard(page)
    expect(page.locator("menu-editor")).to_contain_text("The menu is empty.")
    visitor.assert_accessible()
    keyboard.use("Add a group")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.type("Lunch")
    keyboard.press("Enter")
    saved(page)
    expect(page.locator(".manage-state")).to_contain_text("1 mistake keeps it from being published.")
    keyboard.use("Add an item")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.type("Pea soup")
    keyboard.go_to("Description")
    page.keyboard.type("With mint.")
    keyboard.go_to("Price in EUR")
    page.keyboard.type("four")
    keyboard.press("Enter")
    # What is wrong stands beside its field, and the form stays.
    price = page.get_by_label("Price in EUR")
    expect(price).to_have_attribute("aria-invalid", "true")
    expect(price).to_be_focused()
    expect(page.get_by_role("dialog")).to_contain_text("Enter an amount, such as 12.50.")
    visitor.assert_accessible()
    keyboard.press("Control+a")
    page.keyboard.type("4.50")
    keyboard.press("Enter")
    saved(page)
    expect(page.locator(".menu-table")).to_contain_text("€4.50")
    expect(page.locator(".manage-state .field-error")).to_have_count(0)
    # Nobody sees it before it is published.
    ada = Client(server.port).sign_in(person="ada")
    assert ada.get(f"/api/v1/cafes/{MAIN}/menu")["sections"] == []
    keyboard.use("Publish …", key="Enter")
    expect(page.get_by_role("dialog")).to_contain_text("Pea soup: new")
    keyboard.use("Publish")
    expect(page.locator(".manage-state")).to_contain_text("Everything is published")
    order = ada.order(MAIN, [line("pea-soup")])
    assert order["total"] == {"amount": 450, "currency": "EUR"}
    # A wrong price at noon, and back to the earlier revision; the order stays as it was.
    for width in (TABLET, PHONE):
        visitor.show_in(width)
        assert not visitor.overflow()
        visitor.assert_accessible()
    page.get_by_role("button", name="Pea soup", exact=True).click()
    page.get_by_label("Price in EUR").fill("45")
    page.get_by_role("button", name="Save in the draft").click()
    saved(page)
    page.get_by_role("button", name="Publish …").click()
    expect(page.get_by_role("dialog")).to_contain_text("Pea soup, price: €4.50 → €45.00")
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.locator(".manage-state")).to_contain_text("Everything is published")
    page.get_by_role("link", name="What was published").click()
    entries = page.locator(".history-entry")
    expect(entries).to_have_count(3)
    entries.nth(1).get_by_role("button", name="Return to it").click()
    expect(page.get_by_role("dialog")).to_contain_text("Pea soup, price: €45.00 → €4.50")
    page.get_by_role("dialog").get_by_role("button", name="Return to it").click()
    expect(entries).to_have_count(4)
    expect(entries.first).to_contain_text("Returned to an earlier one by Mara Klein")
    # Entries of one minute tell their seconds.
    times = entries.locator("strong").all_inner_texts()
    assert all(re.fullmatch(r"\d{1,2} \w{3} \d{4}, \d{2}:\d{2}:\d{2}", text) for text in times), times
    # The list says which tax rate changed.
    page.get_by_role("link", name="Hours and rules").click()
    rate = page.locator("[data-key=tax-food]")
    was = rate.input_value()
    rate.fill("９．５")
    rate.press("Tab")
    expect(page.locator(".manage-state")).to_contain_text("1 change is not published")
    page.get_by_role("button", name="Publish …").click()
    expect(page.get_by_role("dialog")).to_contain_text(f"Tax rate of food: {was}% → 9.5%")
    page.get_by_role("button", name="Not yet").click()
    page.get_by_role("link", name="What was published").click()
    visitor.assert_accessible()
    assert not visitor.contrast_in_the_dark()
    assert ada.get(f"/api/v1/cafes/{MAIN}/menu")["sections"][0]["items"][0]["price"]["amount"] == 450
    assert ada.get(f"/api/v1/orders/{order['id']}")["total"] == order["total"]


def test_on_a_phone_the_field_that_is_missing_is_above_the_foot_of_the_form(serve, visit):
    server = serve(campus_with_managers())
    page = manage(visit(server.url, viewport=PHONE, locale="en-GB"), server, "mara")
    page.get_by_role("button", name="Granola bowl", exact=True).click()
    price = page.get_by_label("Price in EUR")
    price.fill("")
    page.get_by_role("button", name="Save in the draft").click()
    expect(price).to_be_focused()
    wait_until(lambda: price.bounding_box()["y"] + price.bounding_box()["height"] <= page.locator("dialog[open] .dialog-foot").bounding_box()["y"])


def test_two_who_change_the_same_are_told_and_a_file_that_comes_meanwhile_is_not_lost(serve, visit, tmp_path):
    campus = campus_with_managers()
    server = serve(campus)
    first, second = (manage(visit(server.url, viewport=TABLET, locale="en-GB"), server, person) for person in ("mara", "olga"))

    def price(page, item, amount):
        page.get_by_role("button", name=item, exact=True).click()
        page.get_by_label("Price in EUR").fill(amount)
        page.get_by_role("button", name="Save in the draft").click()

    price(first, "Granola bowl", "5")
    saved(first)
    # Another item: both changes are in the draft.
    price(second, "Scrambled eggs on rye", "7")
    saved(second)
    expect(second.locator("notice-bar")).to_contain_text(f"{MANAGER} changed the draft too. Both changes are in it.")
    expect(second.locator(".manage-state")).to_contain_text("2 changes are not published")
    # The same item: somebody decides before anything is saved.
    price(first, "Granola bowl", "6")
    expect(first.locator(".manage-state")).to_contain_text("2 changes are not published")
    saved(first)
    price(second, "Granola bowl", "8")
    ask = second.get_by_role("dialog").filter(has_text=f"{MANAGER} changed the same")
    expect(ask).to_contain_text("Granola bowl, price: €5.00 → €8.00")
    expect(ask).to_contain_text("Granola bowl, price: €5.00 → €6.00")
    ask.get_by_role("button", name="Keep the other change").click()
    saved(second)
    expect(second.locator(".menu-table").first).to_contain_text("€6.00")
    # A station is in the draft when its field is left. Who publishes then sees what the other saved since the list was shown.
    first.goto(f"{server.url}/manage?cafe={MAIN}#hours")
    second.get_by_role("button", name="Publish …").click()
    first.get_by_label("Name of a new station").fill("Wok")
    first.keyboard.press("Tab")
    mara = Client(server.port).sign_in(person="mara")
    wait_until(lambda: any(station["id"] == "wok" for station in mara.get(f"/api/v1/cafes/{MAIN}/draft")["document"]["stations"]))
    second.get_by_role("button", name="Publish", exact=True).click()
    again = second.get_by_role("dialog").filter(has_text=f"{MANAGER} changed the draft meanwhile.")
    expect(again).to_contain_text("Wok: new")
    again.get_by_role("button", name="Not yet").click()
    # A file that the operator imports meanwhile is brought in before the draft is published.
    campus.item(MAIN, "espresso")["price"] = 240
    import_campus(server, campus, tmp_path)
    second.get_by_role("button", name="Publish …").click()
    second.get_by_role("button", name="Publish", exact=True).click()
    expect(second.locator("notice-bar")).to_contain_text("published meanwhile")
    second.get_by_role("button", name="Publish …").click()
    second.get_by_role("button", name="Publish", exact=True).click()
    expect(second.locator(".manage-state")).to_contain_text("Everything is published")
    items = {item["id"]: item["price"]["amount"] for section in Client(server.port).sign_in(person="ada").get(f"/api/v1/cafes/{MAIN}/menu")["sections"] for item in section["items"]}
    assert (items["granola-bowl"], items["scrambled-eggs"], items["espresso"]) == (600, 700, 240)


def test_a_photo_of_a_dish_goes_from_its_form_to_the_menu(serve, visit):
    """What is no photo is refused beside the field; a photo is seen once it is published, and the file in force names it."""
    server = serve(campus_with_managers())
    page = manage(visit(server.url, viewport=TABLET, locale="en-GB"), server, "mara")
    page.get_by_role("button", name="Granola bowl", exact=True).click()
    picture = page.get_by_role("group", name="Picture")
    file = picture.locator("input[type=file]")
    file.set_input_files(PHOTOS / "animated.gif")
    expect(picture.get_by_role("alert")).to_contain_text("Choose a JPEG, PNG or WebP picture that does not move.")
    file.set_input_files(PHOTOS / "orientation-6.jpg")
    expect(picture.get_by_role("status")).to_contain_text("The photo is stored.")
    expect(picture.get_by_role("alert")).to_have_count(0)
    page.get_by_role("button", name="Save in the draft").click()
    saved(page)
    ada = Client(server.port).sign_in(person="ada")

    def shown():
        return next(item.get("picture", "") for section in ada.get(f"/api/v1/cafes/{MAIN}/menu")["sections"] for item in section["items"] if item["id"] == "granola-bowl")

    assert not shown().startswith("photo-")
    page.get_by_role("button", name="Publish …").click()
    expect(page.get_by_role("dialog")).to_contain_text("Granola bowl, picture")
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.locator(".manage-state")).to_contain_text("Everything is published")
    name = shown()
    assert name.startswith("photo-")
    page.get_by_role("button", name="Preview").click()
    photo = page.locator(f'img[src="/api/v1/pictures/{name}/160"]')
    photo.scroll_into_view_if_needed()
    # It is upright: wider than high.
    photo.evaluate("image => image.decode()")
    assert photo.evaluate("image => [image.naturalWidth, image.naturalHeight]") == [160, 107]
