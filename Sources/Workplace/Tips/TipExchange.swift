public import Essentials
public import TipCore

/// What a device sends to exchange what it knows of a person's tips.
public struct TipExchange: Hashable, Sendable {
    /// The device's number.
    public let device: TipReplica
    /// How the device shows tips.
    public let platform: TipDevice.Platform
    /// The language in which the device shows them.
    public let language: LanguageTag
    /// The last revision of the person's ledger that the device has taken; 0 before the first.
    public let cursor: Int64
    /// What has happened on the device since then, or more, as the bytes of a ledger; `nil` for nothing.
    public let changes: [UInt8]?

    /// Makes an exchange of its parts.
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

/// What a device gets back.
public struct TipExchangeAnswer: Hashable, Sendable {
    /// The revision of the person's ledger now.
    public let cursor: Int64
    /// All that is kept of the person, as the bytes of a ledger; `nil` when the device had everything but for what it sent.
    public let changes: [UInt8]?
}
