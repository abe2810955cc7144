"""Bluetooth controllers that we did not write (bumble's), on one virtual link, each behind a socket or a line of its own.

Not faithful everywhere: a legacy advertisement that takes no connections is kept by the controller but not sent, and a
passive scan gets scan responses. What it keeps and what it sends are therefore looked at separately.
"""

import asyncio
import threading

from bumble import hci, ll
from bumble.controller import Controller
from bumble.link import LocalLink
from bumble.transport import open_transport

from waiting import PATIENCE_SECONDS, wait_until


class WatchedController(Controller):
    """A controller whose strength of reception can be set, and that can fall silent."""

    rssi = -50
    is_silent = False

    def send_hci_packet(self, packet):
        for report in getattr(packet, "reports", ()):
            report.rssi = self.rssi
        if not self.is_silent:
            super().send_hci_packet(packet)

    def lose_settings(self):
        """What a reset by itself does: the host hears nothing of it."""
        self.le_scan_enable = False
        self.le_legacy_advertiser.stop()
        for advertising_set in self.advertising_sets.values():
            advertising_set.stop()
        self.advertising_sets.clear()


class Port:
    """A controller, its address for `--adapter`, and the cable to it."""

    def __init__(self, radio, controller, transport, adapter):
        self.radio, self.controller, self.transport, self.adapter = radio, controller, transport, adapter

    def use(self, change):
        """Runs a function of the controller on its own thread, and returns what it returns."""
        return self.radio.call(lambda: change(self.controller))

    @property
    def is_scanning(self):
        return self.controller.le_scan_enable

    @property
    def advertised(self):
        """What the controller sends now: the bytes, or nothing."""
        legacy = self.controller.le_legacy_advertiser
        if legacy.enabled:
            return bytes(legacy.advertising_data)
        sets = [each for each in self.controller.advertising_sets.values() if each.enabled]
        return bytes(sets[0].data) if sets else None

    @property
    def is_plugged(self):
        """Whether a host is connected."""
        return self.radio.call(lambda: self.transport.sink.transport is not None)

    def unplug(self):
        """Ends the connection; the next one is accepted."""
        self.radio.call(lambda: self.transport.sink.transport.close())

    def say(self, packet):
        """Sends bytes to the host, whatever they are, once one is connected."""
        wait_until(lambda: self.is_plugged, lambda: f"no host is connected to {self.adapter}")
        self.radio.call(lambda: self.transport.sink.transport.write(packet))

    def air(self, address, data):
        """Lets the controller hear an advertisement."""
        self.use(lambda controller: controller.on_ll_advertising_pdu(ll.AdvInd(hci.Address(address), data)))


class VirtualRadio:
    """Controllers that hear each other, until the `with` block ends."""

    def __enter__(self):
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever)
        self.thread.start()
        self.link = LocalLink()
        self.transports = []
        return self

    def __exit__(self, *_):
        for transport in self.transports:
            if hasattr(transport, "server"):
                self.call(transport.server.close)
            else:
                asyncio.run_coroutine_threadsafe(transport.close(), self.loop).result(PATIENCE_SECONDS)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    def call(self, function):
        async def run():
            return function()

        return asyncio.run_coroutine_threadsafe(run(), self.loop).result(PATIENCE_SECONDS)

    def controller(self, is_extended=True, line=None):
        """A controller behind a TCP port, or behind `pty:PATH` or `unix-server:PATH` of bumble's."""

        async def make():
            transport = await open_transport(line or "tcp-server:127.0.0.1:0")
            self.transports.append(transport)
            controller = WatchedController(
                f"C{len(self.transports)}", host_source=transport.source, host_sink=transport.sink, link=self.link
            )
            if not is_extended:
                controller.le_features &= ~hci.LeFeatureMask.LE_EXTENDED_ADVERTISING
            if line:
                kind, path = line.split(":", 1)
                adapter = f"{'serial' if kind == 'pty' else 'unix'}:{path}"
            else:
                adapter = f"tcp:127.0.0.1:{transport.server.sockets[0].getsockname()[1]}"
            return Port(self, controller, transport, adapter)

        return asyncio.run_coroutine_threadsafe(make(), self.loop).result(PATIENCE_SECONDS)
