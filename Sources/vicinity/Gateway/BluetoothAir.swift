import Beacons
import Bluetooth
import Observations

/// Lets a gateway hear with a radio of this machine.
struct BluetoothAir {
    /// How long a report collects.
    ///
    /// The server decides about a place by the strengths of the last five seconds, and tells a page of a change within
    /// two: a second more would be noticed, and a report every tenth of a second would cost ten times the work.
    static let beat: Duration = .seconds(1)
    /// The strength at one metre of a sender that claims none, such as a phone, in dBm.
    static let usualPower: Int8 = -59

    let adapter: Adapter

    /// Listens until the task is cancelled, and calls a closure whenever a report may be due.
    ///
    /// - Throws: `CancellationError`.
    func listen(to ear: GatewayEar, cut: @escaping @Sendable (Int64) async -> Void) async throws {
        let scanner = BluetoothScanner(adapter)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                await scanner.run(
                    onChange: { Self.note($0, of: adapter, ear) },
                    onReport: { report, data, time in Self.hear(report, data, time, ear) })
            }
            group.addTask {
                while true {
                    try await Task.sleep(for: Self.beat)
                    await cut(GatewayClock.now)
                }
            }
            try await group.waitForAll()
        }
        try Task.checkCancellation()
    }

    private static func note(_ change: RadioChange, of adapter: Adapter, _ ear: GatewayEar) {
        switch change {
        case .on(let radio):
            ear.radio(isListening: true, adapter: radio.adapter.description)
            Terminal.error("Listening with \(radio.adapter).")
            if let note = radio.note { Terminal.error(note) }
        case .off(let failure), .unavailable(let failure):
            ear.radio(isListening: false, adapter: adapter == .automatic ? "" : adapter.description)
            Terminal.error(failure.sentence)
        }
    }

    private static func hear(
        _ report: AdvertisingReport, _ data: Span<UInt8>, _ time: ObservationTime, _ ear: GatewayEar
    ) {
        let milliseconds = time.microseconds / 1_000
        // A damaged advertisement still counts as heard.
        if let (frame, identity) = known(in: data) {
            ear.hear(
                HeardAdvertisement(
                    identity: identity,
                    measuredPower: frame.powerAtOneMetre.map(Int8.init(clamping:)) ?? usualPower,
                    rssi: report.rssi, time: milliseconds))
        } else if report.address.isResolvable {
            ear.hear(
                HeardAdvertisement(
                    identity: .privateAddress(report.address.value), measuredPower: usualPower,
                    rssi: report.rssi, time: milliseconds))
        } else {
            ear.hearOther()
        }
    }
}

extension BluetoothAir {
    /// The first frame that identifies something that people wear; a damaged structure hides what comes after it.
    private static func known(in data: Span<UInt8>) -> (BeaconFrame, HeardIdentity)? {
        var structures = AdvertisingStructures()
        while let structure = try? structures.next(in: data) {
            if let frame = try? AdvertisingData.frame(in: structure, of: data),
                let identity = HeardIdentity(frame)
            {
                return (frame, identity)
            }
        }
        return nil
    }
}

extension HeardIdentity {
    /// The identity in a frame; `nil` for a frame that identifies nothing that people wear.
    fileprivate init?(_ frame: BeaconFrame) {
        switch frame {
        case .iBeacon(let frame): self = .beacon(frame.identity)
        case .eddystoneUID(let frame):
            let namespace = UInt128(frame.namespace.high) << 16 | UInt128(frame.namespace.low)
            self = .eddystone(namespace: namespace, instance: frame.instance)
        case .eddystoneEphemeral(let frame): self = .ephemeral(frame.identifier)
        default: return nil
        }
    }
}
