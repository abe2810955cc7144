"""The pages in the terms of who uses them: what is read and pressed, by the names that a screen reader says."""

from playwright.sync_api import expect

from words import Words

# Notes each new text of the elements that a selector finds, with the time, for checks that a look now and then would miss.
NOTE_TEXTS = """
(selector) => {
  window.notedTexts ??= {}
  const noted = window.notedTexts[selector] = []
  const note = () => {
    const text = [...document.querySelectorAll(selector)].map(element => element.textContent.trim()).join(" | ")
    if (text !== (noted.at(-1)?.text ?? "")) noted.push({ at: Date.now(), text })
  }
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true })
  note()
}
"""
# Presses a button as soon as a page has it and it can be pressed, for what may be pressed for a short time only.
PRESS_WHEN_THERE = """
name => new Promise(done => {
  const press = () => {
    const button = [...document.querySelectorAll("button")].find(each => each.ariaLabel === name && each.ariaDisabled !== "true")
    if (!button) return setTimeout(press, 20)
    button.click()
    done()
  }
  press()
})
"""


class UsedPage:
    """A page that a visitor has open, and the words of its language."""

    def __init__(self, visitor, language="en"):
        self.visitor = visitor
        self.page = visitor.page
        self.say = Words(visitor.url, language)

    def button(self, message, within=None, **values):
        return self.named("button", self.say(message, **values), within)

    def heading(self, message, **values):
        return self.named("heading", self.say(message, **values))

    def named(self, role, name, within=None):
        return (within or self.page).get_by_role(role, name=name, **({"exact": True} if isinstance(name, str) else {}))

    def text(self, message, **values):
        return self.page.get_by_text(self.say(message, **values))

    def note_texts(self, selector):
        """Begins to note what the elements say."""
        self.page.evaluate(NOTE_TEXTS, selector)

    def noted_texts(self, selector):
        """What was said since then: a list of time in milliseconds and text, each once."""
        return [(entry["at"], entry["text"]) for entry in self.page.evaluate("s => window.notedTexts[s]", selector)]


class OrderPage(UsedPage):
    def open(self):
        self.visitor.open("/order")
        return self

    def choose_cafe(self, name):
        self.page.locator(".cafe-card").filter(has_text=name).click()
        expect(self.named("heading", name)).to_be_visible()

    def open_item(self, name):
        self.named("button", name).click()
        dialog = self.page.get_by_role("dialog")
        expect(self.named("heading", name, dialog)).to_be_visible()
        return dialog

    def add(self, item, choices=(), counted=(), quantity=1, note=None):
        """Puts an item into the basket; `counted` are names of choices that are pressed up, one step for each time."""
        dialog = self.open_item(item)
        for choice in choices:
            dialog.get_by_label(choice).check()
        for choice in counted:
            self.button("More: {name}", dialog, name=choice).click()
        for _ in range(quantity - 1):
            self.button("More: {name}", dialog, name=self.say("Quantity")).click()
        if note:
            dialog.get_by_label(self.say("Note for the kitchen")).fill(note)
        dialog.get_by_role("button", name=self.say("Add to basket")).click()
        expect(dialog).to_be_hidden()

    def review(self):
        self.button("Review order").click()
        expect(self.heading("Review your order")).to_be_visible()

    def sign_in(self, person):
        """Answers the question who the person is."""
        self.page.get_by_role("dialog").get_by_role("button").filter(has_text=person).click()
        expect(self.page.get_by_role("dialog")).to_be_hidden()

    def pay_button(self, cafe):
        return self.button("Order and pay {total} at {cafe}, local time {time}", cafe=cafe)

    def headline(self):
        return self.page.locator("order-status .headline")


class AttendancePage(UsedPage):
    def open(self, reminder=None):
        self.visitor.open("/attendance" + (f"?reminder={reminder}" if reminder else ""))
        return self

    def sign_in(self, person):
        """Presses the page's own button, and answers the question who the person is."""
        self.page.locator("attendance-page").get_by_role("button", name=self.say("Sign in")).last.click()
        self.page.get_by_role("dialog").get_by_role("button").filter(has_text=person).click()
        expect(self.button_of("in")).to_be_visible()

    def button_of(self, kind):
        return self.button({"in": "Clock in now", "out": "Clock out now"}[kind])

    def choose_site(self, name):
        self.page.get_by_label(self.say("Site")).select_option(label=name)

    def switch(self):
        return self.page.get_by_role("switch")

    def bar(self):
        """The reminder over the page."""
        return self.page.locator("reminder-bar .reminder")

    def punches(self):
        return self.page.locator(".punches li")


class ScreenPage(UsedPage):
    """What the kitchen page and the board have in common."""

    address = ""

    def open(self, device):
        self.visitor.open(self.address)
        self.choose(device)
        return self

    def choose(self, device):
        self.page.get_by_role("button").filter(has_text=device).click()

    def wait_until_blind(self):
        """Lets the time pass after which the page has to say that it hears nothing; needs its clock installed."""
        self.page.clock.fast_forward(6_000)
        expect(self.blind()).to_be_visible()

    def read_aloud(self):
        """Role and name of everything that Chromium itself shows to a screen reader."""
        session = self.page.context.new_cdp_session(self.page)
        nodes = session.send("Accessibility.getFullAXTree")["nodes"]
        session.detach()
        return [
            (node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes if not node["ignored"]
        ]

    def blind(self):
        return self.page.get_by_role("alert").filter(has=self.heading("This screen has lost the server"))


class KitchenPage(ScreenPage):
    address = "/kitchen"

    def open(self, device):
        super().open(device)
        self.expect_live()
        return self

    def expect_live(self, **options):
        expect(self.page.locator(".kitchen-link")).to_have_text(self.say("Live"), **options)

    def ticket(self, number, stage=None):
        return self.named("group", self.say("Ticket {number}, {stage}", number=number, **({"stage": self.say(stage)} if stage else {})))

    def press(self, action, number):
        self.button(f"{action} {{number}}", number=number).click()

    def expect_answered(self, number):
        """What was pressed on a ticket is answered; until then other presses wait, also when the feed has told of the first."""
        expect(self.ticket(number)).to_have_attribute("aria-busy", "false")

    def undo(self, number):
        """Takes a bump back, for which somebody has five seconds, and the harness may need as many for a press."""
        self.page.evaluate(PRESS_WHEN_THERE, self.say("Undo {number}", number=number))

    def expect_numbers(self, *numbers):
        """There are tickets with these numbers, in this order, and no others."""
        expect(self.page.locator("kitchen-ticket .ticket-number")).to_have_text(list(numbers))


class CounterPage(ScreenPage):
    address = "/counter"

    def add(self, item):
        """Presses a dish that needs no choice, until the order has its price."""
        self.page.locator(f"[data-key=item-{item}]").click()
        expect(self.page.locator("[data-key=pay-cash]:not([aria-disabled])")).to_be_visible()


class BoardPage(ScreenPage):
    address = "/board"

    def column(self, name):
        return self.page.get_by_role("region", name=self.say(name), exact=True)
