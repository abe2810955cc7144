public import Essentials
public import TipCore

/// That an administrator asked why a person is shown a tip or is not; the person can see it.
public struct TipLook: Hashable, Sendable {
    /// How long it is kept.
    public static let retention: Duration = .seconds(365 * 86_400)
    /// How often it is answered about one person within a day, whoever asks.
    public static let mostInDay = 20
    /// For how long a catalogue must have been in force: whoever could write a rule and ask at once would learn any number.
    public static let ripeness: Duration = .seconds(86_400)

    /// About whom.
    public let person: PersonID
    /// Who asked.
    public let administrator: PersonID
    /// About which tip.
    public let tip: TipID
    /// The number of the catalogue that was in force.
    public let catalogue: Int64
    /// When.
    public let time: Timestamp

    /// Makes it of its parts.
    public init(
        person: PersonID, administrator: PersonID, tip: TipID, catalogue: Int64, time: Timestamp
    ) {
        self.person = person
        self.administrator = administrator
        self.tip = tip
        self.catalogue = catalogue
        self.time = time
    }
}

/// Why it is not told what holds a tip back from somebody else.
public enum TipLookRefusal: Error, Hashable, Sendable {
    /// The catalogue has been in force for less than a day.
    case catalogueTooNew
    /// It was asked about the person often enough within a day.
    case tooMany
}
