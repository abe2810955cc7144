public import Essentials

/// Records who read data about others.
public struct DataLookService: Sendable {
    let store: any WorkplaceStore
    let now: @Sendable () -> Timestamp

    /// Records that somebody read data about everybody.
    ///
    /// - Throws: The store's own error; the data must not be shown then.
    public func recordAtEverybody(by viewer: PersonID, of subject: DataLook.Subject) async throws {
        let look = DataLook(by: viewer, of: subject, at: now())
        try await store.write { try $0.insertLookAtEverybody(look) }
    }

    /// Records that somebody read data about some people; one's own is left out.
    ///
    /// - Throws: The store's own error; the data must not be shown then.
    public func record(
        by viewer: PersonID, of subject: DataLook.Subject, at people: Set<PersonID>
    ) async throws {
        let others = people.subtracting([viewer])
        guard !others.isEmpty else { return }
        let look = DataLook(by: viewer, of: subject, at: now())
        try await store.write { try $0.insert(look, at: others) }
    }
}
