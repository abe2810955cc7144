"""Mail over libcurl against a server of aiosmtpd and a small one of IMAP; Python's own parser reads our messages."""

import base64
import email
import email.policy
import json
import subprocess
from contextlib import contextmanager
from email.header import decode_header, make_header
from email.utils import parseaddr

import pytest

from certificate import Certificate
from debug_build import ROOT
from mail_server import MailServer
from mailbox_server import MailboxServer
from swift_programs import mail_program

NOTICE = {"to": "ada@example.org", "subject": "Your order is ready", "text": "Pick it up.\n"}
FAMILY = "👩\u200d👩\u200d👧\u200d👦"
LOGIN = {"user": "vicinity", "password": "pässword"}


@pytest.fixture(scope="session")
def mail_peer(debug_build, once_per_run):
    source = ROOT / "Tests" / "EndToEnd" / "Libraries" / "Mail" / "MailPeer.swift"
    return once_per_run("mail-peer", lambda folder: mail_program(folder / "MailPeer", [source])) / "MailPeer"


@pytest.fixture
def certificate(tmp_path):
    return Certificate(tmp_path)


class Peer:
    """Our program; each command gives a line for each message or report."""

    def __init__(self, process):
        self._process = process

    def ask(self, **command):
        self._process.stdin.write(json.dumps(command) + "\n")
        self._process.stdin.flush()
        return self.line()

    def line(self):
        return json.loads(self._process.stdout.readline())


