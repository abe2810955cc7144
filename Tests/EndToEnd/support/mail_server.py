"""A mail server of aiosmtpd that keeps what it takes, and refuses what a test asks it to."""

import asyncio
import threading

from aiosmtpd.smtp import SMTP, AuthResult


class Kept:
    """What the server's handler hears. A reply in `answers`, by the name of a command, takes the place of the server's own."""

    def __init__(self):
        self.answers, self.envelopes, self.connections, self.heard = {}, [], 0, threading.Event()

    async def handle_EHLO(self, server, session, envelope, hostname, responses):
        session.host_name = hostname
        return responses

    async def handle_RCPT(self, server, session, envelope, address, options):
        reply = await self._answer("RCPT", server)
        if reply:
            return reply
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 Recipient ok"

    async def handle_DATA(self, server, session, envelope):
        reply = await self._answer("DATA", server)
        if reply:
            return reply
        self.envelopes.append((envelope, session))
        return "250 2.0.0 Queued as 4711"

    async def _answer(self, command, server):
        answer = self.answers.get(command)
        if answer == "hang":
            self.heard.set()
            await asyncio.Event().wait()
        if answer == "go away":
            self.heard.set()
            server.transport.abort()
        return answer


class MailServer:
    """Runs in a thread, on a port of its own, until the end of the block."""

    def __init__(self, certificate=None, from_first_byte=False, needs_login=False):
        self.kept, self._certificate = Kept(), certificate
        self._from_first_byte, self._needs_login = from_first_byte, needs_login
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def _protocol(self):
        self.kept.connections += 1
        context = self._certificate.context if self._certificate and not self._from_first_byte else None
        login = {"auth_required": True, "auth_require_tls": not self._from_first_byte, "authenticator": self._authenticate}
        return SMTP(
            self.kept, hostname="mail.example", tls_context=context, require_starttls=context is not None, loop=self._loop,
            **(login if self._needs_login else {}))

    @staticmethod
    def _authenticate(server, session, envelope, mechanism, data):
        # The server answers by itself unless this is said.
        return AuthResult(success=(data.login, data.password) == (b"vicinity", "pässword".encode()), handled=False)

    def __enter__(self):
        self._thread.start()
        context = self._certificate.context if self._from_first_byte else None
        listening = self._loop.create_server(self._protocol, "127.0.0.1", 0, ssl=context)
        self._server = asyncio.run_coroutine_threadsafe(listening, self._loop).result(30)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def __exit__(self, *_):
        self._loop.call_soon_threadsafe(self._server.close)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(30)
