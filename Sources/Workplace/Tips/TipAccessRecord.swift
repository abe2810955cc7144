public import Essentials
public import TipCore

/// Records that an administrator asked why a person is shown a tip or not; the person can see it.
public struct TipAccessRecord: Hashable, Sendable {
    /// How long a record is kept.
    public static let retention: Duration = .seconds(365 * 86_400)
    /// How many questions about one person are answered within a day.
    public static let limitPerDay = 20
    /// How long a catalogue must have been in force.
    ///
    /// Otherwise an author could publish a rule and ask at once, and so learn any number.
    public static let minimumCatalogueAge: Duration = .seconds(86_400)

    /// The person whom the question is about.
    public let person: PersonID
    /// The administrator who asked.
    public let administrator: PersonID
    /// The tip that the question is about.
    public let tip: TipID
    /// The number of the catalogue that was in force.
    public let catalogue: Int64
    /// The time of the question.
    public let time: Timestamp

    /// Makes a record.
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

/// Reasons to refuse a question about another person.
public enum TipAccessRefusal: Error, Hashable, Sendable {
    /// The catalogue has been in force for less than a day.
    case catalogueTooNew
    /// The limit of questions about the person within a day is reached.
    case tooMany
}
