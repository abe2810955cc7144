"""A Bluetooth controller on a TCP port that answers each command with success and then reports advertisements at a rate."""
import socket
import struct
import threading
import time

COMMAND, EVENT = 0x01, 0x04
COMMAND_COMPLETE, LOW_ENERGY = 0x0E, 0x3E
ENABLE_SCAN, ENABLE_EXTENDED_SCAN = 0x200C, 0x2042
READ_FEATURES = 0x1003
# As long as the longest answer: success, and zeros for an old controller without extended advertising.
ANSWER = bytes(64)
# The controller has Bluetooth Low Energy.
FEATURES = bytes(5) + b"\x40" + bytes(3)
IN_A_PIECE = 50


class Air:
    """Serves one gateway."""

    def __init__(self, advertisements):
        """advertisements: (address of 6 bytes, data) that are reported in turn."""
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.packets = [report(address, data) for address, data in advertisements]
        self.sent = 0
        self.rate = 0
        self.is_scanning = threading.Event()
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        connection, _ = self.listener.accept()
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=self.send, args=(connection,), daemon=True).start()
        waiting = b""
        while piece := connection.recv(4096):
            waiting += piece
            while len(waiting) >= 4 and len(waiting) >= 4 + waiting[3]:
                code = struct.unpack_from("<H", waiting, 1)[0]
                enables = code in (ENABLE_SCAN, ENABLE_EXTENDED_SCAN) and waiting[4] == 1
                waiting = waiting[4 + waiting[3]:]
                parameters = struct.pack("<BH", 1, code) + (FEATURES if code == READ_FEATURES else ANSWER)
                connection.sendall(bytes([EVENT, COMMAND_COMPLETE, len(parameters)]) + parameters)
                if enables:
                    self.is_scanning.set()

    def send(self, connection):
        self.is_scanning.wait()
        due = time.monotonic()
        while True:
            rate = self.rate
            if rate == 0:
                time.sleep(0.01)
                due = time.monotonic()
                continue
            piece = b"".join(self.packets[(self.sent + offset) % len(self.packets)] for offset in range(IN_A_PIECE))
            connection.sendall(piece)
            self.sent += IN_A_PIECE
            due += IN_A_PIECE / rate
            time.sleep(max(0, due - time.monotonic()))


def report(address, data):
    """A legacy advertising report: undirected and not connectable, from a random address, heard at -60 dBm."""
    parameters = bytes([0x02, 1, 3, 1]) + address[::-1] + bytes([len(data)]) + data + struct.pack("b", -60)
    return bytes([EVENT, LOW_ENERGY, len(parameters)]) + parameters
