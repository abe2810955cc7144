"""A BlueZ of our own on a private system bus, by the documentation of its interfaces (doc/org.bluez.*.rst).

It calls back as bluetoothd does: it reads an advertisement before it answers its registration, and a monitor only once it
appears after its registration. python-dbusmock's template does neither, and needs PyGObject besides.
"""

import asyncio
import pathlib
import subprocess
import tempfile
import threading

from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus

from waiting import PATIENCE_SECONDS

ADAPTER = "/org/bluez/hci0"
PROPERTIES = "org.freedesktop.DBus.Properties"
OBJECTS = "org.freedesktop.DBus.ObjectManager"


class PrivateBus:
    """A system bus of its own: `with PrivateBus() as bus`; programs find it by `bus.environment`."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.address = f"unix:path={self.folder.name}/bus"
        self.environment = {"DBUS_SYSTEM_BUS_ADDRESS": self.address}
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()
        self.folder.cleanup()

    def start(self):
        command = ["dbus-daemon", "--session", "--nofork", "--print-address", f"--address={self.address}"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        # It listens when it has printed its address.
        self.process.stdout.readline()

    def stop(self):
        """Ends the bus, and all connections with it; it can be started again at the same address."""
        self.process.terminate()
        self.process.wait(PATIENCE_SECONDS)
        (pathlib.Path(self.folder.name) / "bus").unlink(missing_ok=True)


class FakeBlueZ:
    """bluetoothd with one adapter, until the `with` block ends or it is stopped."""

    def __init__(self, bus, has_monitors=True, activates_monitors=True, is_powered=True, refuses=None):
        self.bus_address = bus.address
        self.has_monitors, self.activates_monitors = has_monitors, activates_monitors
        self.is_powered, self.refuses = is_powered, refuses
        self.calls, self.filters, self.clients = [], [], []
        self.advertised, self.monitors, self.devices = {}, {}, {}
        self.is_discovering, self.has_adapter = False, True
        self.tasks = set()

    # Life

    def __enter__(self):
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever)
        self.thread.start()
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    def run(self, work):
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE_SECONDS)

    def start(self):
        async def start():
            self.bus = await MessageBus(bus_address=self.bus_address).connect()
            self.bus.add_message_handler(self.take)
            await self.bus.request_name("org.bluez")

        self.devices, self.advertised, self.monitors = {}, {}, {}
        self.is_discovering = False
        self.run(start())

    def stop(self):
        async def stop():
            if self.bus.connected:
                self.bus.disconnect()
                await self.bus.wait_for_disconnect()

        if getattr(self, "bus", None):
            self.run(stop())
            self.bus = None

    # What happens on air and to the adapter

    def hear(self, address, rssi, **properties):
        """An advertisement arrives; the device appears with the first one."""
        self.run(self.heard(address, rssi, properties))

    async def heard(self, address, rssi, properties):
        path = f"{ADAPTER}/dev_{address.replace(':', '_')}"
        changed = {"RSSI": Variant("n", rssi), **properties}
        if path in self.devices:
            self.devices[path].update(changed)
            self.changed(path, "org.bluez.Device1", changed)
            return
        identity = {"Address": Variant("s", address), "AddressType": Variant("s", "random")}
        self.devices[path] = {**identity, **changed}
        await self.bus.send(
            Message.new_signal("/", OBJECTS, "InterfacesAdded", "oa{sa{sv}}", [path, {"org.bluez.Device1": self.devices[path]}])
        )
        for sender, monitor in self.monitors.values():
            await self.call_client(sender, monitor, "org.bluez.AdvertisementMonitor1", "DeviceFound", "o", [path])

    def switch(self, is_on):
        async def switch():
            self.is_powered = is_on
            self.is_discovering = False
            self.changed(ADAPTER, "org.bluez.Adapter1", {"Powered": Variant("b", is_on), "Discovering": Variant("b", False)})

        self.run(switch())

    def unplug(self):
        """The adapter goes, with all of its devices."""

        async def unplug():
            interfaces = list(self.adapter())
            self.has_adapter, self.is_discovering, self.devices = False, False, {}
            await self.bus.send(Message.new_signal("/", OBJECTS, "InterfacesRemoved", "oas", [ADAPTER, interfaces]))

        self.run(unplug())

    def plug_in(self):
        """The adapter comes back, switched on."""

        async def plug_in():
            self.has_adapter = True
            await self.bus.send(
                Message.new_signal("/", OBJECTS, "InterfacesAdded", "oa{sa{sv}}", [ADAPTER, self.adapter()])
            )

        self.run(plug_in())

    def end_discovery(self):
        """The scan ends, as when the controller fails at it."""

        async def end():
            self.is_discovering = False
            self.changed(ADAPTER, "org.bluez.Adapter1", {"Discovering": Variant("b", False)})

        self.run(end())

    # Messages

    def changed(self, path, interface, properties):
        body = [interface, properties, []]
        self.bus.send(Message.new_signal(path, PROPERTIES, "PropertiesChanged", "sa{sv}as", body))

    def keep(self, task):
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def call_client(self, sender, path, interface, member, signature="", body=()):
        return await self.bus.call(
            Message(destination=sender, path=path, interface=interface, member=member, signature=signature, body=list(body))
        )

    def take(self, message):
        if message.message_type is not MessageType.METHOD_CALL or message.interface == "org.freedesktop.DBus.Peer":
            return None
        self.calls.append(message.member)
        if self.refuses and message.member == self.refuses[0]:
            return Message.new_error(message, self.refuses[1], "as the test asks")
        answer = getattr(self, message.member, None)
        if answer is None:
            return Message.new_error(message, "org.freedesktop.DBus.Error.UnknownMethod", message.member)
        return answer(message)

    def adapter(self):
        """The interfaces of the adapter."""
        adapter = {
            "Address": Variant("s", "00:1A:7D:DA:71:13"),
            "Powered": Variant("b", self.is_powered),
            "Discovering": Variant("b", self.is_discovering),
        }
        interfaces = {"org.bluez.Adapter1": adapter, "org.bluez.LEAdvertisingManager1": {"SupportedInstances": Variant("y", 5)}}
        if self.has_monitors:
            interfaces["org.bluez.AdvertisementMonitorManager1"] = {"SupportedMonitorTypes": Variant("as", ["or_patterns"])}
        return interfaces

    def GetManagedObjects(self, message):
        objects = {ADAPTER: self.adapter()} if self.has_adapter else {}
        objects.update({path: {"org.bluez.Device1": device} for path, device in self.devices.items()})
        return Message.new_method_return(message, "a{oa{sa{sv}}}", [objects])

    def SetDiscoveryFilter(self, message):
        self.filters.append({name: value.value for name, value in message.body[0].items()})
        return Message.new_method_return(message)

    def StartDiscovery(self, message):
        if not self.is_powered:
            return Message.new_error(message, "org.bluez.Error.NotReady", "Resource Not Ready")
        self.is_discovering = True
        return Message.new_method_return(message)

    def StopDiscovery(self, message):
        self.is_discovering = False
        return Message.new_method_return(message)

    def RegisterAdvertisement(self, message):
        async def register():
            path = message.body[0]
            answer = await self.call_client(message.sender, path, PROPERTIES, "GetAll", "s", ["org.bluez.LEAdvertisement1"])
            self.advertised[path] = {name: value.value for name, value in answer.body[0].items()}
            self.clients.append((message.sender, path))
            await self.bus.send(Message.new_method_return(message))

        self.keep(self.loop.create_task(register()))
        return True

    def UnregisterAdvertisement(self, message):
        del self.advertised[message.body[0]]
        return Message.new_method_return(message)

    def release_advertisement(self):
        sender, path = self.clients[-1]
        self.advertised.clear()
        self.run(self.call_client(sender, path, "org.bluez.LEAdvertisement1", "Release"))

    def RegisterMonitor(self, message):
        async def look():
            # Only objects that appear after the registration count.
            root = message.body[0]
            answer = await self.call_client(message.sender, root, OBJECTS, "GetManagedObjects")
            for path, interfaces in answer.body[0].items():
                properties = interfaces["org.bluez.AdvertisementMonitor1"]
                self.monitors[root] = (message.sender, path)
                self.patterns = [tuple(pattern) for pattern in properties["Patterns"].value]
                await self.call_client(message.sender, path, "org.bluez.AdvertisementMonitor1", "Activate")

        async def answer():
            await self.bus.send(Message.new_method_return(message))
            if self.activates_monitors:
                await look()

        self.keep(self.loop.create_task(answer()))
        return True

    def UnregisterMonitor(self, message):
        self.monitors.pop(message.body[0], None)
        return Message.new_method_return(message)
