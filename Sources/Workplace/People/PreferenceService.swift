public import Essentials

/// Keeps people's preferences, so that each of their devices has them.
public struct PreferenceService: Sendable {
    let store: any WorkplaceStore
    let now: @Sendable () -> Timestamp

    /// A person's preferences; without a choice they are empty.
    ///
    /// - Throws: The store's own error.
    public func preferences(of person: PersonID) async throws -> Preferences {
        try await store.read { try $0.preferences(of: person) }
    }

    /// Changes some of a person's preferences; the others stay.
    ///
    /// - Returns: The preferences after the change.
    /// - Throws: ``PreferencesTooLarge``, or the store's own error.
    public func change(_ change: PreferenceChange, of person: PersonID) async throws -> Preferences {
        let time = now()
        return try await store.write { transaction in
            guard let changed = try transaction.preferences(of: person).changed(by: change) else {
                throw PreferencesTooLarge()
            }
            try transaction.set(changed, of: person, at: time)
            return changed
        }
    }
}
