"""Every page in every state: no accessibility violation, enough contrast in the dark, and nothing that sticks out.

One visit for each look walks through the states of a page and measures each of them in several windows. With `--pictures`
it also keeps a picture of each, named by the look, the window and the state.
"""

from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from campus import DEMO, Campus
from client import line
from coordinates import Position
from crossings import report_crossing
from demo_server import PAGES, DemoServer
from fonts import LETTERS
from looks import LOCALES, PHONE, TABLET
from notice_answers import NoticeAnswers
from pages import AttendancePage, BoardPage, CounterPage, KitchenPage, OrderPage, UsedPage
from pseudo_locale import PSEUDO_LOCALE, add_pseudo_locale, untranslated
from served_pages import copy
from waiting import wait_until

pytestmark = pytest.mark.every_language

BETWEEN = Position(52.473712, 13.4043425)
FAR = Position(52.480217, 13.401219)
# The demo campus has texts in English and Japanese; everybody else reads the English ones.
CAMPUS = {
    "en": {"cafe": "Main Café", "burger": "Smash burger", "cappuccino": "Cappuccino"},
    "ja": {"cafe": "メインカフェ", "burger": "スマッシュバーガー", "cappuccino": "カプチーノ"},
}
# What people write for the kitchen.
NOTES = ["Extra hot, and please call me when it is ready", "No onions, and the sauce on the side, please"]
# A window, and how large its person has text shown, in percent.
WINDOWS = {"phone": (PHONE, 100), "tablet": (TABLET, 100), "large-text": ({"width": 375, "height": 812}, 200)}


@dataclass(frozen=True)
class Look:
    """A language with the fonts of a machine, and the windows in which each state is measured."""

    language: str
    # The person uses the first window; the page is only measured in the others.
    windows: tuple = ("phone", "tablet")
    fonts: str = "dejavu"
    # axe runs all its rules only in these colours, because the contrast rules take nine tenths of its time.
    audited: str | None = None

    @property
    def name(self):
        return f"{self.language}-{self.windows[0]}-{self.fonts}"

    @property
    def is_phone(self):
        return self.windows[0] == "phone"

    @property
    def campus(self):
        return CAMPUS.get(self.language, CAMPUS["en"])


# The two audited looks differ in the window, the direction and the colours, so that together they cover each of them.
LOOKS = [
    Look("en", audited="light"),
    Look("ar", windows=("tablet", "phone"), audited="dark"),
    # German has the longest words.
    Look("de", windows=("phone", "tablet", "large-text")),
    # Japanese breaks lines anywhere. It is measured in one window; another one takes a third of the time of a look.
    Look("ja", windows=("tablet",)),
]
# What repeats those in other letters and windows.
LONG_LOOKS = [
    # Korean breaks lines between words only.
    Look("ko", windows=("phone", "tablet", "large-text")), Look("ja", windows=("phone",)),
    # The fonts of the other machine, where letters have another width and height.
    *(Look(language, windows=(window,), fonts="noto") for language in ("ar", "es") for window in ("phone", "tablet")),
    # Each state has all its texts from the catalogue; test_translation.py asks it of each page.
    *(Look(PSEUDO_LOCALE, windows=(window,)) for window in ("phone", "tablet")),
]


@pytest.fixture(params=[*LOOKS, *(pytest.param(look, marks=pytest.mark.long) for look in LONG_LOOKS)], ids=lambda look: look.name)
def look(request):
    return request.param


@pytest.fixture
def fonts(look):
    return look.fonts


@pytest.fixture
def web(once_per_run, look):
    """The pages in English and in the language of the look: a server needs a third less to start than with all languages."""

    def write(folder):
        copy(PAGES.shipped, folder / "Web", ["en", look.language])
        if look.language == PSEUDO_LOCALE:
            add_pseudo_locale(folder / "Web")

    return once_per_run(f"pages-{look.language}", write) / "Web"


@pytest.fixture
def server(serve, web):
    # A required choice without a default shows what a missing one looks like.
    return serve(Campus().without_defaults("main-cafe"), web=web)


@pytest.fixture
def open_visit(visit, look):
    """Opens visits with the look."""

    def make(server):
        viewport, _ = WINDOWS[look.windows[0]]
        visitor = visit(server.url, viewport=viewport, locale=LOCALES[look.language], reduced_motion="reduce")
        # Chosen by hand, so that a sign-in does not turn the page to the person's own language.
        visitor.context.add_cookies([{"name": "vicinity-language", "value": look.language, "url": server.url}])
        return visitor

    return make


