"""Passkeys in the pages, with Chromium's virtual authenticator; and recovery codes for people who have lost them."""

import re

import pytest
from playwright.sync_api import expect

from account_pages import heading, name_organisation, password_field, press, sign_in
from accounts_server import ADMINISTRATOR, PASSWORD
from authenticators import NO_AUTOFILL, VirtualAuthenticator, by_name
from looks import PHONE, TABLET
from visitor import PATIENCE_MILLISECONDS

CODE = re.compile(r"^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$")


@pytest.fixture
def device(visit):
    """Makes visitors whose device has an authenticator: `device(server)`. They come by the server's name."""

    def make(server, autofill=False, **options):
        visitor = visit(by_name(server.url), **{"viewport": PHONE, "locale": "en-GB", **options})
        if not autofill:
            visitor.page.add_init_script(NO_AUTOFILL)
        visitor.authenticator = VirtualAuthenticator(visitor.page)
        return visitor

    return make


@pytest.fixture
def owner(accounts, device):
    """Somebody who has signed in by password and looks at their own page."""
    visitor = device(accounts)
    visitor.open("/sign-in?next=/your-data")
    sign_in(visitor.page)
    expect(passkeys(visitor.page).get_by_role("button", name="Add a passkey")).to_be_visible()
    return visitor


def passkeys(page):
    return page.get_by_role("region", name="Passkeys")


def recovery(page):
    return page.get_by_role("region", name="Recovery codes")


def add_passkey(visitor):
    press(passkeys(visitor.page), "Add a passkey")
    expect(visitor.page.locator("notice-bar")).to_contain_text("is added. From now on you can sign in with it.")


def sign_out(visitor):
    press(visitor.page, "Sign out")
    expect(visitor.page.locator("[data-key=sign-in-first]")).to_be_visible()


def use_passkey(visitor):
    visitor.open("/sign-in?next=/your-data")
    press(visitor.page, "Sign in with a passkey")


def expect_signed_in(visitor):
    expect(visitor.page.locator(".who")).to_have_text("Ada Lovelace")


def test_a_passkey_is_added_and_signs_in(owner):
    add_passkey(owner)
    [passkey] = owner.authenticator.credentials
    assert (passkey["rpId"], passkey["userName"], passkey["isResidentCredential"]) == ("localhost", ADMINISTRATOR, True)
    expect(passkeys(owner.page).get_by_text("Not used yet")).to_be_visible()
    owner.assert_accessible()
    sign_out(owner)
    use_passkey(owner)
    expect_signed_in(owner)
    expect(passkeys(owner.page).get_by_text("Last used")).to_be_visible()
    expect(owner.page.get_by_role("region", name="Where you are signed in")).to_contain_text("with a passkey")


def test_a_passkey_comes_in_the_list_below_the_field_for_the_name(accounts, owner, device):
    add_passkey(owner)
    other = device(accounts, autofill=True)
    owner.authenticator.copy_to(other.authenticator)
    # The virtual authenticator chooses at once what stands in the list.
    other.open("/sign-in?next=/your-data")
    expect_signed_in(other)


def test_an_installation_is_set_up_with_a_passkey_which_stays_until_there_is_another_way_in(serve_accounts, browser):
    server = serve_accounts()
    # Not a visitor: where the site is leaves this browser on purpose.
    context = browser.new_context(locale="en-GB", viewport=TABLET)
    context.set_default_timeout(PATIENCE_MILLISECONDS)
    page = context.new_page()
    page.add_init_script(NO_AUTOFILL)
    authenticator = VirtualAuthenticator(page)
    page.goto(by_name(server.link))
    page.get_by_label("Your name").fill("Ada Lovelace")
    page.get_by_label("E-mail or staff number").fill(ADMINISTRATOR)
    expect(password_field(page)).to_have_count(0)
    page.get_by_text("With a password").click()
    expect(password_field(page)).to_be_visible()
    page.get_by_text("With a passkey").click()
    press(page, "Continue")
    authenticator.recognise(False)
    name_organisation(page)
    expect(page.get_by_role("alert")).to_have_text("No passkey was created. Try again when you are ready.")
    authenticator.recognise(True)
    press(page, "Finish the set-up")
    expect(heading(page, "This installation is set up")).to_be_visible()
    page.get_by_role("link", name="Make recovery codes").click()
    # Without it nobody could sign in any more.
    expect(passkeys(page)).to_contain_text("This passkey is your only way to sign in.")
    expect(passkeys(page).get_by_role("button", name="Remove")).to_have_count(0)
    page.get_by_label("New password").fill("seven blue lanterns")
    press(page, "Change the password")
    expect(passkeys(page).get_by_role("button", name="Remove")).to_be_visible()
    press(page, "Sign out")
    page.goto(f"{by_name(server.url)}/sign-in?next=/your-data")
    press(page, "Sign in with a passkey")
    expect(page.locator(".who")).to_have_text("Ada Lovelace")
    context.close()


