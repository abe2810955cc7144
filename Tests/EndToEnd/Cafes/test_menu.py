"""The menu of the order page: what is searched, left out, served at certain hours, taken usually, and changed while one looks."""

import pytest
from playwright.sync_api import expect

from campus import Campus
from client import line
from demo_server import import_campus
from looks import LOCALES, PHONE, TABLET
from menu_page import CAFE, PATIENT, MenuPage
from pages import OrderPage

MAIN = "main-cafe"
# What moves while nobody presses: where the first item stands, and how far the page is scrolled.
PLACE = "() => [document.querySelector('cafe-menu .item').getBoundingClientRect().top, scrollY]"


@pytest.fixture
def campus():
    """The granola has an accent, and there are no eggs at any hour."""
    campus = Campus()
    campus.item(MAIN, "granola-bowl")["name"] = {"en": "Crème brûlée", "ja": "クレームブリュレ"}
    campus.item(MAIN, "scrambled-eggs")["served"] = {}
    return campus


def items(page):
    return page.page.locator("cafe-menu h3")


def search(page, words):
    page.page.get_by_role("searchbox", name=page.say("Search this menu")).fill(words)


def test_c20_a_search_and_a_filter_leave_what_fits_and_never_what_is_unknown(serve, visit, campus):
    page = MenuPage(visit(serve(campus).url, viewport=TABLET, locale="en-GB")).open()
    everything = items(page).count()
    search(page, "CREME brulee")
    expect(items(page)).to_have_text(["Crème brûlée"])
    search(page, "zzz")
    expect(page.text("Nothing on this menu fits.")).to_be_visible()
    page.visitor.assert_accessible()
    page.button("Show the whole menu").click()
    expect(items(page)).to_have_count(everything)
    expect(page.page.locator("cafe-menu h2").first).to_be_focused()

    page.button("Filter").click()
    page.page.get_by_role("dialog").get_by_label("milk", exact=True).check()
    page.visitor.assert_accessible()
    page.page.keyboard.press("Enter")
    expect(page.page.get_by_role("dialog")).to_be_hidden()
    expect(page.page.locator("[data-key=filter]")).to_be_focused()
    expect(items(page).filter(has_text="Dish of the day")).to_have_count(0)
    expect(items(page).filter(has_text="Halloumi burger")).to_have_count(0)
    expect(page.page.locator("menu-finder [role=status]")).to_contain_text("1 is not shown because the café does not state enough about it.")
    expect(page.page.locator("cafe-menu .item").filter(has_text="Cappuccino")).to_contain_text(page.say("Fits with the right choices"))
    # The café's own milk is not proposed to this person, and says why when it is chosen.
    dialog = page.open_item("Cappuccino")
    expect(dialog.get_by_role("radio", name="Regular")).to_be_checked()
    expect(dialog.get_by_role("radio", name="Whole milk")).not_to_be_checked()
    dialog.get_by_role("radio", name="Whole milk").check()
    expect(dialog.locator(".allergen-box .clash")).to_contain_text("milk")
    dialog.get_by_role("radio", name="Soya drink").check()
    expect(dialog.locator(".allergen-box")).to_contain_text("75 kcal")
    expect(dialog.locator(".allergen-box .clash")).to_have_count(0)
    page.button("Close", dialog).click()

    # It stays in this browser, is in no request, and ends with the person.
    page.page.reload()
    expect(page.button("Remove filter: {filter}", filter="without milk")).to_be_visible()
    assert not [request for request in page.visitor.traffic.requests if "milk" in f"{request.url} {request.post_data}"]
    page.button("Sign out").click()
    page.choose_cafe(CAFE)
    expect(items(page).filter(has_text="Dish of the day")).to_have_count(1)


def test_c16_c102_what_is_not_served_now_says_so_and_cannot_be_added(serve, visit, campus):
    server = serve(campus)
    page = MenuPage(visit(server.url, viewport=TABLET, locale="en-GB")).open()
    card = page.page.locator("cafe-menu .item").filter(has_text="Scrambled eggs on rye")
    expect(card).to_contain_text("Not served now")
    dialog = page.open_item("Scrambled eggs on rye")
    # Calories and allergens can be read all the same.
    expect(dialog).to_contain_text("560 kcal")
    expect(dialog).to_contain_text("Contains eggs")
    page.visitor.assert_accessible()
    dialog.locator("[type=submit]").press("Enter")
    expect(dialog).to_be_visible()
    page.page.keyboard.press("Escape")
    answer = server.client(person="ada").send(
        "POST", "/api/v1/orders", idempotency_key="early",
        body={"cafe": MAIN, "lines": [line("scrambled-eggs")], "expectedTotal": {"amount": 650, "currency": "EUR"}})
    assert (answer.status, answer.json["code"], answer.json["items"]) == (409, "not-served", ["scrambled-eggs"])


class Taps:
    """Counts what a person presses on a phone."""

    def __init__(self):
        self.count = 0

    def __call__(self, target):
        target.tap()
        self.count += 1


