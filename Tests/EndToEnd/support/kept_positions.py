"""Looks for positions in what the server has stored."""

import struct


def assert_nothing_kept(diner):
    stored = diner.server.stored_bytes()
    assert stored
    for position in diner.visitor.traffic.positions:
        for degrees in (position.latitude, position.longitude):
            # Five decimals are about a metre.
            assert f"{degrees:.7f}"[:8].encode() not in stored
            assert struct.pack("<d", degrees) not in stored and struct.pack(">d", degrees) not in stored
