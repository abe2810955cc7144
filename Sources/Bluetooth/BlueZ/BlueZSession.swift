import Beacons
import DBus
import Observations

/// Scans or advertises with an adapter of BlueZ, on one connection to the system bus.
final class BlueZSession {
    private let owner: RadioThread
    private let wanted: String?
    private let bus: BusConnection
    private var objects = BlueZObjects(managed: [])
    private var adapter = ""
    /// Why it cannot go on.
    private var failure: BluetoothFailure?
    private var advertisement: BusValue?
    /// Whether the monitor can be seen: only after BlueZ has taken its registration.
    private var showsMonitor = false
    private var monitor = MonitorState.none
    /// Whether BlueZ scans for this session, actively.
    private var isDiscovering = false
    /// The answer to a call that BlueZ answers only after calls of its own.
    private var awaited: (number: UInt64, refusal: BusRefusal?, isAnswered: Bool)?

    private enum MonitorState {
        case none, registered, active, released
    }

    /// Connects to the bus.
    ///
    /// - Throws: ``BluetoothFailure``.
    init(owner: RadioThread, adapter: String?) throws(BluetoothFailure) {
        self.owner = owner
        wanted = adapter
        do throws(BusFailure) { bus = try BusConnection(.system) } catch {
            throw BluetoothFailure(
                .notReachable,
                "The system bus, over which BlueZ is used, cannot be reached: \(error). "
                    + "sudo systemctl start dbus starts it.")
        }
        bus.onMessage = { [unowned self] message in self.take(message) }
    }

    /// Works until the end is asked for and BlueZ has ended the task.
    ///
    /// - Parameter onReady: Called when the task runs.
    /// - Throws: ``BluetoothFailure``.
    func run(onReady: (Radio) -> Void) throws(BluetoothFailure) {
        try findAdapter()
        let name = adapter.split(separator: "/").last.map(String.init)
        var radio = Radio(adapter: .bluez(name), address: address, mode: owner.task.scanMode)
        switch owner.task {
        case .scan(.active): try startDiscovery()
        case .scan(.passive):
            if let note = try startMonitor() {
                (radio.mode, radio.note) = (.active, note)
                try startDiscovery()
            }
        case .advertise(let advertisement): try register(advertisement)
        }
        if !owner.stop.isRaised { onReady(radio) }
        while !owner.stop.isRaised { try turn() }
        end()
    }

    /// Waits for messages and processes them.
    private func turn(atMost limit: Duration? = nil) throws(BluetoothFailure) {
        // Messages that came with the answer to a call make the wait end at once.
        let wait = bus.wait
        let shortest = [limit, wait.limit].compactMap { $0 }.min()
        _ = owner.stop.wait(for: wait.descriptor, events: wait.events, atMost: shortest)
        do throws(BusFailure) { try bus.process() } catch {
            throw BluetoothFailure(.connectionLost, "The system bus ended the connection: \(error).")
        }
        if let failure { throw failure }
    }

    // MARK: - Adapter

    private var address: DeviceAddress? {
        guard let text = objects.properties(adapter, BlueZNames.adapter)?["Address"]?.text else { return nil }
        let value = text.split(separator: ":").reduce(UInt64(0)) { $0 << 8 | (UInt64($1, radix: 16) ?? 0) }
        return DeviceAddress(value, kind: .publicDevice)
    }

    private func findAdapter() throws(BluetoothFailure) {
        for rule in [
            "type='signal',sender='org.bluez'",
            "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='org.bluez'",
        ] {
            _ = try ask(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "AddMatch",
                [.string(rule)])
        }
        objects = BlueZObjects(
            managed: try ask(BlueZNames.service, "/", BlueZNames.objectManager, "GetManagedObjects"))
        let paths = objects.paths(with: BlueZNames.adapter)
        let candidates = wanted.map { wanted in paths.filter { $0.hasSuffix("/\(wanted)") } } ?? paths
        guard !candidates.isEmpty else {
            throw BluetoothFailure(
                .noAdapter,
                "BlueZ has no adapter\(wanted.map { " \($0)" } ?? ""): plug one in; bluetoothctl list shows them."
            )
        }
        guard let path = candidates.first(where: isPowered) else {
            throw BluetoothFailure(
                .poweredOff,
                "The Bluetooth adapter is switched off: bluetoothctl power on, and rfkill unblock bluetooth if that fails."
            )
        }
        adapter = path
    }

    private func isPowered(_ path: String) -> Bool {
        objects.properties(path, BlueZNames.adapter)?["Powered"]?.truth == true
    }

    // MARK: - Scanning

    private func startDiscovery() throws(BluetoothFailure) {
        let filter = BusValue.properties([("Transport", .string("le")), ("DuplicateData", .boolean(true))])
        _ = try ask(BlueZNames.service, adapter, BlueZNames.adapter, "SetDiscoveryFilter", [filter])
        _ = try ask(BlueZNames.service, adapter, BlueZNames.adapter, "StartDiscovery")
        isDiscovering = true
    }