class Inspection:
    """Checks the states of a page one after the other, and reports all findings at the end."""

    def __init__(self, look):
        self.visitor = None
        self.look = look
        self.findings = []

    def follow(self, visitor):
        self.visitor = visitor
        return visitor

    def check(self, state):
        if self.look.audited:
            self.note(state, self.look.audited, self.visitor.violations_in(self.look.audited))
        if self.look.language == PSEUDO_LOCALE:
            self.note(state, "not translated", untranslated(self.visitor.page, typed=NOTES))
        first, *others = self.look.windows
        self.measure(state, first)
        for window in others:
            self.visitor.show_in(*WINDOWS[window])
            self.measure(state, window)
        if others:
            self.visitor.show_in(*WINDOWS[first])

    def measure(self, state, window):
        self.note(state, window, self.visitor.overflow())
        self.visitor.picture(f"{self.look.name}-{window}-{state}")

    def note(self, state, circumstance, findings):
        self.findings += [f"{state}, {circumstance}: {finding}" for finding in findings]

    def conclude(self):
        assert not self.findings, "\n".join(self.findings)


@pytest.fixture
def inspection(look):
    inspection = Inspection(look)
    yield inspection
    inspection.conclude()


@pytest.fixture(scope="module")
def busy(tmp_path_factory, web_with_pseudo_locale):
    """A server whose main café has tickets in every stage, and whose coffee station has none."""
    folder = tmp_path_factory.mktemp("busy")
    server = DemoServer(folder / "vicinity.db", DEMO, folder / "log", web=web_with_pseudo_locale)
    server.start()
    client, cook = server.client(person="ada"), server.client(device="kitchen-main")
    lunch = [line("smash-burger", "fries", note=NOTES[1]), line("dish-of-the-day")]
    coffee = [line("cappuccino", "large", "oat-milk", ("extra-shot", 2))]
    orders = [client.order("main-cafe", basket) for basket in (coffee, coffee, lunch, coffee)]
    cook.act(orders[0]["ticket"], "start")
    cook.act(orders[1]["ticket"], "bump")
    cook.act(orders[2]["ticket"], "bump", line=0)
    wait_until(lambda: client.get(f"/api/v1/orders/{orders[1]['id']}")["stage"] == "ready")
    yield server, cook, orders
    assert server.stop() == 0


def test_the_introduction_and_the_sign_in(busy, open_visit, look, inspection):
    server, _, _ = busy
    visitor = inspection.follow(open_visit(server))
    visitor.open("/")
    expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
    expect(visitor.page.locator("html")).to_have_attribute("lang", look.language)
    expect(visitor.page.locator("html")).to_have_attribute("dir", "rtl" if look.language == "ar" else "ltr")
    inspection.check("introduction")
    visitor.open("/sign-in?as=person&next=/order")
    expect(visitor.page.locator("button.person").first).to_be_visible()
    inspection.check("sign-in")
    visitor.open("/nowhere")
    expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
    inspection.check("no-page")


def test_the_order_page_in_every_state(server, open_visit, look, inspection):
    visitor = inspection.follow(open_visit(server))
    order = OrderPage(visitor, look.language).open()
    expect(order.heading("Where would you like to eat?")).to_be_visible()
    inspection.check("order-1-cafes")
    visitor.page.locator("button.closest").click()
    expect(order.button("Use my position")).to_be_visible()
    inspection.check("order-2-reason")
    visitor.allow_location(BETWEEN)
    order.button("Use my position").click()
    expect(visitor.page.get_by_role("dialog")).to_be_visible()
    inspection.check("order-3-between")
    visitor.page.get_by_role("dialog").get_by_role("button").filter(has_text=look.campus["cafe"]).click()
    inspect_basket(order, look, inspection)
    inspect_order(order, look, inspection)


def inspect_basket(order, look, inspection):
    expect(order.named("button", look.campus["burger"])).to_be_visible()
    inspection.check("order-4-menu")
    dialog = order.open_item(look.campus["cappuccino"])
    dialog.get_by_role("button", name=order.say("Add to basket")).click()
    expect(dialog.get_by_role("alert").first).to_be_visible()
    inspection.check("order-5-item")
    for group in dialog.locator("fieldset").all()[:2]:
        group.get_by_role("radio").last.check()
    dialog.get_by_label(order.say("Note for the kitchen")).fill(NOTES[0])
    dialog.get_by_role("button", name=order.say("Add to basket")).click()
    dialog = order.open_item(look.campus["burger"])
    dialog.get_by_role("radio").first.check()
    dialog.get_by_role("button", name=order.say("Add to basket")).click()
    expect(dialog).to_be_hidden()
    inspection.check("order-6-menu-with-basket")
    if look.is_phone:
        order.page.locator(".basket-bar button").click()
    expect(order.heading("Basket")).to_be_visible()
    inspection.check("order-7-basket")


