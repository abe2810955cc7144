import Beacons
import Bluetooth
import Observations

/// Lets a gateway hear with a radio of this machine.
struct GatewayRadio {
    /// How long a report collects.
    ///
    /// The server decides about a place by the strengths of the last five seconds, and tells a page of a change within
    /// two: a second more would be noticed, and a report every tenth of a second would cost ten times the work.
    static let beat: Duration = .seconds(1)

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
        if case .on(let radio) = change {
            ear.radio(isListening: true, adapter: radio.adapter.description)
        } else {
            ear.radio(isListening: false, adapter: adapter == .automatic ? "" : adapter.description)
        }
        Terminal.error(change.sentence())
    }

    private static func hear(
        _ report: AdvertisingReport, _ data: Span<UInt8>, _ time: ObservationTime, _ ear: GatewayEar
    ) {
        if let advertisement = HeardAdvertisement(report, data, at: time.milliseconds) {
            ear.hear(advertisement)
        } else {
            // A damaged advertisement still counts as heard.
            ear.hearOther()
        }
    }
}
