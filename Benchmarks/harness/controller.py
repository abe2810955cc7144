"""A Bluetooth controller for benchmarks: HCI in the H4 form on a TCP connection, with advertisements at a fixed rate.

It says of itself what a controller of before Bluetooth 5 says, so that hosts use legacy scanning.
"""
import random
import socket
import struct
import threading
import time

import advertisements
import tools

EVENT, COMMAND_COMPLETE, LOW_ENERGY = 0x04, 0x0E, 0x3E
# What follows the status of an answer, by the code of the command; zeros are enough for the others.
ANSWERS = {
    # Version 4.0 of both layers.
    0x1001: bytes([6, 0, 0, 6, 0, 0, 0, 0]),
    # It has Bluetooth Low Energy.
    0x1003: bytes([0, 0, 0, 0, 0x40, 0, 0, 0]),
    0x1009: bytes([1, 2, 3, 4, 5, 6]),
    0x2002: struct.pack("<HB", 27, 8),
}
ZEROS = bytes(8)
SCAN_ENABLE = 0x200C
# Advertisements go out in bursts, as they do from a controller that a host reads a hundred times a second.
BURSTS_A_SECOND = 100


class Controller:
    """Serves one host after another; each hears `rate` advertisements a second of some transmitters while it scans."""

    def __init__(self, packets, rate):
        self.packets = packets
        self.rate = rate
        self.sent = 0
        self.scanning = threading.Event()
        self.listener = socket.create_server(("127.0.0.1", tools.free_port()))
        self.adapter = f"tcp:127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            host, _ = self.listener.accept()
            host.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            over = threading.Event()
            threading.Thread(target=self.send, args=(host, over), daemon=True).start()
            try:
                self.answer(host)
            except OSError:
                pass
            self.scanning.clear()
            over.set()

    def answer(self, host):
        """Answers every command with success, until the host leaves."""
        with host.makefile("rb") as stream:
            while head := stream.read(4):
                _, code, length = struct.unpack("<BHB", head)
                parameters = stream.read(length)
                result = bytes([0]) + ANSWERS.get(code, ZEROS)
                host.sendall(bytes([EVENT, COMMAND_COMPLETE, 3 + len(result), 1]) + struct.pack("<H", code) + result)
                if code == SCAN_ENABLE:
                    (self.scanning.set if parameters[0] else self.scanning.clear)()

    def send(self, host, over):
        """Sends at the rate while the host scans."""
        share = self.rate // BURSTS_A_SECOND
        place, due = 0, time.monotonic()
        while not over.is_set():
            if not self.scanning.wait(0.1):
                due = time.monotonic()
                continue
            burst = [self.packets[(place + number) % len(self.packets)] for number in range(share)]
            place += share
            try:
                host.sendall(b"".join(burst))
            except OSError:
                return
            self.sent += share
            due += 1 / BURSTS_A_SECOND
            time.sleep(max(0, due - time.monotonic()))


def packets(transmitters, count, seed):
    """Reports of some transmitters in random order: a mixture of kinds, each with an address and a payload of its own."""
    generator = random.Random(seed)
    senders = [(generator.randbytes(5) + b"\xC0", advertisements.payload(generator)) for _ in range(transmitters)]
    return [packet(*generator.choice(senders), -generator.randrange(40, 100)) for _ in range(count)]


def packet(address, data, rssi):
    """An advertising report of a sender with a random, fixed address."""
    report = b"\x02\x01\x03\x01" + address + bytes([len(data)]) + data + struct.pack("b", rssi)
    return bytes([EVENT, LOW_ENERGY, len(report)]) + report
