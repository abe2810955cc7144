public import Essentials
public import TipCore
public import TipRules

/// All data about a person's tips (TA9).
public struct TipExport: Hashable, Sendable {
    /// The person.
    public let person: PersonID
    /// The time of the export.
    public let time: Timestamp
    /// The displays, ends, donations and parameters.
    public let ledger: TipLedger
    /// The person's devices.
    public let devices: [TipDevice]
    /// The questions of administrators about the person.
    public let accessRecords: [TipAccessRecord]
    /// The facts about the person that rules read; they are stored elsewhere.
    public let facts: [RuleField]
}
