"""Administration outside the demo: people, their roles, the screens of cafés and the security log, on their pages."""

import csv
import json

import pytest
from playwright.sync_api import expect

from accounts_server import PASSWORD
from administered_server import ADMINISTRATOR
from looks import PHONE, TABLET

MAIN = "Main Café"


@pytest.fixture
def open_as(installation, visit):
    """Opens a page as somebody: `open_as(ADMINISTRATOR, "/people")`."""

    def open_page(sign_in_name, path, viewport=TABLET):
        visitor = visit(installation.url, viewport=viewport, locale="en-GB")
        answer = visitor.context.request.post(f"{installation.url}/api/v1/session", data={"name": sign_in_name, "password": PASSWORD})
        assert answer.status == 201, answer.text()
        visitor.open(path)
        return visitor

    return open_page


def invite(administrator, name, sign_in_name, *roles):
    """Invites somebody at the API, and returns the server's answer."""
    person = {"name": name, "signInName": sign_in_name, "roles": roles, "language": "en"}
    answer = administrator.send("POST", "/api/v1/people", person)
    assert answer.status == 201, answer
    return answer.json


def row(page, name):
    return page.get_by_role("row").filter(has=page.get_by_role("button", name=name, exact=True))


def open_person(page, name):
    page.get_by_role("button", name=name, exact=True).click()
    dialog = page.get_by_role("dialog", name=name)
    expect(dialog).to_be_visible()
    return dialog


def test_somebody_is_invited_gets_a_role_and_is_suspended(installation, administrator, open_as):
    visitor = open_as(ADMINISTRATOR, "/people")
    page = visitor.page
    expect(row(page, "Ada Morgan")).to_contain_text("no account")
    visitor.assert_accessible()

    page.get_by_role("button", name="Invite somebody").click()
    dialog = page.get_by_role("dialog", name="Invite somebody")
    dialog.get_by_label("Name", exact=True).fill("Mina Okafor")
    dialog.get_by_label("E-mail or staff number").fill("mina@example.org")
    dialog.get_by_label("cook", exact=False).first.check()
    dialog.get_by_label("Where: cook").select_option(label=f"at {MAIN}")
    dialog.get_by_label("EUR").fill("12.50")
    visitor.assert_accessible()
    dialog.get_by_role("button", name="Make an invitation").click()
    shown = page.get_by_role("dialog", name="The link for Mina Okafor")
    expect(shown).to_contain_text("It works once, for 7 days")
    link = shown.get_by_label("Link to choose a password").input_value()
    assert link.startswith(f"{installation.url}/welcome#")
    assert shown.get_by_role("link", name="Write an e-mail").get_attribute("href").startswith("mailto:mina@example.org?")
    # While the dialog fades in, its colours are paler.
    page.evaluate("Promise.all(document.getAnimations().map(animation => animation.finished)).then(() => null)")
    visitor.assert_accessible()
    shown.get_by_role("button", name="Done").click()
    expect(row(page, "Mina Okafor")).to_contain_text(f"employee and cook at {MAIN}")
    expect(row(page, "Mina Okafor")).to_contain_text("invited until")

    installation.accept(link)
    mina = installation.signed_in("mina@example.org")
    assert mina.balance("EUR") == 1250
    page.reload()
    expect(row(page, "Mina Okafor")).to_contain_text("can sign in")

    # A role is taken away and another given, which the person has from the next request on.
    dialog = open_person(page, "Mina Okafor")
    dialog.get_by_role("checkbox", name="cook").uncheck()
    dialog.get_by_role("checkbox", name="manager").check()
    dialog.get_by_label("Where: manager").select_option(label="in Berlin, at all cafés")
    dialog.get_by_role("button", name="Save").click()
    expect(row(page, "Mina Okafor")).to_contain_text("employee and manager in Berlin")
    assert mina.get("/api/v1/session")["principal"]["grants"] == ["employee", "manager@site:berlin"]
    expect(page.get_by_role("button", name="Mina Okafor", exact=True)).to_be_focused()

    dialog = open_person(page, "Mina Okafor")
    dialog.get_by_role("button", name="Suspend").click()
    question = page.get_by_role("dialog", name="Suspend Mina Okafor?")
    expect(question).to_contain_text("Orders, punches and the meal account stay.")
    question.get_by_role("button", name="Suspend", exact=True).click()
    expect(row(page, "Mina Okafor")).to_contain_text("suspended")
    assert mina.send("GET", "/api/v1/session").status == 401
    visitor.assert_accessible()

    open_person(page, "Mina Okafor").get_by_role("button", name="Let in again").click()
    expect(row(page, "Mina Okafor")).to_contain_text("can sign in")
    installation.signed_in("mina@example.org")


