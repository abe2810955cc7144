public import Essentials
public import TipCore

/// That an administrator asked why a person is shown a tip or is not; the person can see it.
public struct TipLook: Hashable, Sendable {
    /// How long it is kept.
    public static let retention: Duration = .seconds(365 * 86_400)

    /// About whom.
    public let person: PersonID
    /// Who asked.
    public let administrator: PersonID
    /// About which tip.
    public let tip: TipID
    /// When.
    public let time: Timestamp

    /// Makes it of its parts.
    public init(person: PersonID, administrator: PersonID, tip: TipID, time: Timestamp) {
        self.person = person
        self.administrator = administrator
        self.tip = tip
        self.time = time
    }
}
