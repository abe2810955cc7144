"""Advertises on virtual Bluetooth controllers, and serves one more controller on a TCP port.

    virtual_badge.py PORT SENDER …

A sender is an iBeacon, as UUID,MAJOR,MINOR, or a phone, as the random address that it has at present.
"""

import asyncio
import struct
import sys
import uuid

from bumble.controller import Controller
from bumble.device import Device
from bumble.hci import Address
from bumble.host import Host
from bumble.link import LocalLink
from bumble.transport import open_transport

MEASURED_POWER = -59
FLAGS = b"\x02\x01\x06"


def beacon(identity):
    """Flags, and the manufacturer data of an iBeacon."""
    number, major, minor = identity.split(",")
    content = b"\x4c\x00\x02\x15" + uuid.UUID(number).bytes + struct.pack(">HHb", int(major), int(minor), MEASURED_POWER)
    return FLAGS + bytes([len(content) + 1, 0xFF]) + content


async def main(port, senders):
    link = LocalLink()
    transport = await open_transport(f"tcp-server:127.0.0.1:{port}")
    listener = Controller("listener", host_source=transport.source, host_sink=transport.sink, link=link)
    devices = []
    for index, sender in enumerate(senders):
        host = Host()
        host.controller = Controller(f"sender-{index}", link=link)
        is_beacon = "," in sender
        address = f"C0:FF:EE:00:00:{index + 1:02X}" if is_beacon else sender
        device = Device(name=f"sender-{index}", address=Address(address), host=host)
        await device.power_on()
        await device.start_advertising(advertising_data=beacon(sender) if is_beacon else FLAGS, auto_restart=True)
        devices.append(device)
    print("ready", flush=True)
    await asyncio.Event().wait()
    return listener, devices


asyncio.run(main(int(sys.argv[1]), sys.argv[2:]))