def test_a_refusal_is_a_sentence_at_its_field(administrator, open_as):
    invite(administrator, "Mina Okafor", "mina@example.org", "employee")
    page = open_as(ADMINISTRATOR, "/people").page
    dialog = open_person(page, "Mina Okafor")
    name = dialog.get_by_label("E-mail or staff number")
    name.fill(ADMINISTRATOR)
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Another person signs in with this")
    expect(name).to_be_focused()
    page.keyboard.press("Escape")

    dialog = open_person(page, "Noor Aziz")
    dialog.get_by_role("checkbox", name="administrator").uncheck()
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Nobody else can administer this server.")


def test_an_act_long_after_the_sign_in_asks_for_the_password_once_more(installation, administrator, open_as):
    page = open_as(ADMINISTRATOR, "/people").page
    expect(row(page, "Ada Morgan")).to_be_visible()
    assert installation.stop() == 0
    installation.forget_proofs()
    installation.start()
    for answer in [None, PASSWORD]:
        dialog = open_person(page, "Ada Morgan")
        dialog.get_by_role("checkbox", name="cook").check()
        dialog.get_by_role("button", name="Save").click()
        question = page.get_by_role("dialog", name="Is it still you?")
        if answer is None:
            question.get_by_role("button", name="Cancel").click()
            expect(dialog).to_be_visible()
            dialog.get_by_role("button", name="Cancel").click()
        else:
            question.get_by_label("Password", exact=True).fill(answer)
            question.get_by_role("button", name="Continue").click()
    expect(row(page, "Ada Morgan")).to_contain_text("employee and cook")


def test_people_are_found_by_keyboard_among_hundreds(administrator, open_as):
    for number in range(300):
        invite(administrator, f"Person {number:03}", f"p{number}@example.org", "employee")
    page = open_as(ADMINISTRATOR, "/people").page
    expect(page.get_by_text("307 people")).to_be_visible()
    page.get_by_label("Search by name, e-mail, staff number or role").focus()
    page.keyboard.type("PERSON 29")
    expect(page.get_by_text("13 people")).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("button", name="Person 129")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Person 129")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Person 129")).to_be_focused()


def test_a_screen_is_listed_and_revoked(installation, administrator, open_as):
    visitor = open_as(ADMINISTRATOR, "/screens")
    page = visitor.page
    expect(page.get_by_text("No screen is paired yet.")).to_be_visible()
    visitor.assert_accessible()
    screen = installation.pair_screen(administrator, "Hot pass")
    assert screen.send("GET", "/api/v1/session").status == 200
    # The page looks again by itself.
    line = page.get_by_role("row").filter(has_text="Hot pass")
    expect(line).to_contain_text("kitchen display")
    for words in [MAIN, "by Noor Aziz", "just now"]:
        expect(line).to_contain_text(words)
    line.get_by_role("button", name="Revoke").click()
    question = page.get_by_role("dialog", name="Revoke Hot pass?")
    question.get_by_role("button", name="Revoke", exact=True).click()
    expect(page.get_by_text("No screen is paired yet.")).to_be_visible()
    assert screen.send("GET", "/api/v1/session").status == 401


def test_the_code_of_a_screen_leads_to_the_page_that_pairs_it(installation, administrator, open_as):
    page = open_as(ADMINISTRATOR, "/screens").page
    page.get_by_label("Code on the screen").fill("bcdf-ghjk")
    page.get_by_role("button", name="Continue").click()
    page.wait_for_url(f"{installation.url}/pair#BCDF-GHJK")


def test_the_security_log_is_read_and_saved(administrator, open_as, tmp_path):
    invite(administrator, "Mina Okafor", "mina@example.org", "employee", "cook@cafe:main-cafe")
    visitor = open_as(ADMINISTRATOR, "/security-log")
    page = visitor.page
    added = page.get_by_role("row").filter(has_text="Person added")
    for words in ["Noor Aziz", "Mina Okafor", f"employee and cook at {MAIN}", "127.0.0.1"]:
        expect(added).to_contain_text(words)
    visitor.assert_accessible()
    for kind in ["CSV", "JSON"]:
        with page.expect_download() as download:
            page.get_by_role("button", name=f"Save as {kind}").click()
        download.value.save_as(tmp_path / kind)
    rows = list(csv.DictReader((tmp_path / "CSV").open(encoding="utf-8-sig", newline="")))
    entries = json.loads((tmp_path / "JSON").read_text(encoding="utf-8"))
    assert [entry["number"] for entry in entries] == [int(row["number"]) for row in rows]
    assert "person-added" in {row["kind"] for row in rows}