def inspect_order(order, look, inspection):
    order.review()
    expect(order.button("Order at {cafe}, local time {time}", cafe=look.campus["cafe"])).to_be_visible()
    inspection.check("order-8-review")
    order.button("Order at {cafe}, local time {time}", cafe=look.campus["cafe"]).click()
    expect(order.page.get_by_role("dialog").locator("button.person").first).to_be_visible()
    inspection.check("order-9-who")
    order.sign_in("Kenji Arai" if look.language == "ja" else "Ada Morgan")
    expect(order.page.locator("dl.account")).to_be_visible()
    inspection.check("order-10-review-signed-in")
    order.pay_button(look.campus["cafe"]).click()
    expect(order.headline()).to_be_visible()
    inspection.check("order-11-status")
    order.button("Back to the menu").click()
    expect(order.page.locator(".running-order")).to_be_visible()
    inspection.check("order-12-menu-while-it-is-made")
    order.button("Your orders").click()
    expect(order.heading("Meal account")).to_be_visible()
    inspection.check("order-13-account")
    inspect_waiting(order, look, inspection)


def inspect_waiting(order, look, inspection):
    order.visitor.open("/order")
    order.page.get_by_role("dialog").get_by_role("button").filter(has_text=look.campus["cafe"]).click()
    dialog = order.open_item(look.campus["burger"])
    dialog.get_by_role("radio").first.check()
    dialog.get_by_role("button", name=order.say("Add to basket")).click()
    if look.is_phone:
        order.page.locator(".basket-bar button").click()
    order.review()
    order.page.get_by_label(order.say("When I come near")).check()
    inspection.check("order-15-review-for-later")
    order.visitor.allow_location(FAR)
    order.button("Order and set aside {total} at {cafe}, local time {time}", cafe=look.campus["cafe"]).click()
    expect(order.headline()).to_be_visible()
    expect(order.page.locator(".waiting-panel")).to_be_visible()
    inspection.check("order-16-waiting")
    order.visitor.refuse_location()
    expect(order.text("Your browser does not share your position with this page. Start the order yourself when you set out.")).to_be_visible()
    inspection.check("order-17-waiting-without-a-position")
    order.button("Cancel order").click()
    inspection.check("order-18-asked-before-cancelling")
    order.page.get_by_role("dialog").get_by_role("button", name=order.say("Cancel order")).click()
    expect(order.headline()).to_have_text(order.say("Cancelled. Nothing was paid."))
    inspection.check("order-19-cancelled-unpaid")


# For each item of a menu: its name, how many lines that has, and how far below the first of them the price stands.
PRICES = """
() => [...document.querySelectorAll(".item-title")].map(title => {
  const name = document.createRange()
  name.selectNodeContents(title.querySelector("h3").querySelector("button") ?? title.querySelector("h3"))
  const lines = new Map([...name.getClientRects()].map(line => [Math.round(line.top), line]))
  const [first] = lines.values()
  const price = document.createRange()
  price.selectNodeContents(title.querySelector(".price"))
  return { name: name.toString(), lines: lines.size, below: price.getBoundingClientRect().bottom - first.bottom }
})
"""


@pytest.mark.parametrize(("language", "fonts"), LETTERS)
def test_a_price_stands_beside_the_first_line_of_its_name(serve, visit, language, fonts):
    """Whoever looks for a price finds all of a row on one line, also beside a name of several lines."""
    campus = Campus()
    campus.item("main-cafe", "granola-bowl")["name"] = {
        "en": "Granola bowl with oats, yoghurt, stewed apple and roasted nuts",
        "ja": "オーツ麦とヨーグルトと煮りんごと炒ったナッツのグラノーラボウル",
    }
    server = serve(campus)
    visitor = visit(server.url, viewport=TABLET, locale=LOCALES[language])
    visitor.context.add_cookies([{"name": "vicinity-language", "value": language, "url": server.url}])
    page = OrderPage(visitor, language).open()
    page.choose_cafe(CAMPUS.get(language, CAMPUS["en"])["cafe"])
    expect(page.page.locator("cafe-menu .item").first).to_be_visible()
    prices = page.page.evaluate(PRICES)
    assert any(price["lines"] > 1 for price in prices)
    assert [price for price in prices if abs(price["below"]) > 3] == []


