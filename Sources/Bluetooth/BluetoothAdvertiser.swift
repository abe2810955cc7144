public import Beacons

/// Sends an advertisement, without accepting connections, until the task is cancelled.
///
/// Like ``BluetoothScanner`` it never gives up: after a reset or a reconnection it advertises again.
public struct BluetoothAdvertiser: Sendable {
    /// The intervals that Bluetooth allows between two advertisements.
    public static let intervals: ClosedRange<Duration> = .milliseconds(20)...(.milliseconds(10_240))
    /// The most bytes of advertising data.
    ///
    /// Data of up to 31 bytes is sent in the form that every receiver hears; more needs Bluetooth 5 on both sides.
    public static let mostBytes = 251

    /// Where to send.
    public let adapter: Adapter
    /// What to send.
    let advertisement: Advertisement
    /// Limits of time, which tests shorten.
    package let timing: RadioTiming

    /// Makes an advertiser of an iBeacon frame; it does nothing yet.
    ///
    /// - Parameters:
    ///   - beacon: The frame.
    ///   - adapter: Where to send.
    ///   - interval: The time between two advertisements; Apple asks beacons for 100 ms.
    /// - Throws: ``BluetoothFailure`` with ``BluetoothFailure/Reason/unusableAdvertisement`` when the interval is
    ///   not one of ``intervals``.
    public init(
        _ beacon: IBeaconFrame, on adapter: Adapter = .automatic, interval: Duration = .milliseconds(100)
    ) throws(BluetoothFailure) {
        try self.init(data: beacon.advertisingData, on: adapter, interval: interval)
    }

    /// Makes an advertiser of any advertising data; it does nothing yet.
    ///
    /// - Parameters:
    ///   - data: Whole advertising structures, at most ``mostBytes``.
    ///   - adapter: Where to send.
    ///   - interval: The time between two advertisements.
    /// - Throws: ``BluetoothFailure`` with ``BluetoothFailure/Reason/unusableAdvertisement`` when the data is empty, too
    ///   long, or no whole structures, or when the interval is not one of ``intervals``.
    public init(
        data: [UInt8], on adapter: Adapter = .automatic, interval: Duration = .milliseconds(100)
    ) throws(BluetoothFailure) {
        try self.init(data: data, on: adapter, interval: interval, timing: RadioTiming())
    }

    /// Makes an advertiser with other limits of time.
    package init(
        data: [UInt8], on adapter: Adapter, interval: Duration, timing: RadioTiming
    ) throws(BluetoothFailure) {
        self.adapter = adapter
        advertisement = try Advertisement(data: data, interval: interval)
        self.timing = timing
    }

    /// Advertises until the surrounding task is cancelled, then ends the advertising on the controller and returns.
    ///
    /// - Parameter onChange: Called when the radio starts to send, and when it stops to, with the reason; on a thread
    ///   of the advertiser.
    public func run(onChange: @escaping @Sendable (RadioChange) -> Void) async {
        await RadioThread(
            adapter: adapter, task: .advertise(advertisement), timing: timing, onChange: onChange,
            onReport: { _, _, _ in }
        ).run()
    }
}
