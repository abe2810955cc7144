"""A day of somebody who is followed by choice: reminded at the door, fed at the café she stands in, reminded on leaving."""

from playwright.sync_api import expect

from campus import Campus
from follower import Follower, walk
from gateways import NEAR, Gateway
from pages import AttendancePage, KitchenPage

# How long ago the badge was heard at the door.
HEARD_SECONDS = 60


def test_arrive_clock_in_walk_lunch_leave(serve, visit):
    server = serve(Campus().let_departures_count_at_once())
    door, main, station = (Gateway(server, f"gateway-{spot}") for spot in ("entrance", "main-cafe", "coffee-station"))
    ada = Follower(visit(server.url, locale="en-GB"), server).sign_in_first().follow()
    attendance = AttendancePage(ada.visitor).open()
    attendance.switch().check()
    expect(attendance.text("No arrival or departure was noticed in the last day.")).to_be_visible()

    door.report(NEAR, ago=HEARD_SECONDS)
    clock(attendance, "in")

    ada.open()
    main.hears()
    ada.expect_cafe("Main Café")
    walk(ada, main, station, "Coffee Station")
    expect(ada.text("You are at {cafe} now. This is its menu.", cafe="Coffee Station")).to_be_visible()

    number = have_lunch(ada, visit(server.url), "Coffee Station")
    assert [order["number"] for order in ada.api.orders()] == [number]

    attendance.open()
    door.loses(until=attendance.heading("Clock out?").is_visible)
    clock(attendance, "out")
    punches = server.rows("SELECT person, kind FROM punches ORDER BY number")
    assert punches == [("ada", "in"), ("ada", "out")]
    assert ada.visitor.location_calls == 0


def clock(page, kind):
    """Takes the proposal that a crossing of the entrance brought; nothing is recorded before."""
    expect(page.button_of(kind)).to_be_enabled()
    expect(page.heading("Clock in?" if kind == "in" else "Clock out?")).to_be_visible()
    before = page.punches().count()
    page.button_of(kind).click()
    expect(page.punches()).to_have_count(before + 1)


def have_lunch(ada, cook, cafe):
    """Orders at the café that is shown, has the kitchen make it, and answers the order's number."""
    ada.add("Cheese roll")
    ada.review()
    ada.pay_button(cafe).click()
    expect(ada.headline()).to_have_text(ada.say("{cafe} has your order.", cafe=cafe))
    number = ada.page.locator(".order-number").inner_text()
    kitchen = KitchenPage(cook).open("Kitchen display, Coffee Station")
    kitchen.press("Start", number)
    expect(ada.headline()).to_have_text(ada.say("{cafe} is making it now.", cafe=cafe))
    return number
