"""habluetooth behind a controller: gateway.py PORT

Sets up the controller on this port of the loopback for scanning, splits its packets, and passes each advertisement to
habluetooth's remote scanner and manager, until standard input ends. Then prints how many there were.
"""
import asyncio
import json
import struct
import sys

import ranging

# Reset; event masks; scan parameters, passive; scan without leaving out duplicates.
COMMANDS = ["01030C00", "01010C08FFFFFFFFFFFF1F20", "010120080200000000000000", "010B200700100010000000", "010C20020100"]


class Host(asyncio.Protocol):
    def __init__(self, take):
        self.take = take
        self.buffer = b""
        self.count = 0

    def connection_made(self, transport):
        transport.write(bytes.fromhex("".join(COMMANDS)))

    def data_received(self, data):
        buffer = self.buffer + data
        start, end, now = 0, len(buffer), asyncio.get_running_loop().time()
        while end - start >= 3 and end - start >= 3 + buffer[start + 2]:
            after = start + 3 + buffer[start + 2]
            if buffer[start + 1] == 0x3E and buffer[start + 3] == 0x02:
                length = buffer[start + 13]
                address = ":".join(f"{byte:02X}" for byte in reversed(buffer[start + 7 : start + 13]))
                (rssi,) = struct.unpack_from("b", buffer, start + 14 + length)
                self.take(address, rssi, buffer[start + 14 : start + 14 + length], {}, now)
                self.count += 1
            start = after
        self.buffer = buffer[start:]


async def main(port):
    loop = asyncio.get_running_loop()
    host = Host(await ranging.habluetooth_scanner(loop))
    await loop.create_connection(lambda: host, "127.0.0.1", int(port))
    await loop.run_in_executor(None, sys.stdin.read)
    print(json.dumps({"count": host.count}))


asyncio.run(main(*sys.argv[1:]))
