"""The menu of a café, as somebody uses it who is signed in and has favourites."""

import pytest
from playwright.sync_api import expect

from looks import TABLET
from pages import OrderPage

CAFE = "Main Café"
FAVOURITES = "/api/v1/favourites"
# The first menu waits 300 ms for what stands above it. With this it waits for as long as a loaded machine needs.
PATIENT = "const usual = setTimeout; window.setTimeout = (act, time, ...rest) => usual(act, time === 300 ? 3_600_000 : time, ...rest)"


def path(item, cafe="main-cafe"):
    return f"/api/v1/cafes/{cafe}/favourites/{item}"


class MenuPage(OrderPage):
    """The menu of a café, as somebody sees it who is signed in."""

    def open(self, person="Ada Morgan", cafe=CAFE):
        self.visitor.sign_in(person)
        super().open()
        self.page.locator(".cafe-card").filter(has_text=cafe).click()
        expect(self.page.locator("cafe-menu .item").first).to_be_visible()
        return self

    def star(self, item):
        return self.button("Favourite: {item}", item=item)

    @property
    def sections(self):
        """The names of the menu's parts, each with those of its items."""
        return self.page.locator("cafe-menu section").evaluate_all(
            "all => all.map(part => [part.querySelector('h2').textContent, ...[...part.querySelectorAll('h3')].map(item => item.textContent)])")

    def expect_first(self, *items):
        """The menu begins with these as favourites, or has none."""
        heading = self.page.locator("cafe-menu h2").first
        name = self.say("Favourites")
        if not items:
            return expect(heading).not_to_have_text(name)
        expect(self.page.locator("cafe-menu section").first.locator("h3")).to_have_text(list(items))
        expect(heading).to_have_text(name)


@pytest.fixture
def menu(server, visit):
    def make(person="Ada Morgan", language="en", **options):
        visitor = visit(server.url, **{"viewport": TABLET, "locale": "en-GB", **options})
        visitor.context.add_cookies([{"name": "vicinity-language", "value": language, "url": server.url}])
        return MenuPage(visitor, language).open(person)

    return make
