public import Essentials
public import TipCore
public import TipRules

/// All that is kept of a person's tips (TA9).
public struct TipExport: Hashable, Sendable {
    /// Whose.
    public let person: PersonID
    /// When it was put together.
    public let time: Timestamp
    /// What was shown, closed, donated and set.
    public let ledger: TipLedger
    /// On which devices.
    public let devices: [TipDevice]
    /// Which administrators asked about the person.
    public let looks: [TipLook]
    /// What the workplace knows of the person, as far as rules ask for it; it is kept elsewhere.
    public let facts: [RuleField]
}
