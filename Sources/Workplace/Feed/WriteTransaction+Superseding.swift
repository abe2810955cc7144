import Essentials

extension WriteTransaction {
    /// Tells a person's pages of a change, in the place of the one before.
    func announce(
        _ change: SupersedingChange, body: String, to person: PersonID, at time: Timestamp
    ) throws {
        try append(FeedChange(topic: .person(person), kind: change.rawValue, body: body), at: time)
        try removeEarlier(change, of: person)
    }
}