def test_a_first_order_takes_seven_taps_at_most_and_the_second_two(server, visit):
    page = OrderPage(visit(server.url, viewport=PHONE, locale="en-GB", has_touch=True))
    page.visitor.context.add_init_script(PATIENT)
    page.visitor.sign_in("Ada Morgan")
    page.open()
    tap = Taps()
    tap(page.page.locator(".cafe-card").filter(has_text=CAFE))
    tap(page.named("button", "Cappuccino"))
    tap(page.page.get_by_role("dialog").get_by_role("button", name="Add to basket"))
    tap(page.page.locator(".basket-bar button"))
    tap(page.button("Review order"))
    tap(page.pay_button(CAFE))
    expect(page.headline()).to_be_visible()
    assert tap.count <= 7
    page.open()
    again = Taps()
    again(page.page.locator("[data-key=usual-again]"))
    again(page.pay_button(CAFE))
    expect(page.headline()).to_be_visible()
    assert again.count == 2


@pytest.mark.every_language
@pytest.mark.parametrize("language", ["de", *(pytest.param(language, marks=pytest.mark.long) for language in ("ja", "ar"))])
def test_nothing_sticks_out_of_search_filter_and_usual_items(serve, visit, campus, language):
    server = serve(campus)
    client = server.client(person="ada")
    for _ in range(2):
        client.order(MAIN, [line("cappuccino", "large", "oat-milk", ("extra-shot", 2)), line("cinnamon-bun")])
    visitor = visit(server.url, viewport=PHONE, locale=LOCALES[language], reduced_motion="reduce")
    visitor.context.add_cookies([{"name": "vicinity-language", "value": language, "url": server.url}])
    visitor.context.add_init_script(PATIENT)
    page = MenuPage(visitor, language).open(cafe="メインカフェ" if language == "ja" else CAFE)
    expect(page.page.locator(".usual-card")).to_have_count(3)
    found = []

    def look(state):
        for viewport, text_size in [(PHONE, 100), ({"width": 320, "height": 640}, 100), (TABLET, 100), ({"width": 375, "height": 812}, 200)]:
            visitor.show_in(viewport, text_size)
            visitor.picture(f"menu-{state}-{language}-{viewport['width']}")
            found.extend((state, viewport["width"], text_size, finding) for finding in visitor.overflow())
        visitor.show_in(PHONE)

    look("usual-items")
    page.page.locator("[data-key=filter]").click()
    dialog = page.page.get_by_role("dialog")
    for box in dialog.get_by_role("checkbox").all()[:4]:
        box.check()
    look("filter")
    visitor.assert_accessible()
    dialog.locator("[type=submit]").click()
    search(page, "zzz")
    look("nothing")
    page.button("Show the whole menu").click()
    page.open_item("スクランブルエッグとライ麦パン" if language == "ja" else "Scrambled eggs on rye")
    look("dialog")
    assert found == []
    assert visitor.contrast_in_the_dark() == []


def test_an_open_dialog_follows_the_menu_and_the_notice_says_what_has_changed(server, visit, tmp_path):
    page = MenuPage(visit(server.url, viewport=TABLET, locale="en-GB")).open()
    page.add("Espresso")
    page.page.evaluate("document.querySelector('notice-bar').hide()")
    dialog = page.open_item("Flat white")
    dialog.get_by_role("radio", name="Oat drink").check()
    dialog.get_by_label(page.say("Note for the kitchen")).fill("Very hot")
    campus = Campus()
    campus.item(MAIN, "flat-white")["price"] = 400
    campus.item(MAIN, "espresso")["price"] = 240
    import_campus(server, campus, tmp_path)
    expect(dialog.locator("[type=submit]")).to_contain_text("€4.50")
    expect(dialog).to_contain_text(page.say("The café has just changed this. You see how it is now."))
    expect(dialog.get_by_role("radio", name="Oat drink")).to_be_checked()
    expect(dialog.get_by_label(page.say("Note for the kitchen"))).to_have_value("Very hot")
    expect(page.page.locator("notice-bar")).to_contain_text("Espresso is €2.40 now.")
    campus.item(MAIN, "flat-white")["stock"] = 0
    import_campus(server, campus, tmp_path)
    expect(dialog.locator("[type=submit]")).to_have_text("Sold out")
    page.visitor.assert_accessible()


def test_usual_items_do_not_move_an_open_menu(server, visit):
    page = MenuPage(visit(server.url, viewport=PHONE, locale="en-GB")).open()
    expect(page.page.locator(".usual-card")).to_have_count(0)
    before = page.page.evaluate(PLACE)
    # Ordered on another device: the running order shows on top, as before.
    server.client(person="ada").order(MAIN, [line("espresso")])
    expect(page.page.locator(".running button")).to_have_count(1)
    height = page.page.locator(".running").bounding_box()["height"]
    after = page.page.evaluate(PLACE)
    assert abs((after[0] + after[1]) - (before[0] + before[1]) - height) <= 40
    expect(page.page.locator(".usual-card")).to_have_count(0)
    # The next visit to the menu has it.
    page.page.locator("#your-orders").click()
    page.button("Back to the menu").click()
    expect(page.page.locator("[data-key=usual-again]")).to_contain_text("Espresso")
