"""The whole order and the whole kitchen with the keyboard alone."""

import pytest
from playwright.sync_api import expect

from campus import Campus
from client import line
from keyboard import Keyboard
from pages import KitchenPage, OrderPage

# The languages of the pages are passed with Tab.
pytestmark = pytest.mark.every_language


def test_an_order_by_keyboard_alone(serve, visit):
    # Each required choice has to be made.
    server = serve(Campus().without_defaults("main-cafe"))
    employee = OrderPage(visit(server.url, locale="en-GB")).open()
    expect(employee.heading("Where would you like to eat?")).to_be_visible()
    keyboard = Keyboard(employee.page)
    keyboard.use("Main Café")
    expect(employee.named("heading", "Main Café")).to_be_visible()
    keyboard.use("Cappuccino")
    choose_cappuccino(employee, keyboard)
    keyboard.use("Green tea")
    keyboard.use("Add to basket")
    expect(employee.page.get_by_role("dialog")).to_be_hidden()
    keyboard.use("More: Green tea")
    keyboard.use("Fewer: Green tea")
    keyboard.use("Remove Green tea")
    keyboard.use("Review order")
    expect(employee.heading("Review your order")).to_be_visible()
    keyboard.use("Order at Main Café, local time")
    keyboard.use("Ada Morgan")
    expect(employee.page.get_by_role("dialog")).to_be_hidden()
    expect(employee.page.locator("dl.account")).to_be_visible()
    keyboard.use("Order and pay €5.80 at Main Café")
    expect(employee.headline()).to_have_text("Main Café has your order.")
    keyboard.use("Cancel order")
    dialog = employee.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    keyboard.use("Cancel order")
    expect(employee.headline()).to_have_text("Cancelled. €5.80 is back on your meal account.")
    keyboard.use("Your orders")
    expect(employee.heading("Meal account")).to_be_visible()


def test_the_focus_stays_where_a_view_begins_while_it_is_drawn_anew(server, visit):
    """Each news of an order draws the view anew; who is at its heading goes on from there."""
    employee = OrderPage(visit(server.url, locale="en-GB")).open()
    employee.page.locator("[data-key=sign-in]").click()
    employee.sign_in("Ada Morgan")
    client = server.client(person="ada")
    keyboard = Keyboard(employee.page)
    for number, (way, heading) in enumerate([("Main Café", "Main Café"), ("Change café", "Where would you like to eat?"), ("Your orders", "Your orders")], 1):
        keyboard.use(way)
        expect(employee.named("heading", heading)).to_be_focused()
        client.order("main-cafe", [line("espresso")])
        expect(employee.page.locator(".running")).to_contain_text("Accepted" if number == 1 else f"{number} orders")
        expect(employee.named("heading", heading)).to_be_focused()


def test_whoever_signs_in_and_out_by_keyboard_goes_on_from_there(server, visit):
    employee = OrderPage(visit(server.url, locale="en-GB")).open()
    keyboard = Keyboard(employee.page)
    keyboard.use("Sign in")
    keyboard.use("Ada Morgan")
    expect(employee.button("Your orders")).to_be_focused()
    keyboard.use("Sign out")
    expect(employee.heading("Where would you like to eat?")).to_be_focused()
    employee.visitor.open("/attendance")
    keyboard.use("Sign in")
    keyboard.use("Ada Morgan")
    expect(employee.named("link", "Order lunch")).to_be_focused()
    keyboard.use("Sign out")
    expect(employee.button("Sign in").first).to_be_focused()


def choose_cappuccino(employee, keyboard):
    """Tries to go on without the choices, is led to the first one, and makes all of them."""
    dialog = employee.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    keyboard.use("Add to basket")
    expect(dialog.get_by_role("alert")).to_have_count(2)
    expect(dialog.get_by_role("radio", name="Regular")).to_be_focused()
    keyboard.press("ArrowDown")
    expect(dialog.get_by_role("radio", name="Large")).to_be_checked()
    keyboard.use("Whole milk", key=" ")
    keyboard.use("More: Extra shot")
    keyboard.press("Enter")
    keyboard.go_to("Note for the kitchen")
    employee.page.keyboard.type("Extra hot")
    keyboard.use("Add to basket")
    expect(dialog).to_be_hidden()
    expect(employee.page.locator("basket-panel")).to_contain_text("Extra shot × 2")


def test_a_dialog_closes_with_escape_and_gives_the_focus_back(server, visit):
    employee = OrderPage(visit(server.url)).open()
    employee.choose_cafe("Main Café")
    keyboard = Keyboard(employee.page)
    keyboard.use("Smash burger")
    expect(employee.page.get_by_role("dialog")).to_be_visible()
    keyboard.press("Escape")
    expect(employee.page.get_by_role("dialog")).to_be_hidden()
    expect(employee.named("button", "Smash burger")).to_be_focused()


def test_the_kitchen_by_keyboard_alone(server, visit):
    kitchen = KitchenPage(visit(server.url))
    kitchen.visitor.open("/kitchen")
    keyboard = Keyboard(kitchen.page)
    expect(kitchen.page.locator("button.person").first).to_be_visible()
    keyboard.use("Kitchen display, Main Café")
    kitchen.expect_live()
    client = server.client(person="ada")
    first, second = (client.order("main-cafe", [line("espresso"), line("green-tea")])["number"] for _ in range(2))
    expect(kitchen.ticket(second)).to_be_visible()

    keyboard.press("ArrowRight")
    expect(kitchen.ticket(first)).to_be_focused()
    keyboard.press("ArrowRight")
    expect(kitchen.ticket(second)).to_be_focused()
    keyboard.press("Enter")
    expect(kitchen.ticket(second, "Done")).to_be_focused()
    keyboard.press("u")
    expect(kitchen.ticket(second, "In progress")).to_be_focused()
    keyboard.press("ArrowLeft")
    keyboard.use(f"Start {first}")
    expect(kitchen.ticket(first, "In progress")).to_be_visible()
    kitchen.expect_answered(first)
    keyboard.use("1 × Espresso")
    expect(kitchen.ticket(first).get_by_role("button", pressed=True)).to_have_count(1)
    kitchen.expect_answered(first)
    keyboard.use(f"Bump {first}")
    expect(kitchen.button("Collect {number}", number=first)).to_be_visible()
    keyboard.press("r")
    drawer = kitchen.page.get_by_role("dialog", name="Done today")
    expect(drawer.get_by_role("button", name=f"Recall {first}")).to_be_focused()
    keyboard.press("Enter")
    expect(kitchen.ticket(first)).to_contain_text("Recalled")
    kitchen.expect_numbers(first, second)
    kitchen.expect_answered(first)
    keyboard.press("?")
    expect(kitchen.page.get_by_role("dialog", name="Keys and settings")).to_be_visible()
    keyboard.press("Escape")
    keyboard.use(f"Bump {first}")
    keyboard_collects(kitchen, keyboard, first)


def keyboard_collects(kitchen, keyboard, number):
    expect(kitchen.button("Collect {number}", number=number)).to_be_visible()
    keyboard.use(f"Collect {number}")
    expect(kitchen.button("Collect {number}", number=number)).to_be_hidden()
