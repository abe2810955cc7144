public import Beacons

/// A change of the radio that a scanner or an advertiser uses.
public enum RadioChange: Hashable, Sendable {
    /// The radio works: it listens, or it sends.
    case on(Radio)
    /// The adapter is there but switched off; it is used again as soon as it is switched on.
    case off(BluetoothFailure)
    /// The radio cannot be used; it is tried again and again.
    case unavailable(BluetoothFailure)
}

/// A radio in use.
public struct Radio: Hashable, Sendable {
    /// The adapter that was chosen; never ``Adapter/automatic``.
    public var adapter: Adapter
    /// The address of the adapter; `nil` where the controller has none.
    public var address: DeviceAddress?
    /// Whether it scans actively or passively; `nil` for an advertiser.
    public var mode: ScanMode?
    /// What differs from the request, in a sentence; `nil` where nothing does.
    public var note: String?

    /// Makes a description, for example for a test.
    public init(adapter: Adapter, address: DeviceAddress?, mode: ScanMode?, note: String? = nil) {
        self.adapter = adapter
        self.address = address
        self.mode = mode
        self.note = note
    }
}

/// How a scanner listens.
public enum ScanMode: String, Hashable, Sendable, CaseIterable {
    /// Asks senders for their scan response, in which some beacons send their frame.
    case active
    /// Sends nothing.
    case passive
}
