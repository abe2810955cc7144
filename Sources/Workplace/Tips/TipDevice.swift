public import Essentials
public import TipCore

/// A device that shows tips to a person, as the device describes itself.
///
/// Statistics count people by the platform and the language of their devices. A device that was not seen for long is removed.
public struct TipDevice: Hashable, Sendable {
    /// How a device shows tips.
    public enum Platform: String, Hashable, Sendable, CaseIterable {
        /// In the pages.
        case web
        /// In the terminal.
        case terminal
    }

    /// The most devices that are stored for one person: those seen last.
    public static let mostOfPerson = 100
    /// How many days a device is stored after it was seen.
    public static let retentionDays = 365

    /// The device's number, the same for all processes on it.
    public let id: TipReplica
    /// How it shows tips.
    public let platform: Platform
    /// The language in which it shows them.
    public let language: LanguageTag
    /// The day, in UTC, of its last exchange.
    public let lastSeen: CalendarDate

    /// Makes a device; the part of the number for processes is ignored.
    public init(id: TipReplica, platform: Platform, language: LanguageTag, lastSeen: CalendarDate) {
        self.id = TipReplica(device: id.rawValue)
        self.platform = platform
        self.language = language
        self.lastSeen = lastSeen
    }
}
