"""The server sends the mail of accounts and of notices to a mail server."""

import email
import email.policy
import re

import pytest

from mail_server import MailServer
from server import free_port
from waiting import wait_until

BEA = "bea@example.org"
CODE = re.compile(r"\b\d{6}\b")


@pytest.fixture
def mailing(installation):
    """Starts the installation with a mail server at a port, and returns its administrator."""
    def start(port):
        # The link of the first start works no more.
        installation.link
        links = installation.log.read_text(encoding="utf-8").count("/set-up#")
        assert installation.stop() == 0
        installation.command += [
            "--mail-server", f"smtp://localhost:{port}", "--mail-from", "vicinity@example.org", "--outgoing-host", "localhost"]
        installation.start()
        wait_until(lambda: installation.log.read_text(encoding="utf-8").count("/set-up#") > links)
        return installation.set_up()

    return start


def invite(administrator):
    person = {"name": "Bea Olsen", "signInName": BEA, "roles": ["employee"], "language": "en"}
    answer = administrator.send("POST", "/api/v1/people", person)
    assert answer.status == 201, answer
    return answer.json


def letter(kept, number):
    """A mail that the server took, and its words."""
    envelope, _ = kept.envelopes[number]
    assert envelope.rcpt_tos == [BEA]
    message = email.message_from_bytes(envelope.content, policy=email.policy.default)
    return message, message.get_body(("plain",)).get_content()


def test_an_invitation_a_code_and_a_notice_are_mailed(installation, mailing):
    with MailServer() as server:
        administrator = mailing(server.port)
        invited = invite(administrator)
        assert invited["mailed"] and "mailFailure" not in invited
        _, words = letter(server.kept, 0)
        assert invited["link"] in words
        installation.accept(invited["link"])
        bea = installation.signed_in(BEA)
        added = bea.send("POST", "/api/v1/notices/channels", {"kind": "mail", "address": BEA})
        assert added.status == 201, added
        _, words = letter(server.kept, 1)
        code = CODE.search(words).group()
        channel = f"/api/v1/notices/channels/{added.json['id']}"
        assert bea.send("PATCH", channel, {"code": code}).status == 200
        assert bea.send("POST", f"{channel}/test", {}).status == 202
        wait_until(lambda: len(server.kept.envelopes) == 3)
        notice, _ = letter(server.kept, 2)
        assert notice["List-Unsubscribe"] == f"<{installation.url}/notice-settings>"


def test_without_an_answer_of_the_mail_server_the_administrator_hears_why(installation, mailing):
    """A server that cannot be reached, and no mailbox of bounces: the program serves all the same."""
    administrator = mailing(free_port())
    invited = invite(administrator)
    assert not invited["mailed"]
    assert invited["mailFailure"] == "outgoing-connection"
    installation.accept(invited["link"])
    assert installation.is_running
