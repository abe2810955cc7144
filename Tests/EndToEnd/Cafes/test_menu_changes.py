"""A campus file is put in force while people have its cafés open: menu, basket, review and hours agree."""

import subprocess

import pytest
from playwright.sync_api import expect

from campus import Campus
from demo_server import PROGRAM
from looks import PHONE, TABLET
from menu_page import MenuPage

CAFE = "main-cafe"
CHANGED = "The menu of {cafe} has changed, and so has your basket. The changes are marked."
WAS = "The price has changed. It was {price}."


@pytest.fixture
def put_in_force(server, tmp_path):
    """Imports a campus file beside the server."""

    def run(campus):
        file = campus.write(tmp_path / "changed.json")
        subprocess.run([PROGRAM, "import", file, "--database", f"sqlite:{server.database}"], check=True, capture_output=True)

    return run


def changed():
    """The espresso is 20 cents dearer, and of the green tea there is none left."""
    campus = Campus()
    campus.item(CAFE, "espresso")["price"] = 240
    campus.item(CAFE, "green-tea")["stock"] = 0
    return campus


@pytest.fixture
def page(server, visit):
    """Ada on the menu of the Main Café with an espresso and a green tea in her basket."""
    page = MenuPage(visit(server.url, viewport=TABLET, locale="en-GB")).open()
    page.add("Espresso", quantity=2)
    page.add("Green tea")
    page.page.evaluate("document.querySelector('notice-bar').hide()")
    return page


def basket_line(page, name):
    return page.page.locator("basket-panel .line").filter(has_text=name)


def test_the_basket_follows_the_menu_and_says_what_is_different(page, put_in_force):
    put_in_force(changed())
    espresso, tea = basket_line(page, "Espresso"), basket_line(page, "Green tea")
    expect(espresso).to_contain_text("€4.80")
    expect(espresso).to_contain_text(page.say(WAS, price="€2.20"))
    expect(tea).to_contain_text(page.say("Sold out here."))
    expect(page.page.locator("basket-panel .total")).to_contain_text("€4.80")
    expect(page.page.locator("notice-bar")).to_contain_text(page.say(CHANGED, cafe="Main Café"))
    # The menu beside it says the same.
    menu = page.page.locator("cafe-menu .item")
    expect(menu.filter(has_text="Espresso").first).to_contain_text("€2.40")
    expect(menu.filter(has_text="Green tea")).to_contain_text("Sold out")
    page.visitor.assert_accessible()
    page.button("Remove {name}", name="Green tea").click()
    page.review()
    line = page.page.locator("order-review .line")
    expect(line).to_contain_text(page.say(WAS, price="€2.20"))
    expect(page.page.locator("order-review .grand")).to_contain_text("€4.80")
    page.pay_button("Main Café").click()
    expect(page.headline()).to_be_visible()


def test_a_review_that_is_open_says_that_the_price_rose(page, put_in_force):
    page.button("Remove {name}", name="Green tea").click()
    page.review()
    expect(page.page.locator("order-review .grand")).to_contain_text("€4.40")
    put_in_force(changed())
    expect(page.page.locator("order-review .grand")).to_contain_text("€4.80")
    expect(page.page.locator("order-review .line")).to_contain_text(page.say(WAS, price="€2.20"))
    page.visitor.assert_accessible()


def test_a_price_that_went_back_is_nothing_new(page, put_in_force):
    put_in_force(changed())
    expect(basket_line(page, "Espresso")).to_contain_text(page.say(WAS, price="€2.20"))
    put_in_force(Campus())
    expect(basket_line(page, "Espresso")).to_contain_text("€4.40")
    expect(basket_line(page, "Espresso")).not_to_contain_text("The price has changed")


def test_a_basket_that_was_kept_is_priced_anew_when_the_page_comes_back(page, put_in_force):
    page.page.goto("about:blank")
    put_in_force(changed())
    page.visitor.open("/order")
    expect(basket_line(page, "Espresso")).to_contain_text(page.say(WAS, price="€2.20"))
    expect(basket_line(page, "Green tea")).to_contain_text(page.say("Sold out here."))


def test_a_change_of_another_item_says_nothing_of_the_basket(page, put_in_force):
    campus = Campus()
    campus.item(CAFE, "granola-bowl")["price"] = 590
    put_in_force(campus)
    expect(page.page.locator("cafe-menu .item").filter(has_text="Granola bowl").first).to_contain_text("€5.90")
    expect(page.page.locator("notice-bar .snack")).to_have_count(0)
    expect(basket_line(page, "Espresso")).to_contain_text("€4.40")


@pytest.mark.parametrize("viewport", [PHONE, TABLET], ids=["phone", "tablet"])
def test_the_head_follows_the_hours(server, visit, put_in_force, viewport):
    page = MenuPage(visit(server.url, viewport=viewport, locale="en-GB")).open()
    head = page.page.locator(".cafe-head")
    expect(head.locator(".is-open")).to_have_text(page.say("Open"))
    put_in_force(Campus().close(CAFE))
    expect(head.locator(".is-closed")).to_have_text(page.say("Closed"))