def test_a_second_device_gets_its_own_passkey_and_the_first_can_be_removed(accounts, owner, device):
    add_passkey(owner)
    second = device(accounts)
    second.open("/sign-in?next=/your-data")
    sign_in(second.page)
    add_passkey(second)
    entries = passkeys(second.page).get_by_role("listitem")
    expect(entries).to_have_count(2)
    expect(entries.last).to_contain_text("Linux 2")
    press(entries.last, "Rename")
    dialog = second.page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("Kitchen phone")
    second.assert_accessible()
    press(dialog, "Save")
    expect(entries.last).to_contain_text("Kitchen phone")
    press(entries.first, "Remove")
    press(second.page.get_by_role("dialog"), "Remove it")
    expect(second.page.locator("notice-bar")).to_contain_text("The passkey “Linux” is removed.")
    expect(entries).to_have_count(1)
    sign_out(owner)
    use_passkey(owner)
    expect(owner.page.get_by_role("alert")).to_contain_text("This passkey opens no account here. It may have been removed")
    owner.assert_accessible()
    sign_out(second)
    use_passkey(second)
    expect_signed_in(second)


def test_an_authenticator_makes_one_passkey_for_a_person(owner):
    add_passkey(owner)
    press(passkeys(owner.page), "Add a passkey")
    expect(owner.page.locator("notice-bar")).to_contain_text("This device already has a passkey for your account.")
    expect(passkeys(owner.page).get_by_role("listitem")).to_have_count(1)


def test_a_copied_passkey_is_found_by_its_count_and_refused(accounts, owner, device):
    add_passkey(owner)
    thief = device(accounts)
    owner.authenticator.copy_to(thief.authenticator)
    for _ in range(2):
        use_passkey(thief)
        expect_signed_in(thief)
        sign_out(thief)
    # The original has counted one use where the server has seen two.
    sign_out(owner)
    use_passkey(owner)
    expect(owner.page.get_by_role("alert")).to_contain_text("This passkey may have been copied, so it lets nobody in.")
    sign_in(owner.page)
    expect_signed_in(owner)
    owner.open("/security-log")
    expect(owner.page.get_by_text("the passkey may have been copied")).to_be_visible()


def test_closing_the_dialog_of_the_browser_is_no_error(owner):
    owner.authenticator.recognise(False)
    press(passkeys(owner.page), "Add a passkey")
    expect(owner.page.locator("notice-bar")).to_contain_text("No passkey was created. Try again when you are ready.")
    expect(passkeys(owner.page).get_by_role("listitem")).to_have_count(0)
    owner.authenticator.recognise(True)
    add_passkey(owner)
    sign_out(owner)
    owner.authenticator.recognise(False)
    use_passkey(owner)
    expect(owner.page.get_by_text("You are not signed in: no passkey was chosen.")).to_be_visible()
    expect(owner.page.locator(".field-error:not(:empty)")).to_have_count(0)
    owner.assert_accessible()
    owner.authenticator.recognise(True)
    press(owner.page, "Sign in with a passkey")
    expect_signed_in(owner)


def test_a_passkey_shows_once_more_who_somebody_is(accounts, owner):
    add_passkey(owner)
    accounts.stop()
    accounts.forget_proofs()
    accounts.start()
    owner.open("/your-data")
    press(recovery(owner.page), "Make recovery codes")
    dialog = owner.page.get_by_role("dialog", name="Is it still you?")
    expect(dialog).to_contain_text("Use your passkey, or enter your password, to go on.")
    owner.assert_accessible()
    owner.authenticator.recognise(False)
    press(dialog, "Use your passkey")
    expect(dialog).to_contain_text("No passkey was chosen. Try again when you are ready.")
    owner.authenticator.recognise(True)
    press(dialog, "Use your passkey")
    expect(owner.page.get_by_role("dialog", name="Your recovery codes")).to_be_visible()