def test_earlier_entries_come_on_demand_and_a_file_has_all(administrator, open_as, tmp_path):
    # Each invitation is two entries; the server answers with 200.
    for number in range(110):
        invite(administrator, f"Person {number:03}", f"p{number}@example.org", "employee")
    page = open_as(ADMINISTRATOR, "/security-log").page
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(200)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as JSON").click()
    download.value.save_as(tmp_path / "log.json")
    entries = json.loads((tmp_path / "log.json").read_text(encoding="utf-8"))
    page.get_by_role("button", name="Earlier entries").click()
    expect(page.get_by_text("These are all entries.")).to_be_visible()
    expect(rows).to_have_count(len(entries))
    expect(rows.last).to_contain_text("Installation set up")
    assert entries[-1]["number"] == 1


def test_each_role_sees_its_pages(installation, administrator, open_as):
    pages = {
        "/people": "People", "/screens": "Screens", "/badges": "Badges and phones", "/gateways": "Gateways", "/delivery": "Delivery of notices",
        "/webhooks": "Webhooks", "/security-log": "Security log", "/organisation": "Organisation", "/attendance-rules": "Rules of attendance",
    }
    allowed = {"employee": [], "manager@cafe:main-cafe": ["/screens"], "facilities@site:berlin": ["/screens", "/gateways"], "facilities": ["/screens", "/badges", "/gateways"], "auditor": ["/security-log"]}
    for number, (role, open_to) in enumerate(allowed.items()):
        name = f"p{number}@example.org"
        installation.accept(invite(administrator, f"Person {number}", name, role)["link"])
        visitor = open_as(name, "/people")
        for path, title in pages.items():
            visitor.open(path)
            expect(visitor.page.get_by_role("heading", name=title, exact=True)).to_be_visible()
            refused = visitor.page.get_by_text("This page is for")
            expect(refused).to_have_count(0 if path in open_to else 1)


def test_a_person_ends_other_sign_ins_and_changes_the_password(installation, administrator, open_as):
    visitor = open_as(ADMINISTRATOR, "/your-data")
    page = visitor.page
    section = page.get_by_role("region", name="Where you are signed in")
    # The set-up signed in too.
    expect(section.get_by_role("listitem")).to_have_count(3)
    expect(section.get_by_role("listitem").first).to_contain_text("this one")
    visitor.assert_accessible()
    section.get_by_role("button", name="End all others").click()
    expect(section.get_by_role("listitem")).to_have_count(1)
    assert administrator.send("GET", "/api/v1/session").status == 401

    other = installation.signed_in(ADMINISTRATOR)
    form = page.get_by_role("region", name="Password")
    form.get_by_label("New password").fill("short")
    form.get_by_role("button", name="Change the password").click()
    expect(form.get_by_role("alert")).to_contain_text("at least 10 characters")
    form.get_by_label("New password").fill("seven slow trains")
    form.get_by_role("button", name="Change the password").click()
    expect(page.get_by_text("Your password is changed, and you are signed out everywhere else.")).to_be_visible()
    assert other.send("GET", "/api/v1/session").status == 401
    installation.signed_in(ADMINISTRATOR, "seven slow trains")


def test_large_text_on_a_phone_fits(installation, administrator, open_as):
    installation.pair_screen(administrator, "Hot pass")
    visitor = open_as(ADMINISTRATOR, "/people")
    for path in ["/people", "/screens", "/security-log", "/your-data"]:
        visitor.open(path)
        expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
        expect(visitor.page.locator("tbody tr, .session").first).to_be_visible()
        visitor.show_in(PHONE, 200)
        assert not visitor.overflow(), path
        visitor.show_in(TABLET)


def test_people_see_who_read_their_data_and_when(installation, administrator, open_as):
    invited = invite(administrator, "Bo Lind", "bo@example.org", "employee")
    installation.accept(invited["link"])
    visitor = open_as("bo@example.org", "/your-data")
    looks = visitor.page.get_by_role("region", name="Who looked at your data")
    expect(looks).to_contain_text("Nobody else has looked at your data.")
    administrator.get("/api/v1/people")
    administrator.get("/api/v1/people")
    administrator.get("/api/v1/security-log")
    visitor.page.reload()
    expect(looks).to_contain_text("Noor Aziz saw you in the list of people, with sign-in name and roles")
    expect(looks).to_contain_text("2 times on that day.")
    expect(looks).to_contain_text("Noor Aziz read entries about you in the security log")
    visitor.assert_accessible()


def test_the_last_administrator_cannot_erase_themselves(installation, administrator, open_as):
    visitor = open_as(ADMINISTRATOR, "/your-data")
    visitor.page.get_by_role("button", name="Erase all and end my account").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Erase it for good").click()
    expect(visitor.page.get_by_text("Make somebody else an administrator first. Nothing was erased.")).to_be_visible()
    assert administrator.send("GET", "/api/v1/own-data").status == 200