    /// Registers our monitor.
    ///
    /// - Returns: Why there is none; `nil` when BlueZ has activated it.
    private func startMonitor() throws(BluetoothFailure) -> String? {
        guard objects.properties(adapter, BlueZNames.monitorManager) != nil else {
            return
                "BlueZ offers no passive scan here, so it scans actively: it needs version 5.56, kernel 5.10 and "
                + "bluetoothd --experimental."
        }
        do throws(BusRefusal) {
            _ = try bus.answer(
                bus.call(
                    BlueZNames.service, adapter, BlueZNames.monitorManager, "RegisterMonitor",
                    [.path(BlueZNames.monitorRoot)]), within: owner.timing.answer)
        } catch {
            return "BlueZ refused a passive scan, so it scans actively (\(error.name))."
        }
        monitor = .registered
        showsMonitor = true
        // BlueZ takes monitors that appear after the registration.
        bus.send(
            bus.signal(
                BlueZNames.monitorRoot, BlueZNames.objectManager, "InterfacesAdded",
                [.path(BlueZNames.monitorPath), interfacesOfMonitor]))
        let deadline = ContinuousClock.now.advanced(by: owner.timing.answer)
        while monitor == .registered, !owner.stop.isRaised {
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else { break }
            try turn(atMost: left)
        }
        if monitor == .active || owner.stop.isRaised { return nil }
        unregisterMonitor()
        return "BlueZ did not activate the passive scan, so it scans actively: the kernel may lack it."
    }

    private var interfacesOfMonitor: BusValue {
        .dictionary(
            [BusEntry(key: .string(BlueZNames.monitor), value: BlueZNames.monitorProperties)], of: "sa{sv}")
    }

    private func unregisterMonitor() {
        showsMonitor = false
        _ = try? bus.answer(
            bus.call(
                BlueZNames.service, adapter, BlueZNames.monitorManager, "UnregisterMonitor",
                [.path(BlueZNames.monitorRoot)]), within: owner.timing.answer)
        monitor = .none
    }

    // MARK: - Advertising

    private func register(_ advertisement: Advertisement) throws(BluetoothFailure) {
        guard objects.properties(adapter, BlueZNames.advertisingManager) != nil else {
            throw BluetoothFailure(
                .unsupported, "BlueZ cannot advertise with this adapter; hci0 with the user channel may.")
        }
        self.advertisement = try BlueZNames.properties(of: advertisement)
        // BlueZ reads the object before it answers, so the answer cannot be waited for in one call.
        let number = bus.send(
            bus.call(
                BlueZNames.service, adapter, BlueZNames.advertisingManager, "RegisterAdvertisement",
                [.path(BlueZNames.advertisementPath), .properties([])]))
        awaited = (number, nil, false)
        let deadline = ContinuousClock.now.advanced(by: owner.timing.answer)
        while awaited?.isAnswered == false, !owner.stop.isRaised {
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else {
                throw BluetoothFailure(.noAnswer, "BlueZ does not answer: sudo systemctl restart bluetooth.")
            }
            try turn(atMost: left)
        }
        if let refusal = awaited?.refusal { throw Self.failure(refusal, "RegisterAdvertisement") }
    }

    // MARK: - End

    /// Ends the task; BlueZ would do so when the connection closes, but not before it notices.
    private func end() {
        bus.onMessage = nil
        let call =
            switch owner.task {
            case .scan where monitor == .active:
                bus.call(
                    BlueZNames.service, adapter, BlueZNames.monitorManager, "UnregisterMonitor",
                    [.path(BlueZNames.monitorRoot)])
            case .scan: bus.call(BlueZNames.service, adapter, BlueZNames.adapter, "StopDiscovery")
            case .advertise:
                bus.call(
                    BlueZNames.service, adapter, BlueZNames.advertisingManager, "UnregisterAdvertisement",
                    [.path(BlueZNames.advertisementPath)])
            }
        // Whatever it answers, the connection ends now.
        _ = try? bus.answer(call, within: owner.timing.answer)
    }

    // MARK: - Messages

    /// Takes a message, and tells whether it was a call that has been answered.
    private func take(_ message: BusMessage) -> Bool {
        switch message.kind {
        case .call: return answer(message)
        case .answer, .refusal:
            if let awaited, message.answeredCall == awaited.number {
                self.awaited = (awaited.number, message.refusal, true)
            }
        case .signal:
            if message.member == "NameOwnerChanged" {
                // The name of the old owner, and of the new one.
                if message.arguments.dropFirst().first?.text?.isEmpty == false {
                    fail(.connectionLost, "BlueZ was stopped or restarted: sudo systemctl start bluetooth.")
                }
                return false
            }
            let changes = objects.take(
                path: message.path, interface: message.interface, member: message.member,
                arguments: message.arguments)
            for change in changes { take(change) }
        }
        return false
    }

