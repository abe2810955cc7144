"""A receipt printer at a TCP port: it answers DLE EOT, prints, and has the troubles that a test gives it."""

import contextlib
import re
import socket
import threading

# What it answers to DLE EOT 1 to 4.
ANSWERS = {
    "ready": b"\x12\x12\x12\x12",
    "paper-out": b"\x1a\x32\x12\x72",
    "cover-open": b"\x1a\x16\x12\x12",
    "offline": b"\x1a\x12\x12\x12",
}
QUESTION = re.compile(rb"\x10\x04([\x01-\x04])")
END = b"\x1d\x72\x01"


class ReceiptPrinter:
    """`state` is one of ANSWERS. While `answers_the_end` is false it prints, and never says that it has."""

    def __init__(self):
        self.state = "ready"
        self.answers_the_end = True
        self.papers = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self):
        # Wakes the thread that waits for a connection, which would keep the port open.
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def _serve(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            # One after the other, as a printer does.
            with connection:
                connection.settimeout(60)
                try:
                    self._talk(connection)
                except OSError:
                    pass

    def _talk(self, connection):
        document = b""
        while data := connection.recv(4096):
            for question in QUESTION.findall(data):
                connection.sendall(ANSWERS[self.state][question[0] - 1 : question[0]])
            document += QUESTION.sub(b"", data)
            if END in document and self.state == "ready":
                self.papers.append(bytes(byte for byte in document if 32 <= byte < 127 or byte == 10).decode("ascii"))
                document = b""
                if self.answers_the_end:
                    connection.sendall(b"\x00")
