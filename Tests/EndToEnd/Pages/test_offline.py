"""The order page without the server: it opens as it was, says since when, sends nothing later, and outlives an update."""

import json
import pathlib

import pytest
from playwright.sync_api import expect

from menu_page import MenuPage
from served_pages import copy
from waiting import wait_until

KEPT_SINCE = "No connection to the server. What you see is from"
# Whether the worker controls the page and has kept what the page needs: itself and the menu.
IS_KEPT = """
async () => {
  if (!navigator.serviceWorker.controller) return false
  const files = (await caches.keys()).find(name => name.startsWith("files-"))
  const paths = async name => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)
  const answers = await paths("answers")
  const kept = files ? await paths(files) : []
  return kept.includes("/order") && kept.some(path => path.endsWith("/vicinity.wasm")) && ["session", "cafes", "cafes/main-cafe/menu", "orders", "account", "favourites"].every(name => answers.includes(`/api/v1/${name}`))
}
"""
CACHES = "() => caches.keys().then(names => names.filter(name => name.startsWith('files-')))"


@pytest.fixture
def menu(server, visit):
    """Ada's order page with the menu of the Main Café, an order, a coffee in the basket, and the worker in charge."""
    server.client(person="ada").order("main-cafe", [{"item": "espresso", "quantity": 1, "choices": []}])
    page = MenuPage(visit(server.url, locale="en-GB", service_workers="allow")).open()
    page.add("Espresso")
    wait_until(lambda: page.page.evaluate(IS_KEPT))
    return page


def basket(page):
    return page.page.locator("aside")


def orders(server):
    return server.rows("SELECT count(*) FROM orders")[0][0]


def test_the_page_opens_without_the_server_orders_nothing_by_itself_and_orders_when_the_server_is_back(server, menu):
    server.kill()
    menu.page.reload()
    expect(menu.page.locator("cafe-menu .item").first).to_be_visible()
    expect(menu.page.locator(".kept-since")).to_contain_text(KEPT_SINCE)
    expect(basket(menu)).to_contain_text("Espresso")
    expect(menu.page.locator(".running-order").first).to_be_visible()
    menu.visitor.assert_accessible()
    server.start()
    before = orders(server)
    # The page that was opened without the server needs no reload.
    expect(menu.page.locator(".kept-since")).to_be_empty()
    expect(basket(menu)).to_contain_text("Espresso")
    assert orders(server) == before
    menu.review()
    menu.pay_button("Main Café").click()
    expect(menu.headline()).to_be_visible()
    assert orders(server) == before + 1


def test_what_is_kept_goes_with_the_person(server, menu):
    kept = json.loads(menu.page.evaluate("() => caches.match('/api/v1/session').then(answer => answer.text())"))
    assert kept["principal"]["id"] == "ada" and kept["csrf"] is None
    menu.button("Sign out").click()
    wait_until(lambda: menu.page.evaluate("() => caches.match('/api/v1/orders?limit=20').then(found => found === undefined)"))
    server.kill()
    menu.page.reload()
    expect(menu.page.locator(".running-order")).to_have_count(0)
    expect(menu.page.get_by_text("Espresso")).to_have_count(0)


def test_a_new_version_of_the_pages_keeps_the_basket(server, menu, tmp_path):
    (before,) = menu.page.evaluate(CACHES)
    folder = copy(pathlib.Path(server.command[server.command.index("--web") + 1]), tmp_path / "Web", ["en"])
    with (folder / "Cafes" / "order-page.js").open("a", encoding="utf-8") as file:
        file.write('\ndocument.documentElement.dataset.version = "next"\n')
    assert server.stop() == 0
    server.command[server.command.index("--web") + 1] = str(folder)
    server.start()
    menu.page.reload()
    expect(menu.page.locator("html")).to_have_attribute("data-version", "next")
    expect(basket(menu)).to_contain_text("Espresso")
    wait_until(lambda: before not in menu.page.evaluate(CACHES) and len(menu.page.evaluate(CACHES)) == 1)
