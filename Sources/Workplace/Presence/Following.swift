public import Essentials
public import Presence

/// Whether a person's page follows them to the café that they are in, and where that is.
public struct Following: Hashable, Sendable {
    /// Since when they want it; `nil` when they do not.
    public let since: Timestamp?
    /// The café that they are in, as far as it can be told; always none without consent.
    public let choice: PlaceChoice<CafeID>

    /// Makes it from its parts.
    public init(since: Timestamp?, choice: PlaceChoice<CafeID> = .none) {
        self.since = since
        self.choice = choice
    }
}

/// What a person has agreed to have their presence evaluated for.
struct PresencePurposes: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    /// The page follows them to their café.
    static let following = PresencePurposes(rawValue: 1 << 0)
    /// They are reminded of a punch at the door.
    static let reminders = PresencePurposes(rawValue: 1 << 1)

    /// Whether what happens at a spot is needed for one of the purposes.
    func need(_ spot: Spot) -> Bool {
        switch spot.kind {
        case .cafe, .station: contains(.following)
        case .entrance: contains(.reminders)
        }
    }
}

extension StoreReading {
    /// What a person has agreed to.
    func presencePurposes(of person: PersonID) throws -> PresencePurposes {
        var purposes: PresencePurposes = []
        if try followingSince(of: person) != nil { purposes.insert(.following) }
        if try reminderSetting(of: person)?.isOn == true { purposes.insert(.reminders) }
        return purposes
    }
}
