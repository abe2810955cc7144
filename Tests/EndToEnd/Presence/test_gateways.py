"""Gateways: from the air to the page, with real parts, while parts of them are killed or away."""

import datetime
import json
import stat
import time

import pytest
from playwright.sync_api import expect

from campus import Campus
from gateway_program import CODE, GatewayProgram
from looks import PHONE, TABLET
from pages import AttendancePage
from radio_link import RadioLink
from server import free_port
from waiting import wait_until

OPERATOR = "omar"
DOOR, CAFE = "gateway-entrance", "gateway-main-cafe"
# As states are stored.
INSIDE, OUTSIDE = 1, 2
# An address that no key resolves, and one that the key makes; checked with the function ah of the core specification below.
STRANGER = "4A:11:22:33:44:55"
KEY = "000102030405060708090a0b0c0d0e0f"


def badge():
    content = Campus().content
    ada = next(person for person in content["people"] if person["id"] == "ada")
    return {"uuid": content["organisation"]["badgeUUID"], **ada["badge"]}


def sender():
    return f"{badge()['uuid']},{badge()['major']},{badge()['minor']}"


def address_of(key):
    """A resolvable private address of a phone with an identity key (Core Specification 5.4, volume 3, part H, 2.2.2)."""
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    part = bytes.fromhex("4b5a69")
    encryptor = Cipher(algorithms.AES(bytes.fromhex(key)), modes.ECB()).encryptor()
    digits = (part + encryptor.update(bytes(13) + part)[-3:]).hex().upper()
    return ":".join(digits[place:place + 2] for place in range(0, 12, 2))


@pytest.fixture
def radio(tmp_path):
    links = []

    def make(*senders):
        links.append(RadioLink(free_port(), tmp_path / f"radio-{len(links)}.log", *senders))
        return links[-1]

    yield make
    for link in links:
        link.close()


@pytest.fixture
def gateway(server, tmp_path):
    programs = []

    def make(*source):
        programs.append(GatewayProgram(server, tmp_path, *source))
        return programs[-1]

    yield make
    for program in programs:
        if program.process and program.process.poll() is None:
            program.kill()


@pytest.fixture
def operator(server):
    return server.client(person=OPERATOR)


def listed(operator, name):
    return next(one for one in operator.get("/api/v1/gateways")["gateways"] if one["id"] == name)


def is_live(operator, name):
    return lambda: listed(operator, name)["state"] == "live"


def presence(server):
    return server.rows("SELECT spot, state, at FROM presence_events WHERE person = 'ada' AND device = '' ORDER BY number")


def follow(server, person="ada"):
    client = server.client(person=person)
    client.send("PUT", "/api/v1/presence/following", {"following": True})
    return client