def test_the_attendance_page_in_every_state(server, open_visit, look, inspection):
    visitor = inspection.follow(open_visit(server))
    page = AttendancePage(visitor, look.language).open()
    expect(page.text("Sign in to clock in or out.")).to_be_visible()
    inspection.check("attendance-1-who")
    page.sign_in("Kenji Arai" if look.language == "ja" else "Ada Morgan")
    inspection.check("attendance-2-nothing-yet")
    page.button_of("in").click()
    expect(page.page.get_by_role("alert").filter(has_text=page.say("Choose the site that you are at."))).to_be_visible()
    inspection.check("attendance-3-which-site")
    inspect_reminders(page, look, inspection, server, "kenji" if look.language == "ja" else "ada")


def inspect_reminders(page, look, inspection, server, person):
    page.switch().check()
    expect(page.text("No arrival or departure was noticed in the last day.")).to_be_visible()
    inspection.check("attendance-4-reminders-on")
    report_crossing(server, person, "berlin-courtyard-entrance", "enter", "recent-crossing", ago=90 * 60)
    arrival = report_crossing(server, person, "berlin-entrance", "enter", "window-passed")
    expect(page.heading("Clock in?")).to_be_visible()
    inspection.check("attendance-5-clock-in")
    page.button_of("in").click()
    expect(page.punches()).to_have_count(1)
    inspection.check("attendance-6-recorded")
    page.visitor.open("/order")
    expect(page.page.locator(".cafe-card").first).to_be_visible()
    report_crossing(server, person, "berlin-entrance", "exit")
    expect(page.bar()).to_be_visible()
    inspection.check("order-14-reminder")
    page.open(arrival)
    expect(page.text("This reminder has been answered. You see your present state.")).to_be_visible()
    inspection.check("attendance-7-answered")
    page.open("none")
    expect(page.text("This reminder is deleted: reminders are kept for one day.")).to_be_visible()
    inspection.check("attendance-8-forgotten")
    inspect_refusals(page, look, inspection, server, person)


def inspect_refusals(page, look, inspection, server, person):
    # Somebody else's page of the same person was quicker.
    other = server.client(person=person)
    assert other.send("POST", "/api/v1/attendance/punches", {"kind": "out"}, idempotency_key="other").status == 201
    expect(page.punches()).to_have_count(2)
    page.button("Clock in").click()
    page.page.route("**/api/v1/attendance", lambda route: route.abort())
    assert other.send("POST", "/api/v1/attendance/punches", {"kind": "in"}, idempotency_key="another").status == 201
    page.button_of("in").click()
    expect(page.text("This is recorded already: you did the same less than a minute ago. It counts once.")).to_be_visible()
    inspection.check("attendance-9-refused")
    page.visitor.context.set_offline(True)
    expect(page.text("You are offline, and what you see may be old. One punch is kept and sent later; it counts from when you make it.")).to_be_visible()
    page.button_of("in").click()
    expect(page.button("Ask again")).to_be_visible()
    inspection.check("attendance-10-offline")


def test_the_pages_of_notices_in_every_state(server, open_visit, look, inspection):
    visitor = inspection.follow(open_visit(server))
    answers = NoticeAnswers(visitor.context)
    page = UsedPage(visitor, look.language)
    visitor.open("/notices")
    expect(page.text("Sign in to see your notices.")).to_be_visible()
    inspection.check("notices-1-who")
    visitor.sign_in("Ada Morgan")
    visitor.open("/notices")
    expect(page.text("No notices yet. When an order is ready, or you are reminded at the door, it is listed here.")).to_be_visible()
    inspection.check("notices-2-none")
    visitor.open("/notice-settings")
    expect(page.heading("Quiet hours")).to_be_visible()
    inspection.check("notice-settings-1-first")
    answers.fill(*NOTES)
    visitor.open("/notices")
    expect(page.page.locator(".inbox-row")).to_have_count(3)
    inspection.check("notices-3-unread")
    visitor.open("/notice-settings")
    expect(page.page.locator(".channel")).to_have_count(5)
    inspection.check("notice-settings-2-everything")
    for way in ("mail", "ntfy", "gotify"):
        page.page.locator(f"[data-key=add-{way}]").click()
        expect(page.page.get_by_role("dialog")).to_be_visible()
        inspection.check(f"notice-settings-3-{way}")
        page.page.keyboard.press("Escape")
    page.page.locator("[data-key=removal-2]").click()
    expect(page.button("Undo")).to_be_visible()
    inspection.check("notice-settings-4-removed")


