"""The harness keeps its promises, shown with a stand-in for the server."""

import pathlib
import subprocess
import sys
import urllib.request

import pytest
from playwright.sync_api import expect

import quick_axe
from coordinates import Position
from fonts import MACHINES, files
from overflow import FIND_OVERFLOW
from server import Server, free_port

BERLIN = Position(52.4735, 13.4039)
STAND_IN = pathlib.Path(__file__).parents[1] / "support" / "stand_in_server.py"


@pytest.fixture
def stand_in(tmp_path):
    port = free_port()
    server = Server([sys.executable, STAND_IN, port, tmp_path / "starts"], port, tmp_path / "log")
    server.start()
    yield server
    if server.is_running:
        server.stop()


def starts(server):
    with urllib.request.urlopen(f"{server.url}/starts") as answer:
        return len(answer.read())


def test_a_killed_server_starts_again_on_its_port(stand_in):
    stand_in.kill()
    assert not stand_in.is_running
    stand_in.start()
    assert starts(stand_in) == 2


def test_a_client_goes_on_when_its_connection_was_ended_meanwhile(server):
    client = server.client(person="ada")
    server.kill()
    server.start()
    assert client.get("/api/v1/account")["balances"]


def test_a_server_that_is_asked_to_stop_ends_with_its_exit_code(stand_in):
    assert stand_in.stop() == 0
    assert not stand_in.is_running


def test_a_server_that_ends_at_once_is_told_with_its_last_words(tmp_path):
    broken = Server([sys.executable, "-c", "print('no such folder'); exit(3)"], free_port(), tmp_path / "log")
    with pytest.raises(AssertionError, match="exit code 3.*\nno such folder"):
        broken.start()


def test_a_port_belongs_to_one_process_also_while_its_server_is_down(stand_in):
    """Two runs of the tests on one machine take no port from each other."""
    take = "import server, random, sys; server.PORTS = [int(sys.argv[1])]; server.free_port()"
    for step in (lambda: None, stand_in.kill):
        step()
        other = subprocess.run([sys.executable, "-c", take, str(stand_in.port)], cwd=STAND_IN.parent, capture_output=True, text=True)
        assert "No port is free" in other.stderr
    stand_in.start()


LEAKS = {
    "address": "fetch('/x?at=52.4735,13.4039')",
    "header": "fetch('/x', {headers: {'x-place': '52.4735 13.4039'}})",
    "body": "fetch('/x', {method: 'POST', body: JSON.stringify({p: [52.4735, 13.4039]})})",
    "beacon": "navigator.sendBeacon('/x', '52.4735,13.4039')",
    "image": "new Promise(done => { const i = new Image(); i.onerror = done; i.src = '/x/13.4039' })",
    "cookie": "document.cookie = 'place=52.4735,13.4039'; fetch('/x')",
    "cookie that goes with an image": "document.cookie = 'place=52.4735,13.4039'; new Image().src = '/x'",
    "address that is told to a script": "history.pushState('', '', '/?at=52.4735,13.4039'); import('/x').catch(() => {})",
    "position of the browser": """
        new Promise(done => navigator.geolocation.getCurrentPosition(
            at => fetch('/x?q=' + at.coords.latitude.toFixed(2) + '_' + at.coords.longitude.toFixed(2)).then(done)))
    """,
}


@pytest.mark.parametrize("script", LEAKS.values(), ids=LEAKS.keys())
def test_a_page_that_tells_its_position_is_caught(stand_in, visit, script):
    visitor = visit(stand_in.url)
    visitor.allow_location(BERLIN)
    visitor.open("/")
    with visitor.page.expect_request(lambda request: "/x" in request.url):
        visitor.page.evaluate(script)
    with pytest.raises(AssertionError, match="A coordinate left the browser"):
        visitor.traffic.assert_no_coordinate()
    visitor.traffic.positions.clear()
    visitor.traffic.addresses.clear()
    visitor.traffic.requests.clear()


@pytest.mark.every_language
def test_a_page_that_keeps_its_position_passes(stand_in, visit):
    visitor = visit(stand_in.url, locale="ja-JP")
    visitor.allow_location(BERLIN)
    visitor.open("/")
    found = visitor.page.evaluate(
        "new Promise(done => navigator.geolocation.getCurrentPosition(at => done(at.coords.latitude)))"
    )
    assert found == BERLIN.latitude
    visitor.page.evaluate("fetch('/api/v1/cafes', {headers: {'accept-language': 'ja'}})")
    visitor.traffic.assert_no_coordinate()
    assert len(visitor.traffic.requests) >= 2


def test_a_location_that_is_refused_is_told_to_the_page(stand_in, visit):
    visitor = visit(stand_in.url)
    visitor.refuse_location()
    visitor.open("/")
    code = visitor.page.evaluate(
        "new Promise(done => navigator.geolocation.getCurrentPosition(done, error => done(error.code)))"
    )
    assert code == 1


def test_a_page_with_a_fault_is_not_accessible(stand_in, visit):
    visitor = visit(stand_in.url)
    visitor.open("/")
    visitor.assert_accessible()
    visitor.page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    with pytest.raises(AssertionError, match="button-name"):
        visitor.assert_accessible()