    private func take(_ change: BlueZObjects.Change) {
        if change.path == adapter, change.interface == BlueZNames.adapter {
            guard let properties = change.properties else {
                return fail(.noAdapter, "The Bluetooth adapter was removed: plug it in again.")
            }
            if properties["Powered"]?.truth == false {
                fail(.poweredOff, "The Bluetooth adapter was switched off: bluetoothctl power on.")
            } else if properties["Discovering"]?.truth == false, isDiscovering {
                fail(.connectionLost, "BlueZ ended the scan.")
            }
        } else if change.interface == BlueZNames.device, let changed = change.properties {
            report(change.path, changed)
        }
    }

    private func report(_ path: String, _ changed: BlueZObjects.Properties) {
        guard owner.task.scanMode != nil, path.hasPrefix(adapter + "/"),
            let device = objects.properties(path, BlueZNames.device),
            let (report, data) = DeviceAdvertisement.report(of: device, changed: changed)
        else { return }
        owner.onReport(report, data.span, .now)
    }

    private func fail(_ reason: BluetoothFailure.Reason, _ sentence: String) {
        if failure == nil { failure = BluetoothFailure(reason, sentence) }
    }

    /// Answers a call from BlueZ to one of our objects.
    private func answer(_ call: BusMessage) -> Bool {
        switch (call.path, call.interface, call.member) {
        case (BlueZNames.advertisementPath, BlueZNames.properties, "GetAll"):
            bus.send(bus.answer(to: call, [advertisement ?? .properties([])]))
        case (BlueZNames.advertisementPath, BlueZNames.advertisement, "Release"):
            fail(.connectionLost, "BlueZ ended the advertisement.")
            bus.send(bus.answer(to: call))
        case (BlueZNames.monitorRoot, BlueZNames.objectManager, "GetManagedObjects"):
            let entries =
                showsMonitor ? [BusEntry(key: .path(BlueZNames.monitorPath), value: interfacesOfMonitor)] : []
            bus.send(bus.answer(to: call, [.dictionary(entries, of: "oa{sa{sv}}")]))
        case (BlueZNames.monitorPath, BlueZNames.properties, "GetAll"):
            bus.send(bus.answer(to: call, [BlueZNames.monitorProperties]))
        case (BlueZNames.monitorPath, BlueZNames.monitor, let member): return takeMonitorCall(member, call)
        default: return false
        }
        return true
    }

    private func takeMonitorCall(_ member: String, _ call: BusMessage) -> Bool {
        switch member {
        case "Activate": monitor = .active
        case "Release":
            if monitor == .active { fail(.connectionLost, "BlueZ ended the passive scan.") }
            monitor = .released
        case "DeviceFound":
            // It comes once for a device, with no properties: those are known from signals.
            if let path = call.arguments.first?.text,
                let device = objects.properties(path, BlueZNames.device)
            {
                report(path, device)
            }
        case "DeviceLost": break
        default: return false
        }
        bus.send(bus.answer(to: call))
        return true
    }

    // MARK: - Calls

    private func ask(
        _ destination: String, _ path: String, _ interface: String, _ member: String,
        _ arguments: [BusValue] = []
    ) throws(BluetoothFailure) -> [BusValue] {
        do throws(BusRefusal) {
            return try bus.answer(
                bus.call(destination, path, interface, member, arguments), within: owner.timing.answer)
        } catch {
            throw Self.failure(error, member)
        }
    }

    /// Explains a refusal.
    static func failure(_ refusal: BusRefusal, _ member: String) -> BluetoothFailure {
        switch refusal.name {
        case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
            "org.freedesktop.systemd1.NoSuchUnit":
            BluetoothFailure(.notReachable, "BlueZ does not run: sudo systemctl start bluetooth.")
        case "org.freedesktop.DBus.Error.AccessDenied", "org.bluez.Error.NotAuthorized":
            BluetoothFailure(
                .notPermitted,
                "BlueZ may not be used by this user: sudo usermod --append --groups bluetooth $USER, then sign in again."
            )
        case "org.bluez.Error.NotReady":
            BluetoothFailure(.poweredOff, "The Bluetooth adapter is switched off: bluetoothctl power on.")
        case "org.bluez.Error.NotPermitted", "org.bluez.Error.InProgress":
            BluetoothFailure(.busy, "BlueZ is busy with this adapter (\(refusal.message)).")
        case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Timeout",
            "System.Error.ETIMEDOUT":
            BluetoothFailure(.noAnswer, "BlueZ does not answer: sudo systemctl restart bluetooth.")
        default:
            BluetoothFailure(.refused, "BlueZ refused \(member): \(refusal.message) (\(refusal.name)).")
        }
    }
}