def test_the_administration_of_notices_in_every_state(server, open_visit, look, inspection):
    visitor = inspection.follow(open_visit(server))
    answers = NoticeAnswers(visitor.context)
    page = UsedPage(visitor, look.language)
    visitor.sign_in("Omar Haddad")
    visitor.open("/webhooks")
    expect(page.text("No webhook yet.")).to_be_visible()
    inspection.check("webhooks-1-none")
    answers.fill(*NOTES)
    visitor.open("/delivery")
    expect(page.page.locator(".log-table tbody tr")).to_have_count(7)
    inspection.check("delivery-1-failures")
    visitor.open("/webhooks")
    page.page.locator("[data-key=deliveries-1]").click()
    expect(page.page.locator(".log-table tbody tr")).to_have_count(3)
    inspection.check("webhooks-2-deliveries")
    page.page.locator("[data-key=add-webhook]").click()
    expect(page.page.get_by_role("dialog")).to_be_visible()
    inspection.check("webhooks-3-new")
    page.page.keyboard.press("Escape")
    page.page.locator("[data-key=rotate-1]").click()
    expect(page.page.locator(".secret")).to_be_visible()
    inspection.check("webhooks-4-secret")
    page.page.keyboard.press("Escape")
    page.page.locator("[data-key=replay-1]").click()
    expect(page.page.get_by_role("dialog")).to_be_visible()
    inspection.check("webhooks-5-replay")


def test_the_pages_that_run_the_place_in_every_state(server, open_visit, look, inspection):
    visitor = inspection.follow(open_visit(server))
    page = UsedPage(visitor, look.language)
    visitor.sign_in("Omar Haddad")
    visitor.open("/campus?site=berlin")
    content = page.page.locator(".manage-content")
    expect(content.locator("spot-list tbody tr")).to_have_count(6)
    inspection.check("campus-1-spots")
    page.page.locator("[data-key=add-spot]").click()
    expect(page.page.get_by_role("dialog")).to_be_visible()
    inspection.check("campus-2-spot")
    page.page.keyboard.press("Escape")
    page.page.locator("[data-key=label-berlin-entrance]").click()
    expect(page.page.locator(".beacon-label")).to_be_visible()
    inspection.check("campus-3-label")
    page.page.keyboard.press("Escape")
    page.page.locator("[data-key=retire-berlin-entrance]").click()
    expect(page.page.locator(".retired-list")).to_be_visible()
    inspection.check("campus-4-retired")
    page.page.locator("[data-key=part-gateways]").click()
    expect(content.locator("site-gateways tbody tr")).to_have_count(3)
    inspection.check("campus-5-gateways")
    page.page.locator("[data-key=part-site]").click()
    expect(page.page.locator(".ground-drawing")).to_be_visible()
    inspection.check("campus-6-ground")
    visitor.open("/manage?cafe=main-cafe#hours")
    page.page.locator("[data-key=add-printer]").click()
    expect(page.page.locator("[data-key^=printer-host]").first).to_be_visible()
    inspection.check("manage-1-hours")
    visitor.open("/organisation")
    expect(page.page.locator(".settings-table tbody tr").first).to_be_visible()
    inspection.check("organisation-1-settings")
    visitor.open("/attendance-rules")
    page.page.locator("[data-key=rule-preset]").select_option("japan")
    page.page.locator("[data-key=rule-breaks]").select_option("own")
    page.page.locator("[data-key=break-after-0]").fill("6:00")
    page.page.locator("[data-key=look]").click()
    expect(page.page.locator(".rules-set .field-error span").first).to_be_visible()
    page.page.locator("[data-key=break-minutes-0]").fill("20")
    page.page.locator("[data-key=look]").click()
    expect(page.page.locator("[data-key=save-rules]")).to_be_visible()
    inspection.check("attendance-rules-1-effect")


