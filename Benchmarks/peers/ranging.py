"""Peers of ranging over a file: ranging.py habluetooth|ibeacon-ble|numpy|filterpy|reference FILE

Prints the rate as JSON; where the peer tells beacons, how many there were. `reference` is not timed: it is the filter that ours
uses, written once more.
"""
import asyncio
import json
import math
import struct
import sys
import time

RECORD = 40
BEACONS = 500
POWER = -59


def adverts(path):
    """Address, strength and data of each record, in objects of their own as a read from a socket gives."""
    with open(path, "rb") as file:
        content = file.read()
    found = []
    for start in range(0, len(content), RECORD):
        rssi, length = struct.unpack_from("bB", content, start + 6)
        address = ":".join(f"{byte:02X}" for byte in content[start : start + 6])
        found.append((address, rssi, content[start + 8 : start + 8 + length]))
    return found


def samples(path):
    """The beacon and the strength of each record."""
    with open(path, "rb") as file:
        return list(struct.iter_unpack("<Hb", file.read()))


def timed(work, count, passes=1):
    """Runs once to warm up and then for the clock."""
    work()
    start = time.perf_counter()
    for _ in range(passes):
        work()
    return {"rate": count * passes / (time.perf_counter() - start)}


async def habluetooth_scanner(loop):
    """What takes raw advertisements of a remote receiver, with a manager that tells nobody."""
    from unittest.mock import MagicMock

    from bleak_retry_connector import BleakSlotManager
    from habluetooth import BaseHaRemoteScanner, BluetoothManager, HaBluetoothConnector, set_manager

    class Manager(BluetoothManager):
        def _discover_service_info(self, service_info):
            pass

    async def refresh(*_arguments, **_options):
        pass

    adapters = MagicMock()
    adapters.adapters = {}
    adapters.refresh = refresh
    manager = Manager(adapters, BleakSlotManager())
    set_manager(manager)
    manager._loop = loop
    made = BaseHaRemoteScanner("s", "s", HaBluetoothConnector(MagicMock, "s", lambda: False), False)
    made.async_setup()
    manager.async_register_scanner(made)
    return made._async_on_raw_advertisement


def habluetooth(path):
    """Its scanner for raw advertisements of remote receivers."""
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    take = loop.run_until_complete(habluetooth_scanner(loop))
    heard, now = adverts(path), [1.0]

    def work():
        moment = now[0]
        for address, rssi, data in heard:
            moment += 1e-4
            take(address, rssi, data, {}, moment)
        now[0] = moment

    return timed(work, len(heard), passes=5)


def ibeacon_ble(path):
    """Structures, then identity and distance."""
    from bluetooth_data_tools import parse_advertisement_data_bytes
    from home_assistant_bluetooth import BluetoothServiceInfo
    from ibeacon_ble import iBeaconParser

    parser = iBeaconParser()
    asyncio.run(parser.async_setup())
    heard, found = adverts(path), [0]

    def work():
        found[0] = 0
        for address, rssi, data in heard:
            name, services, service_data, manufacturer_data, _power = parse_advertisement_data_bytes(data)
            info = BluetoothServiceInfo(name or address, address, rssi, manufacturer_data, service_data, services, "s")
            if parser.parse(info) is not None:
                found[0] += 1

    return timed(work, len(heard)) | {"beacons": found[0]}


def numpy_lock_step(path):
    """A scalar Kalman filter over one sample of each beacon at a time; the samples' own order does not matter to it."""
    import numpy

    strengths = numpy.array([rssi for _, rssi in samples(path)], dtype=float).reshape(-1, BEACONS)

    def work():
        level, variance = numpy.full(BEACONS, -70.0), numpy.full(BEACONS, 100.0)
        for row in strengths:
            predicted = variance + 0.5
            gain = predicted / (predicted + 16)
            level += gain * (row - level)
            variance = (1 - gain) * predicted
            10 ** ((POWER - level) / 20)

    return timed(work, strengths.size, passes=50)


def filterpy(path):
    """A twentieth of the samples, as it is slow."""
    from filterpy.kalman import KalmanFilter

    filters = []
    for _ in range(BEACONS):
        one = KalmanFilter(dim_x=1, dim_z=1)
        one.x[:], one.F[:], one.H[:] = -70, 1, 1
        one.P *= 100
        one.R *= 16
        one.Q *= 0.5
        filters.append(one)
    some = samples(path)[::20]

    def work():
        for beacon, rssi in some:
            one = filters[beacon]
            one.predict()
            one.update(rssi)
            10 ** ((POWER - one.x[0, 0]) / 20)

    return timed(work, len(some))


def reference(path):
    """The sum of the last 500 distances by the filter that ours has: weights by the time since a beacon's last sample."""
    levels, newest, distances = {}, {}, []
    for index, (beacon, rssi) in enumerate(samples(path)):
        moment = index * 100
        if beacon not in levels:
            levels[beacon] = rssi
        else:
            levels[beacon] += (1 - math.exp(-(moment - newest[beacon]) / 2e6)) * (rssi - levels[beacon])
        newest[beacon] = moment
        distances.append(10 ** ((POWER - levels[beacon]) / 20))
    return {"sum": sum(distances[-500:])}


PEERS = {
    "habluetooth": habluetooth,
    "ibeacon-ble": ibeacon_ble,
    "numpy": numpy_lock_step,
    "filterpy": filterpy,
    "reference": reference,
}

if __name__ == "__main__":
    print(json.dumps(PEERS[sys.argv[1]](sys.argv[2])))
