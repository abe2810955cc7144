"""The pages on which an installation is set up, people sign in, and screens are paired, as people use them."""

import re

from playwright.sync_api import expect

from accounts_server import ADMINISTRATOR, CAFE, PASSWORD, SITE

CODE = re.compile(r"^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$")

# Notes when a page shows a code, also when it is loaded anew, since it was told to begin.
NOTE_CODES = """
new MutationObserver(() => {
  if (document.querySelector("p.pairing-code")) sessionStorage.codeShownAt ??= Date.now()
}).observe(document, { childList: true, subtree: true })
"""


def heading(page, name):
    return page.get_by_role("heading", name=name)


def press(page, name):
    page.get_by_role("button", name=name).click()


def password_field(page):
    return page.get_by_label("Password", exact=True)


def say_who(page, password=PASSWORD):
    """The first step of the set-up."""
    page.get_by_label("Your name").fill("Ada Lovelace")
    page.get_by_label("E-mail or staff number").fill(ADMINISTRATOR)
    password_field(page).fill(password)
    press(page, "Continue")


def name_organisation(page):
    """The second step."""
    page.get_by_label("Name of the organisation").fill("Harbour Works")
    page.get_by_label("First site").fill(SITE)
    page.get_by_label("Time zone").select_option("Europe/Berlin")
    page.get_by_label("Latitude").fill("53.55")
    page.get_by_label("Longitude").fill("9.99")
    page.get_by_label("First café").fill(CAFE)
    page.get_by_label("Currency").select_option("EUR")
    press(page, "Finish the set-up")


def sign_in(page, name=ADMINISTRATOR, password=PASSWORD):
    page.get_by_label("E-mail or staff number").fill(name)
    password_field(page).fill(password)
    password_field(page).press("Enter")


def note_codes(page):
    """Before the first page of a screen: what it shows is noted by itself, as a look of a busy harness may come late."""
    page.add_init_script(NOTE_CODES)


def begin_to_note(page):
    page.evaluate("sessionStorage.removeItem('codeShownAt')")


def seconds_until_code(page, since):
    """How long after a moment the page showed a code; the moment is of this machine's clock."""
    return float(page.evaluate("sessionStorage.codeShownAt")) / 1000 - since


def shown_code(page):
    """The code that a screen shows, once it shows one."""
    place = page.locator("p.pairing-code")
    expect(place).to_have_text(CODE)
    return place.inner_text().replace("\n", "")