def test_the_screens_in_every_state(busy, open_visit, look, inspection):
    server, cook, orders = busy
    visitor = inspection.follow(open_visit(server))
    # Installed before the page, so that it can be told later that time has passed.
    visitor.page.clock.install()
    visitor.open("/kitchen")
    expect(visitor.page.locator("button.person").first).to_be_visible()
    inspection.check("kitchen-1-which")
    kitchen = KitchenPage(visitor, look.language)
    inspect_kitchen(kitchen, look, inspection, cook, orders)
    inspect_blind(kitchen, server, inspection, "kitchen-6-blind")
    visitor = inspection.follow(open_visit(server))
    visitor.page.clock.install()
    board = BoardPage(visitor, look.language)
    inspect_board(board, look, inspection)
    inspect_blind(board, server, inspection, "board-3-blind")


def test_the_counter_in_every_state(serve, web, open_visit, look, inspection):
    campus = Campus()
    campus.cafe("main-cafe")["handover"] = {"code": True}
    server = serve(campus, web=web)
    cook = server.client(device="kitchen-main")
    visitor = inspection.follow(open_visit(server))
    counter = CounterPage(visitor, look.language).open(device("kitchen-main", look))
    expect(counter.text("Touch a dish to begin.")).to_be_visible()
    inspection.check("counter-1-empty")
    counter.add("cappuccino")
    counter.add("smash-burger")
    inspection.check("counter-2-order")
    counter.page.locator("[data-key=pay-cash]").click()
    expect(counter.page.locator(".counter-placed")).to_be_visible()
    counter.page.locator("#counter-code").fill("0010000")
    counter.page.keyboard.press("Enter")
    expect(counter.text("No order of today has this code.")).to_be_visible()
    pause(cook, "channel/counter")
    expect(counter.page.locator(".counter-ticket .notice")).to_be_visible()
    inspection.check("counter-3-placed-and-paused")
    counter.button("Keys").click()
    expect(counter.page.get_by_role("dialog")).to_be_visible()
    inspection.check("counter-4-keys")


def pause(cook, scope):
    assert cook.send("POST", "/api/v1/cafes/main-cafe/pace", {"scope": scope, "paused": True}).status == 200


def device(identifier, look):
    found = next(device for device in Campus().content["devices"] if device["id"] == identifier)
    return found["name"].get(look.language, found["name"]["en"])


def inspect_kitchen(kitchen, look, inspection, cook, orders):
    kitchen.open(device("kitchen-coffee", look))
    expect(kitchen.text("No open tickets. New ones appear here by themselves.")).to_be_visible()
    inspection.check("kitchen-2-empty")
    kitchen.button("Keys and settings").click()
    kitchen.button("Change screen").click()
    kitchen.page.get_by_role("dialog").get_by_role("button", name=kitchen.say("Change screen")).click()
    kitchen.choose(device("kitchen-main", look))
    cook.act(orders[0]["ticket"], "bump")
    expect(kitchen.ticket(orders[0]["number"], "Done")).to_be_visible()
    inspection.check("kitchen-3-tickets")
    take_back(cook, orders[0]["ticket"])
    kitchen.button("Done today").click()
    expect(kitchen.page.locator(".done-list")).to_be_visible()
    inspection.check("kitchen-4-done-today")
    kitchen.page.keyboard.press("Escape")
    kitchen.button("Keys and settings").click()
    expect(kitchen.page.get_by_role("dialog")).to_be_visible()
    inspection.check("kitchen-5-keys")
    kitchen.page.keyboard.press("Escape")
    kitchen.ticket(orders[0]["number"]).locator(".ticket-more").click()
    kitchen.page.locator("[data-key=reason-missing-ingredient]").click()
    inspection.check("kitchen-6-rejecting")
    kitchen.page.keyboard.press("Escape")


def take_back(cook, ticket):
    """Undone while that is allowed, and called back when the looks took longer."""
    address = f"/api/v1/tickets/{ticket}/actions"
    wait_until(lambda: any(cook.send("POST", address, {"action": action}).status == 200 for action in ("undo", "recall")))


def inspect_board(board, look, inspection):
    board.open(device("board-coffee", look))
    expect(board.text("Nothing is being made right now.")).to_be_visible()
    inspection.check("board-1-empty")
    board.button("Change screen").click()
    board.page.get_by_role("dialog").get_by_role("button", name=board.say("Change screen")).click()
    board.choose(device("board-main", look))
    expect(board.column("Ready").get_by_role("listitem")).to_have_count(1)
    expect(board.column("Being made").get_by_role("listitem")).to_have_count(3)
    inspection.check("board-2-numbers")


def inspect_blind(screen, server, inspection, state):
    with server.silenced():
        screen.wait_until_blind()
        inspection.check(state)