def test_there_are_no_passkeys_at_an_address_in_numbers(accounts, visit):
    visitor = visit(accounts.url, locale="en-GB")
    visitor.open("/sign-in?next=/your-data")
    expect(visitor.page.get_by_role("button", name="Sign in with a recovery code")).to_be_visible()
    expect(visitor.page.get_by_role("button", name="Sign in with a passkey")).to_have_count(0)
    sign_in(visitor.page)
    expect(passkeys(visitor.page)).to_contain_text("This browser cannot make passkeys at this address.")


def test_a_recovery_code_lets_in_once_and_is_shown_once(accounts, visit):
    visitor = visit(accounts.url, viewport=PHONE, locale="en-GB")
    page = visitor.page
    visitor.open("/sign-in?next=/your-data")
    sign_in(page)
    expect(recovery(page)).to_contain_text("You have no recovery codes.")
    press(recovery(page), "Make recovery codes")
    dialog = page.get_by_role("dialog", name="Your recovery codes")
    expect(dialog.get_by_role("listitem").get_by_role("code")).to_have_count(10)
    codes = dialog.get_by_role("listitem").get_by_role("code").all_inner_texts()
    assert len(set(codes)) == 10 and all(CODE.match(code) for code in codes), codes
    visitor.assert_accessible()
    press(dialog, "I have kept them")
    expect(recovery(page)).to_contain_text("10 codes are left.")
    expect(page.get_by_text(codes[0])).to_have_count(0)
    database = b"".join(path.read_bytes() for path in accounts.database.parent.glob("vicinity.db*"))
    assert not any(text.encode() in database for code in codes for text in (code, code.replace("-", "")))
    sign_out(visitor)

    def use(code):
        visitor.open("/sign-in?next=/your-data")
        press(page, "Sign in with a recovery code")
        page.get_by_label("E-mail or staff number").fill(ADMINISTRATOR)
        page.get_by_label("Recovery code").fill(code)
        page.get_by_role("button", name="Sign in", exact=True).click()

    use(codes[0].lower().replace("-", " "))
    expect_signed_in(visitor)
    expect(recovery(page)).to_contain_text("9 codes are left.")
    expect(page.get_by_role("region", name="Where you are signed in")).to_contain_text("with a recovery code")
    sign_out(visitor)
    for code in (codes[0], "nothing"):
        use(code)
        expect(page.get_by_role("alert")).to_contain_text("do not belong together, or the code was used before.")
    visitor.assert_accessible()
    press(page, "Sign in another way")
    sign_in(page)
    expect_signed_in(visitor)
    # New ones end the old ones.
    press(recovery(page), "Make new codes")
    press(page.get_by_role("dialog", name="Your recovery codes"), "I have kept them")
    expect(recovery(page)).to_contain_text("10 codes are left.")
    sign_out(visitor)
    use(codes[1])
    expect(page.get_by_role("alert")).to_contain_text("do not belong together")


@pytest.mark.every_language
@pytest.mark.parametrize("locale", ["de-DE", *(pytest.param(locale, marks=pytest.mark.long) for locale in ("ar-EG", "ja-JP"))])
def test_every_word_fits_on_a_phone_with_large_text_and_in_the_dark(accounts, device, locale):
    visitor = device(accounts, locale=locale)
    page = visitor.page

    def check():
        for viewport, size in [(PHONE, 100), (PHONE, 200), (TABLET, 100)]:
            visitor.show_in(viewport, size)
            assert visitor.overflow() == [], (page.url, viewport, size)
        assert visitor.contrast_in_the_dark() == []

    visitor.authenticator.recognise(False)
    visitor.open("/sign-in?next=/your-data")
    page.locator("[data-key=passkey]").click()
    expect(page.locator("passkey-sign-in .muted")).to_be_visible()
    check()
    page.locator("[data-key=recovery]").click()
    check()
    page.locator("[data-key=usual]").click()
    page.locator("[name=username]").fill(ADMINISTRATOR)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("[name=password]").press("Enter")
    visitor.authenticator.recognise(True)
    page.locator("[data-key=add-passkey]").click()
    expect(page.locator("your-passkeys .session")).to_be_visible()
    page.locator("[data-key=make-codes]").click()
    expect(page.locator("recovery-codes-dialog dialog")).to_be_visible()
    check()
    page.locator("[data-key=codes-kept]").click()
    check()