@contextmanager
def running(program, **options):
    with subprocess.Popen([program, json.dumps(options)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Peer(process)
            process.stdin.close()
            assert process.wait(60) == 0
        finally:
            process.kill()


@contextmanager
def sending(program, server, scheme="smtp", host="localhost", trusted=None, **options):
    trust = {"authorities": str(trusted.file)} if trusted else {}
    options = {"allowedHosts": ["localhost"], **trust, **options}
    with running(program, server=f"{scheme}://{host}:{server.port}", **options) as peer:
        yield peer


def read(content):
    return email.message_from_bytes(content, policy=email.policy.default)


def content_of(part):
    return part.get_content().replace("\r\n", "\n")


# MARK: messages


@pytest.mark.parametrize("subject", ["Ready", "Größe: ☕️ " * 12, "注文の準備ができました。" * 9, "a =?UTF-8?B?eA==?= b", "two  spaces", "x" * 400])
@pytest.mark.parametrize("name", ["", "Ada", "Lovelace, Ada \"the\\first\"", "Zoë Müller", FAMILY * 9, "n" * 300], ids=repr)
def test_another_parser_reads_names_and_subject_as_they_were_written(mail_peer, subject, name):
    with running(mail_peer) as peer:
        content = base64.b64decode(peer.ask(compose=NOTICE | {"subject": subject, "toName": name, "fromName": name})["bytes"])
    message = read(content)
    assert not message.defects and max(map(len, content.split(b"\r\n"))) <= 78
    assert message["subject"] == subject
    for field, address in [("to", "ada@example.org"), ("from", "vicinity@campus.example")]:
        # The newer parser of Python 3.11 puts spaces between encoded words of a name.
        found, found_address = parseaddr(email.message_from_bytes(content)[field].replace("\r\n", ""))
        assert (str(make_header(decode_header(found))), found_address) == (name, address)


@pytest.mark.parametrize("text", ["", "plain\n", "Größe = 3 \n.\n..\nFrom here\n\ttab\t\n", "x" * 3000, "注文の準備ができました。\n" * 40, "a\rb\r\nc\n\n"])
def test_another_parser_reads_both_bodies_as_they_were_written(mail_peer, text):
    html = f"<p lang=de>{text}</p>"
    with running(mail_peer) as peer:
        content = base64.b64decode(peer.ask(compose=NOTICE | {"text": text, "html": html})["bytes"])
    message = read(content)
    plain, rich = message.iter_parts()
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    assert content_of(plain) == lines + ("" if lines.endswith("\n") or not lines else "\n")
    assert content_of(rich) == f"<p lang=de>{lines}</p>\n"
    assert [part.get_content_type() for part in (message, plain, rich)] == ["multipart/alternative", "text/plain", "text/html"]
    assert max(map(len, content.split(b"\r\n"))) <= 78 and b"\n" not in content.replace(b"\r\n", b"")


# MARK: hand-over


def test_a_message_arrives_as_it_was_composed(mail_peer, certificate):
    message = NOTICE | {"text": ".\n..dots\nGröße\n", "html": "<p>x</p>", "fields": {"Auto-Submitted": "auto-generated"}}
    with MailServer(certificate) as server, sending(mail_peer, server, trusted=certificate) as peer:
        composed = base64.b64decode(peer.ask(compose=message)["bytes"])
        assert peer.ask(send=message) == {"outcome": "mail-handed-over", "code": 250, "text": "2.0.0 Queued as 4711"}
        ((envelope, session),) = server.kept.envelopes
        assert envelope.content == composed
        assert (envelope.mail_from, envelope.rcpt_tos) == ("vicinity@campus.example", ["ada@example.org"])
        assert session.ssl is not None and session.host_name == "vicinity.example"


@pytest.mark.parametrize("from_first_byte", [False, True])
def test_a_login_is_shown_under_tls_and_a_wrong_one_is_a_refusal_of_ours(from_first_byte, mail_peer, certificate):
    scheme = "smtps" if from_first_byte else "smtp"
    with MailServer(certificate, from_first_byte, needs_login=True) as server:
        with sending(mail_peer, server, scheme, trusted=certificate, **LOGIN) as peer:
            assert peer.ask(send=NOTICE)["outcome"] == "mail-handed-over"
        with sending(mail_peer, server, scheme, trusted=certificate, user="vicinity", password="wrong") as peer:
            assert peer.ask(send=NOTICE) == {"outcome": "mail-refused", "code": 535, "step": "login", "status": "5.7.8"}
        with sending(mail_peer, server, scheme, trusted=certificate) as peer:
            assert peer.ask(send=NOTICE) == {"outcome": "mail-refused", "code": 530, "step": "sender", "status": "5.7.0"}
        assert len(server.kept.envelopes) == 1


def test_messages_one_after_the_other_use_one_connection(mail_peer, certificate):
    with MailServer(certificate) as server, sending(mail_peer, server, trusted=certificate) as peer:
        assert {peer.ask(send=NOTICE)["outcome"] for _ in range(5)} == {"mail-handed-over"}
        assert (len(server.kept.envelopes), server.kept.connections) == (5, 1)


def test_messages_at_the_same_time_share_few_connections(mail_peer, certificate):
    with MailServer(certificate) as server, sending(mail_peer, server, trusted=certificate) as peer:
        outcomes = [peer.ask(send=NOTICE, times=40), *(peer.line() for _ in range(39))]
        assert {outcome["outcome"] for outcome in outcomes} == {"mail-handed-over"}
        assert len(server.kept.envelopes) == 40 and server.kept.connections <= 2


@pytest.mark.parametrize("command, reply, told", [
    ("RCPT", "550 5.1.1 No such user", {"outcome": "mail-recipient-refused", "code": 550, "step": "recipient", "status": "5.1.1"}),
    ("RCPT", "550 No such user", {"outcome": "mail-recipient-refused", "code": 550, "step": "recipient", "status": ""}),
    ("RCPT", "550 5.7.1 Relaying denied", {"outcome": "mail-refused", "code": 550, "step": "recipient", "status": "5.7.1"}),
    ("RCPT", "451 4.3.0 Later", {"outcome": "mail-delayed", "code": 451, "step": "recipient"}),
    ("DATA", "554 5.7.1 Spam", {"outcome": "mail-refused", "code": 554, "step": "message", "status": "5.7.1"}),
    ("DATA", "550 5.1.1 Nobody", {"outcome": "mail-recipient-refused", "code": 550, "step": "message", "status": "5.1.1"}),
    ("DATA", "452 4.2.2 Full", {"outcome": "mail-delayed", "code": 452, "step": "message"}),
    ("DATA", "go away", {"outcome": "outgoing-connection"}),
    ("RCPT", "go away", {"outcome": "outgoing-connection"}),
])
def test_a_refusal_is_told_and_the_next_message_goes_through(command, reply, told, mail_peer, certificate):
    with MailServer(certificate) as server, sending(mail_peer, server, trusted=certificate) as peer:
        server.kept.answers[command] = reply
        assert peer.ask(send=NOTICE) == told
        server.kept.answers.clear()
        assert peer.ask(send=NOTICE)["outcome"] == "mail-handed-over"


@pytest.mark.parametrize("command", ["RCPT", "DATA"])
def test_a_server_that_hangs_runs_into_the_time_limit(command, mail_peer, certificate):
    with MailServer(certificate) as server, sending(mail_peer, server, trusted=certificate, seconds=8) as peer:
        # Long enough to get to the command that hangs.
        server.kept.answers[command] = "hang"
        assert peer.ask(send=NOTICE) == {"outcome": "outgoing-time-limit"}
        assert server.kept.heard.is_set()


def test_a_server_that_is_not_there_is_tried_later(mail_peer, certificate):
    with MailServer(certificate) as server:
        pass
    with sending(mail_peer, server, trusted=certificate) as peer:
        assert peer.ask(send=NOTICE) == {"outcome": "outgoing-connection"}


# MARK: TLS and addresses


@pytest.mark.parametrize("from_first_byte", [False, True])
def test_a_certificate_that_is_not_trusted_gets_no_message(from_first_byte, mail_peer, certificate):
    scheme = "smtps" if from_first_byte else "smtp"
    with MailServer(certificate, from_first_byte) as server, sending(mail_peer, server, scheme) as peer:
        assert peer.ask(send=NOTICE) == {"outcome": "outgoing-tls"}
        assert not server.kept.envelopes


def test_a_certificate_of_another_name_gets_no_message(mail_peer, tmp_path):
    certificate = Certificate(tmp_path, "other.example")
    with MailServer(certificate) as server, sending(mail_peer, server, trusted=certificate) as peer:
        assert peer.ask(send=NOTICE) == {"outcome": "outgoing-tls"}


def test_a_server_without_tls_gets_messages_only_when_it_is_allowed_by_name(mail_peer):
    with MailServer() as server:
        with sending(mail_peer, server) as peer:
            assert peer.ask(send=NOTICE)["outcome"] == "mail-handed-over"
        # The address is refused before a word is said.
        for host in ["localhost", "127.0.0.1", "[::1]", "2130706433"]:
            with sending(mail_peer, server, host=host, allowedHosts=["other.example"]) as peer:
                assert peer.ask(send=NOTICE) == {"outcome": "outgoing-address"}
        assert server.kept.connections == 1


# MARK: delivery reports


def report(number):
    return f"""From: Mail Delivery System <MAILER-DAEMON@mail.example>\r
To: vicinity@campus.example\r
Subject: Undelivered Mail Returned to Sender\r
MIME-Version: 1.0\r
Content-Type: multipart/report; report-type=delivery-status; boundary="=edge"\r
\r
--=edge\r
\r
A1 OK this line is text.\r
--=edge\r
Content-Type: message/delivery-status\r
\r
Reporting-MTA: dns; mail.example\r
\r
Final-Recipient: rfc822; person{number}@example.org\r
Action: failed\r
Status: 5.1.1\r
\r
--=edge\r
Content-Type: text/rfc822-headers\r
\r
Message-ID: <notice-{number}@campus.example>\r
--=edge--\r
""".encode()


def told(number):
    return {"original": f"notice-{number}@campus.example", "address": f"person{number}@example.org", "status": "5.1.1", "permanent": True}


@contextmanager
def reading(program, server, scheme="imaps", trusted=None, **options):
    trust = {"authorities": str(trusted.file)} if trusted else {}
    options = {"allowedHosts": ["localhost"], "password": "secret", **trust, **options}
    with running(program, mailbox=f"{scheme}://reader@localhost:{server.port}/INBOX", **options) as peer:
        yield peer


def test_reports_are_read_and_marked_and_other_mail_is_marked_only(mail_peer, certificate):
    other = b"Subject: Out of office\r\n\r\nA1 OK\r\n* BYE\r\n"
    with MailboxServer([report(1), other, report(3)], certificate) as server:
        with reading(mail_peer, server, trusted=certificate) as peer:
            assert [peer.ask(), peer.line(), peer.line()] == [told(1), told(3), {"messages": 3, "reports": 2, "more": False}]
            assert set(map(frozenset, server.flags().values())) == {frozenset({"\\Seen"})}
            assert peer.ask() == {"messages": 0, "reports": 0, "more": False}
            assert server.connections == 1


def test_a_report_that_was_not_handled_is_read_again(mail_peer, certificate):
    with MailboxServer([report(1), report(2)], certificate) as server, reading(mail_peer, server, trusted=certificate) as peer:
        assert peer.ask(readButFailAt=1) == told(1)
        assert peer.line() == {"error": "NotHandled()"}
        assert [peer.ask(), peer.line()] == [told(2), {"messages": 1, "reports": 1, "more": False}]


def test_a_reading_is_limited_in_messages_and_in_bytes(mail_peer, certificate):
    long = report(1).replace(b"A1 OK", b"x" * 100_000)
    with MailboxServer([long, report(2), report(3)], certificate) as server:
        with reading(mail_peer, server, trusted=certificate, messageLimit=2, sizeLimit=4096) as peer:
            assert [peer.ask(), peer.line()] == [told(2), {"messages": 2, "reports": 1, "more": True}]
            assert [peer.ask(), peer.line()] == [told(3), {"messages": 1, "reports": 1, "more": False}]


def test_a_mailbox_that_goes_away_is_an_error_and_is_read_again_later(mail_peer, certificate):
    with MailboxServer([report(1)], certificate) as server, reading(mail_peer, server, trusted=certificate) as peer:
        server.before = lambda command: "go away" if command.startswith("UID FETCH") else None
        assert peer.ask()["error"].startswith("outgoing-")
        server.before = lambda command: None
        assert [peer.ask(), peer.line()] == [told(1), {"messages": 1, "reports": 1, "more": False}]


def test_a_wrong_password_and_a_certificate_that_is_not_trusted_are_errors(mail_peer, certificate):
    with MailboxServer([report(1)], certificate) as server:
        with reading(mail_peer, server, trusted=certificate, password="wrong") as peer:
            assert peer.ask() == {"error": "outgoing-login"}
        with reading(mail_peer, server) as peer:
            assert peer.ask() == {"error": "outgoing-tls"}
        assert server.flags() == {1: set()}


def test_a_mailbox_without_tls_is_read_only_when_its_host_is_allowed_by_name(mail_peer, certificate):
    with MailboxServer([report(1)]) as server:
        with reading(mail_peer, server, "imap") as peer:
            assert [peer.ask(), peer.line()] == [told(1), {"messages": 1, "reports": 1, "more": False}]
    with MailboxServer([report(1)], certificate) as server:
        with reading(mail_peer, server, trusted=certificate, allowedHosts=["other.example"]) as peer:
            assert peer.ask() == {"error": "outgoing-address"}
        assert server.flags() == {1: set()}