# Colours as pages write them and as they lie over each other, some with too little contrast.
COLOURS = """
<section style='background: #777'><p style='color: #888'>Grey on grey</p><p style='color: rgb(255 255 255 / 40%)'>Half there</p></section>
<section style='background: linear-gradient(white, black)'><p style='color: red'>On a gradient</p></section>
<section style='background: rgba(0, 0, 255, 0.3); opacity: 0.5'><p style='color: oklch(0.6 0.2 30)'>Behind a veil</p><p style='color: hsl(120 40% 30%)'>Green</p></section>
<section style='background: white; mix-blend-mode: multiply'><p style='color: color(display-p3 0.5 0.5 0.5); text-shadow: 0 0 2px #333'>Mixed</p></section>
<button></button> <img src='/x'> <label>Of nothing</label>
"""
# Everything that axe says, with the figures that it has measured.
ALL_OF_AXE = """
async () => {
  const all = await axe.run(document)
  const said = node => [node.target, node.html, ...["any", "all", "none"].map(kind => node[kind].map(({ id, data, message }) => [id, data, message]))]
  return Object.fromEntries(["violations", "passes", "incomplete", "inapplicable"].map(kind => [kind, all[kind].map(rule => [rule.id, rule.nodes.map(said)])]))
}
"""


def test_axe_finds_in_less_time_what_it_finds_as_it_is_distributed(server, visit):
    # What the test puts into the page has styles of its own.
    page = visit(server.url, bypass_csp=True).page
    page.goto(f"{server.url}/order")
    expect(page.locator(".cafe-card").first).to_be_visible()
    page.locator("main").evaluate("(main, html) => main.insertAdjacentHTML('beforeend', html)", COLOURS)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.evaluate(quick_axe.AS_DISTRIBUTED)
        usual = page.evaluate(ALL_OF_AXE)
        page.evaluate(quick_axe.SCRIPT)
        assert page.evaluate(ALL_OF_AXE) == usual
        found = {rule: len(nodes) for rule, nodes in usual["violations"]}
        assert found["color-contrast"] >= 2 and found["button-name"] == found["image-alt"] == 1, found


FAULTS = {
    "over the edge": "<div style='position: absolute; left: 90vw; width: 50vw; height: 2rem'>Wide</div>",
    "cut off": "<p style='width: 4rem; white-space: nowrap; overflow: hidden'>Much longer than its paragraph</p>",
    "cut off below": "<p style='width: 9rem; height: 1.2rem; overflow: hidden'>Two lines of text in the height of one</p>",
    "cut off: div.dialog": "<div class='dialog' style='width: 9rem; overflow: auto'><table><td style='white-space: nowrap'>Wider than the box that scrolls</table></div>",
    "text out of button": "<button style='width: 3rem; white-space: nowrap'><span>Longer than the button</span></button>",
    "text out of p": "<section style='height: 9rem; overflow: auto'><p style='height: 1rem; width: 9rem'>In a box that scrolls, two lines in the height of one</p></section>",
}
ORDERLY = """
<div style='height: 3rem; overflow: auto'><p>One</p><p>Two</p><p>Three</p><p>Four</p></div>
<button>As wide as its text</button> <p style='line-height: 1'>Letters that are a little higher than their line</p>
<div class='jumps'><ul style='overflow-x: auto; width: 9rem; white-space: nowrap'>A strip that is made to be moved sideways</ul></div>
<p style='border: 1px solid; position: relative; width: 5rem; height: 2rem'>Box<b style='position: absolute; left: 4rem; top: -1rem'>badge</b></p>
"""


@pytest.mark.parametrize("fault", FAULTS)
def test_what_has_no_place_on_a_page_is_found(stand_in, visit, fault):
    page = visit(stand_in.url).page
    page.goto(stand_in.url)
    page.locator("main").evaluate("(main, html) => { main.innerHTML = html }", ORDERLY)
    assert page.evaluate(FIND_OVERFLOW) == []
    page.locator("main").evaluate("(main, html) => main.insertAdjacentHTML('beforeend', html)", FAULTS[fault])
    found = page.evaluate(FIND_OVERFLOW)
    assert any(finding.startswith(fault) for finding in found), found


@pytest.mark.parametrize("machine", MACHINES)
def test_the_fonts_of_a_machine_are_installed(machine):
    assert [str(file) for file in files(machine) if not file.is_file()] == []


@pytest.mark.parametrize("fonts", MACHINES)
def test_a_browser_has_the_fonts_of_its_machine_and_no_others(visit, stand_in, fonts):
    page = visit(stand_in.url).page
    page.goto(stand_in.url)
    # Asking for its place lays the text out, and only text that is laid out has fonts.
    page.locator("h1").evaluate(
        """heading => {
            heading.textContent = 'Menu قائمة メニュー'
            heading.style.fontFamily = 'system-ui, sans-serif'
            heading.getBoundingClientRect()
        }"""
    )
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    heading = session.send("DOM.querySelector", {"nodeId": root, "selector": "h1"})["nodeId"]
    used = {font["familyName"] for font in session.send("CSS.getPlatformFontsForNode", {"nodeId": heading})["fonts"]}
    assert used == {
        "dejavu": {"DejaVu Sans", "Noto Sans CJK JP"},
        "noto": {"Noto Sans", "Noto Sans Arabic", "Noto Sans CJK JP"},
    }[fonts]
