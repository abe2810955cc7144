"""A BlueZ of our own on a private system bus, by the documentation of its interfaces (doc/org.bluez.*.rst).

It calls back as bluetoothd does: it reads an advertisement before it answers its registration, and a monitor only once it
appears after its registration. python-dbusmock's template does neither, and needs PyGObject besides.
"""

import asyncio
import subprocess
import threading

from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus

ADAPTER = "/org/bluez/hci0"
PROPERTIES = "org.freedesktop.DBus.Properties"
OBJECTS = "org.freedesktop.DBus.ObjectManager"


class PrivateBus:
    """A system bus of its own: `with PrivateBus() as bus`; programs find it by `bus.environment`."""

    def __enter__(self):
        command = ["dbus-daemon", "--session", "--nofork", "--print-address"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        self.environment = {"DBUS_SYSTEM_BUS_ADDRESS": self.address}
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(10)


class FakeBlueZ:
    """bluetoothd with one adapter, until the `with` block ends or it is stopped."""

    def __init__(self, bus, has_monitors=True, activates_monitors=True, is_powered=True, refuses=None):
        self.bus_address = bus.address
        self.has_monitors, self.activates_monitors = has_monitors, activates_monitors
        self.is_powered, self.refuses = is_powered, refuses
        self.calls, self.filters, self.clients = [], [], []
        self.advertised, self.monitors, self.devices = {}, {}, {}
        self.is_discovering = False
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
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(10)

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

    def GetManagedObjects(self, message):
        adapter = {
            "Address": Variant("s", "00:1A:7D:DA:71:13"),
            "Powered": Variant("b", self.is_powered),
            "Discovering": Variant("b", self.is_discovering),
        }
        interfaces = {"org.bluez.Adapter1": adapter, "org.bluez.LEAdvertisingManager1": {"SupportedInstances": Variant("y", 5)}}
        if self.has_monitors:
            interfaces["org.bluez.AdvertisementMonitorManager1"] = {"SupportedMonitorTypes": Variant("as", ["or_patterns"])}
        objects = {ADAPTER: interfaces}
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
