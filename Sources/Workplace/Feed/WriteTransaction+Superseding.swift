import Essentials

extension WriteTransaction {
    /// Announces a change to a person's pages and removes the entry that it supersedes.
    func announce(
        _ change: SupersedingChange, body: String, to person: PersonID, at time: Timestamp
    ) throws {
        try append(FeedChange(topic: .person(person), kind: change.rawValue, body: body), at: time)
        try removeEarlier(change, of: person)
    }
}