def recording(path, *stretches, seconds):
    """Hears Ada's badge ten times a second in each stretch (from, until), and listens for a number of seconds."""
    begin = datetime.datetime(2026, 9, 1, 8, tzinfo=datetime.timezone.utc)

    def line(tenths, **content):
        moment = (begin + datetime.timedelta(milliseconds=100 * tenths)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return json.dumps({"time": moment, "source": "hci0", **content})

    heard = [tenths for start, end in stretches for tenths in range(start * 10, end * 10)]
    lines = [line(tenths, sighting={**badge(), "power": -59, "rssi": -50 - tenths % 9}) for tenths in heard]
    lines += [line(tenths, elapsed=True) for tenths in range(0, seconds * 10 + 1, 10)]
    path.write_text("\n".join(sorted(lines)) + "\n", encoding="utf-8")
    return path


def test_from_the_air_to_the_page_while_gateway_and_server_are_killed(server, visit, radio, gateway, operator):
    page = AttendancePage(visit(server.url)).open()
    page.sign_in("Ada Morgan")
    page.switch().check()
    program = gateway("--adapter", radio(sender()).adapter).start()
    key_was_missing = not (program.state / "key.json").exists()
    program.pair(DOOR, operator)
    expect(page.heading("Clock in?")).to_be_visible()
    assert key_was_missing and stat.S_IMODE((program.state / "key.json").stat().st_mode) == 0o600
    wait_until(is_live(operator, DOOR))
    # Both are killed; what is started again needs no code, and nobody is reminded twice.
    program.kill()
    server.kill()
    server.start()
    before = listed(operator, DOOR)["heardAt"]
    program.start()
    wait_until(lambda: listed(operator, DOOR)["heardAt"] > before and "Listening" in program.words())
    expect(page.heading("Clock in?")).to_be_visible()
    assert server.rows("SELECT count(*) FROM reminder_decisions") == [(1,)]
    assert program.key() not in program.words()
    assert program.stop() == 0


def test_what_is_heard_while_the_server_is_away_arrives_later_in_order(server, radio, gateway, operator):
    follow(server)
    program = gateway("--adapter", radio(sender()).adapter).start().pair(CAFE, operator)
    wait_until(lambda: presence(server))
    wait_until(is_live(operator, CAFE))
    server.kill()
    wait_until(lambda: len(program.queued()) >= 3)
    program.kill()
    left = program.queued()
    program.start()
    wait_until(lambda: len(program.queued()) > len(left))
    assert [file.name for file in left] == [file.name for file in program.queued()][:len(left)]
    server.start()
    wait_until(lambda: len(program.queued()) <= 1)
    wait_until(is_live(operator, CAFE))
    assert listed(operator, CAFE)["health"]["dropped"] == 0
    assert program.stop() == 0


def test_the_queue_has_a_bound_and_drops_the_oldest(server, tmp_path, gateway, operator):
    follow(server)
    # A report takes a block of 4 KiB, so that 256 have room in a megabyte. It begins when the badge is there already.
    first = gateway("--recording", recording(tmp_path / "first.jsonl", (0, 5), seconds=5)).start().pair(CAFE, operator)
    assert first.ended() == 0
    server.stop()
    day = recording(tmp_path / "day.jsonl", (0, 300), seconds=300)
    program = gateway("--recording", day, "--queue-limit", "1").start()
    wait_until(lambda: len(program.queued()) == 256)
    wait_until(lambda: (program.state / "queue" / "dropped").exists())
    wait_until(lambda: int((program.state / "queue" / "dropped").read_text(encoding="utf-8")) >= 44)
    server.start()
    assert program.ended() == 0
    status = listed(operator, CAFE)
    assert status["health"]["dropped"] == int((program.state / "queue" / "dropped").read_text(encoding="utf-8"))
    assert program.queued() == []


@pytest.mark.parametrize("speed", [None, "20"])
def test_a_recorded_day_is_replayed_at_any_speed_with_the_same_result_W13(server, tmp_path, gateway, operator, speed):
    follow(server)
    day = recording(tmp_path / "day.jsonl", (10, 30), (100, 110), seconds=160)
    program = gateway("--recording", day, *(["--speed", speed] if speed else [])).start().pair(CAFE, operator)
    assert program.ended() == 0
    events = presence(server)
    start = events[0][2]
    found = [(state, round((at - start) / 1000)) for _, state, at in events]
    # A sighting stands for a second, and has the time of its last advertisement: 10.9 s, 29.9 s, 100.9 s and 109.9 s. Thirty
    # seconds after the last one the badge has gone.
    assert found == [(INSIDE, 0), (OUTSIDE, 49), (INSIDE, 90), (OUTSIDE, 129)]


def test_a_revoked_gateway_is_refused_and_shows_a_code_again_W10(server, radio, gateway, operator):
    program = gateway("--adapter", radio(sender()).adapter).start().pair(CAFE, operator)
    wait_until(is_live(operator, CAFE))
    key = program.key()
    assert operator.send("DELETE", f"/api/v1/gateways/{CAFE}/key").status == 204
    from client import Client

    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    answer = Client(server.port, token=key).send("POST", f"/api/v1/gateways/{CAFE}/reports", {"until": now, "sightings": []})
    assert (answer.status, answer.json["code"]) == (403, "gateway-key-revoked")
    wait_until(lambda: "not valid any more" in program.words())
    wait_until(lambda: len(set(CODE.findall(program.words()))) == 2)
    assert not (program.state / "key.json").exists()
    assert listed(operator, CAFE)["state"] == "revoked"
    program.pair(CAFE, operator)
    wait_until(is_live(operator, CAFE))
    assert program.stop() == 0


def test_a_gateway_that_is_paired_again_keeps_its_reports(server, radio, gateway, operator):
    program = gateway("--adapter", radio(sender()).adapter).start().pair(CAFE, operator)
    wait_until(is_live(operator, CAFE))
    server.kill()
    wait_until(lambda: len(program.queued()) >= 3)
    program.kill()
    server.start()
    assert operator.send("DELETE", f"/api/v1/gateways/{CAFE}/key").status == 204
    program.start()
    wait_until(lambda: "not valid any more" in program.words())
    program.pair(CAFE, operator)
    wait_until(is_live(operator, CAFE))
    wait_until(lambda: len(program.queued()) <= 1)
    assert listed(operator, CAFE)["health"]["dropped"] == 0
    assert program.stop() == 0


def test_a_phone_is_known_by_its_key_and_strangers_leave_no_trace(server, radio, gateway, operator):
    """Neither in the database, the log, an answer, nor on the gateway's disk."""
    follow(server)
    operator_answer = operator.send("POST", "/api/v1/people/ada/wearables", {"kind": "phone", "key": KEY, "label": "Ada's phone"})
    assert operator_answer.status == 201 and KEY not in operator_answer.body.decode().lower()
    program = gateway("--adapter", radio(address_of(KEY), STRANGER).adapter).start().pair(CAFE, operator)
    wait_until(lambda: presence(server))
    server.kill()
    wait_until(lambda: len(program.queued()) >= 2)
    on_disk = b"".join(file.read_bytes() for file in program.queued())
    server.start()
    wait_until(is_live(operator, CAFE))
    answers = json.dumps([operator.get("/api/v1/gateways"), operator.get("/api/v1/people/ada/wearables")]).encode()
    traces = [form.encode() for address in (STRANGER, address_of(KEY)) for form in (address, address.lower(), address.replace(":", ""), address.replace(":", "").lower())]
    traces.append(bytes.fromhex(STRANGER.replace(":", "")))
    for place in (on_disk, answers, server.stored_bytes(), program.words().encode()):
        assert [trace for trace in traces if trace in place] == []
    # A lost phone is taken away at once.
    wearable = operator.get("/api/v1/people/ada/wearables")["wearables"][0]
    assert operator.send("DELETE", f"/api/v1/people/ada/wearables/{wearable['id']}").status == 204
    assert operator.get("/api/v1/people/ada/wearables") == {"wearables": []}
    assert program.stop() == 0


def test_a_gateway_is_paired_seen_and_revoked_on_the_pages(server, visit, radio, gateway):
    visitor = visit(server.url, locale="en-GB", viewport=TABLET)
    page = visitor.page
    visitor.open("/gateways")
    page.get_by_role("button", name="Sign in").last.click()
    page.get_by_role("dialog").get_by_role("button").filter(has_text="Omar").click()
    row = page.get_by_role("row").filter(has_text=CAFE)
    expect(row).to_contain_text("not set up")
    visitor.screenshot("gateways-empty")
    visitor.assert_accessible()
    stranger = "6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3,9,77"
    program = gateway("--adapter", radio(sender(), stranger).adapter).start()
    page.get_by_label("Code of the gateway").fill(program.code().lower())
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", name="Approve this gateway?")).to_be_visible()
    visitor.screenshot("gateway-approval")
    visitor.assert_accessible()
    page.get_by_label("Which gateway it is").select_option(value=CAFE)
    page.get_by_role("button", name="Approve").click()
    page.get_by_role("link", name="All gateways").click()
    expect(row).to_contain_text("live")
    expect(row).to_contain_text("right")
    expect(page.get_by_role("row").filter(has_text="9 77")).to_be_visible()
    visitor.screenshot("gateways")
    visitor.assert_accessible()
    visitor.show_in(PHONE, 200)
    assert not visitor.overflow()
    visitor.show_in(PHONE)
    visitor.screenshot("gateways-phone")
    visitor.show_in(TABLET)
    row.get_by_role("button", name="Revoke").click()
    page.get_by_role("dialog").get_by_role("button", name="Revoke", exact=True).click()
    expect(row).to_contain_text("revoked")
    expect(page.get_by_role("heading", name="Gateways", exact=True)).to_be_focused()
