"""A server of IMAP as small as a reader of delivery reports needs; it keeps messages with their flags in memory."""

import re
import socketserver
import threading


class Message:
    def __init__(self, content):
        self.content, self.flags = content, set()


class MailboxServer(socketserver.ThreadingTCPServer):
    """Runs in a thread until the end of the block. `messages` are numbered from 1; `commands` are those it has heard."""

    allow_reuse_address = daemon_threads = True

    def __init__(self, messages, certificate=None, password="secret"):
        super().__init__(("127.0.0.1", 0), _Conversation)
        self.messages = {number: Message(content) for number, content in enumerate(messages, 1)}
        self.commands, self.connections, self.password, self.certificate = [], 0, password, certificate
        self.port = self.server_address[1]
        # Called with each command before it is answered.
        self.before = lambda command: None

    def __enter__(self):
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()

    def flags(self):
        return {number: message.flags for number, message in self.messages.items()}

    def get_request(self):
        connection, address = super().get_request()
        self.connections += 1
        return (self.certificate.context.wrap_socket(connection, server_side=True) if self.certificate else connection), address


class _Conversation(socketserver.StreamRequestHandler):
    def say(self, line):
        self.wfile.write(line.encode() + b"\r\n")

    def handle(self):
        self.say("* OK ready")
        while line := self.rfile.readline().decode().rstrip("\r\n"):
            tag, command = line.split(" ", 1)
            self.server.commands.append(command)
            if self.server.before(command) == "go away":
                return
            self.say(f"{tag} {self.answer(command) or 'OK done'}")

    def answer(self, command):
        messages = self.server.messages
        if command == "CAPABILITY":
            self.say("* CAPABILITY IMAP4rev1")
        elif command.startswith("LOGIN "):
            return None if command.endswith(f" {self.server.password}") else "NO [AUTHENTICATIONFAILED] wrong"
        elif command.startswith("SELECT "):
            self.say(f"* {len(messages)} EXISTS")
            self.say("* OK [UIDVALIDITY 7] valid")
        elif command == "UID SEARCH OR UNSEEN FLAGGED":
            found = [number for number, message in messages.items() if "\\Seen" not in message.flags or "\\Flagged" in message.flags]
            self.say("* SEARCH" + "".join(f" {number}" for number in found))
        elif store := re.fullmatch(r"UID STORE (\d+) (\+?)FLAGS\.SILENT \((.+)\)", command):
            message = messages.get(int(store[1]))
            if message:
                message.flags = (message.flags if store[2] else set()) | set(store[3].split())
        elif fetch := re.fullmatch(r"UID FETCH (\d+) BODY\[\]<0\.(\d+)>", command):
            message = messages.get(int(fetch[1]))
            if message:
                message.flags.add("\\Seen")
                part = message.content[: int(fetch[2])]
                self.wfile.write(b"* %d FETCH (UID %d BODY[]<0> {%d}\r\n%b)\r\n" % (int(fetch[1]), int(fetch[1]), len(part), part))
        elif command == "LOGOUT":
            self.say("* BYE")
        else:
            return "BAD unknown"
