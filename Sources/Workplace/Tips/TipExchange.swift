public import Essentials
public import TipCore

/// A device's request to exchange the ledger of a person.
public struct TipExchange: Hashable, Sendable {
    /// The device's number.
    public let device: TipReplica
    /// How the device shows tips.
    public let platform: TipDevice.Platform
    /// The language in which the device shows them.
    public let language: LanguageTag
    /// The last revision of the person's ledger that the device has merged; 0 before the first.
    public let cursor: Int64
    /// The changes on the device since then, or more, as the bytes of a ledger; `nil` for none.
    public let changes: [UInt8]?

    /// Makes a request.
    public init(
        device: TipReplica, platform: TipDevice.Platform, language: LanguageTag, cursor: Int64,
        changes: [UInt8]?
    ) {
        self.device = device
        self.platform = platform
        self.language = language
        self.cursor = cursor
        self.changes = changes
    }

    /// The device, seen on a day.
    func device(seenOn day: CalendarDate) -> TipDevice {
        TipDevice(id: device, platform: platform, language: language, lastSeen: day)
    }
}

/// The answer to a device.
public struct TipExchangeAnswer: Hashable, Sendable {
    /// The present revision of the person's ledger.
    public let cursor: Int64
    /// The whole ledger of the person as bytes; `nil` when the device already had everything.
    public let changes: [UInt8]?
}
