"""What the page says of the device that it is on, and what it asks the browser for."""

import pytest
from playwright.sync_api import expect

from pages import UsedPage

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1"
# A browser that notes whether it was asked, and answers as the test wants.
ASKED = """
localStorage.permission ??= "default"
Object.defineProperty(Notification, "permission", { get: () => localStorage.permission })
Notification.requestPermission = async () => {
  localStorage.asked = Number(localStorage.asked ?? 0) + 1
  return localStorage.permission = "%s"
}
PushManager.prototype.subscribe = () => new Promise(() => undefined)
"""


@pytest.fixture
def open_settings(server, visit):
    def open_settings(answer, **options):
        visitor = visit(server.url, locale="en-GB", service_workers="allow", **options)
        visitor.page.add_init_script(ASKED % answer)
        visitor.sign_in("Ada Morgan")
        visitor.open("/notice-settings")
        page = UsedPage(visitor)
        expect(page.heading("This device")).to_be_visible()
        return page

    return open_settings


def asked(page):
    return page.page.evaluate("Number(localStorage.asked ?? 0)")


def test_an_iphone_in_a_tab_is_told_about_the_home_screen_and_is_not_asked_W81(open_settings):
    page = open_settings("granted", user_agent=IPHONE, has_touch=True)
    expect(page.text("Choose “Add to Home Screen”, then “Add”.")).to_be_visible()
    expect(page.page.locator("this-device button")).to_have_count(0)
    assert asked(page) == 0
    page.visitor.assert_accessible()


def test_the_browser_is_asked_after_a_press_only_and_never_again_after_a_no_W82(open_settings):
    page = open_settings("denied")
    expect(page.page.locator("#reason")).to_contain_text("the browser asks you once for permission")
    assert asked(page) == 0
    page.button("Notify me on this device").click()
    refused = page.text("This browser does not let Vicinity show notices, because you said no earlier. You are not asked again.")
    expect(refused).to_be_visible()
    # Some browsers forget it.
    page.page.evaluate("localStorage.permission = 'default'")
    page.page.reload()
    expect(refused).to_be_visible()
    expect(page.button("Notify me on this device")).to_have_count(0)
    assert asked(page) == 1
    page.visitor.assert_accessible()


def test_a_push_service_that_does_not_answer_is_explained_and_another_way_offered_W80(open_settings):
    page = open_settings("granted")
    page.page.clock.install()
    page.button("Notify me on this device").click()
    expect(page.button("Waiting for the browser.")).to_be_visible()
    page.page.clock.fast_forward(10_000)
    expect(page.page.get_by_role("alert").filter(has_text="The push service of this browser did not answer.")).to_be_visible()
    page.button("Use ntfy instead").click()
    expect(page.page.get_by_role("dialog").get_by_label("Address of the topic")).to_be_focused()
