public import Essentials
public import TipCore

/// A device on which a person is shown tips, as it has named itself.
///
/// It is kept to tell by which kind of device, and in which language, tips are seen; a device that has not been seen for
/// long is forgotten.
public struct TipDevice: Hashable, Sendable {
    /// How a device shows tips.
    public enum Platform: String, Hashable, Sendable, CaseIterable {
        /// In the pages.
        case web
        /// In the terminal.
        case terminal
    }

    /// How many devices of one person are kept; of more, those that were seen last.
    public static let mostOfPerson = 100
    /// How long a device is kept after it was seen, in days.
    public static let retentionDays = 365

    /// The device's number, the same for all processes on it.
    public let id: TipReplica
    /// How it shows tips.
    public let platform: Platform
    /// The language in which it shows them.
    public let language: LanguageTag
    /// The day, in UTC, on which it exchanged what it knows for the last time.
    public let lastSeen: CalendarDate

    /// Makes a device of its parts; of the number only what belongs to the device is taken.
    public init(id: TipReplica, platform: Platform, language: LanguageTag, lastSeen: CalendarDate) {
        self.id = TipReplica(device: id.rawValue)
        self.platform = platform
        self.language = language
        self.lastSeen = lastSeen
    }
}
