public import Beacons
public import Observations

/// Listens for Bluetooth advertisements until the task is cancelled.
///
/// A lost radio is tried again and again: a controller that was reset or unplugged, an adapter that was switched off, a
/// daemon that was restarted. Nobody else may scan on the same controller at the same time, except through BlueZ.
public struct BluetoothScanner: Sendable {
    /// Where to listen.
    public let adapter: Adapter
    /// How to listen.
    public let mode: ScanMode
    /// Limits of time, which tests shorten.
    package let timing: RadioTiming

    /// Makes a scanner; it does nothing yet.
    public init(_ adapter: Adapter = .automatic, mode: ScanMode = .active) {
        self.init(adapter, mode: mode, timing: RadioTiming())
    }

    /// Makes a scanner with other limits of time.
    package init(_ adapter: Adapter, mode: ScanMode, timing: RadioTiming) {
        self.adapter = adapter
        self.mode = mode
        self.timing = timing
    }

    /// Scans until the surrounding task is cancelled, then ends the scan on the controller and returns.
    ///
    /// Both closures run on the one thread that reads from the radio, so they should return soon. The first call is
    /// one of `onChange`.
    ///
    /// - Parameters:
    ///   - onChange: Called when the radio starts to listen, and when it stops to, with the reason.
    ///   - onReport: Called with each advertisement, its data (valid only during the call; `data` of the report is
    ///     its range there), and the time of arrival. Over HCI it is called without allocation.
    public func run(
        onChange: @escaping @Sendable (RadioChange) -> Void,
        onReport: @escaping @Sendable (AdvertisingReport, Span<UInt8>, ObservationTime) -> Void
    ) async {
        await RadioThread(
            adapter: adapter, task: .scan(mode), timing: timing, onChange: onChange, onReport: onReport
        ).run()
    }
}
