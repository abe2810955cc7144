import Essentials

/// The people whose presence is evaluated, found by person, by the spots that know their badge, and by what is due.
///
/// Every change of a person goes through the subscript, which brings both indices up to date, so that they cannot
/// differ from the people.
struct FollowedPeople: Sendable {
    private struct Entry {
        var person: FollowedPerson?
        /// The spots under which the person is in the index.
        var spots: [SpotID] = []
        var isWaiting = false
    }

    private var entries: [PersonID: Entry] = [:]
    private var bySpot: [SpotID: Set<PersonID>] = [:]
    /// The people whose choice must be considered again at some time.
    private(set) var waiting: Set<PersonID> = []

    /// Whether nobody is followed.
    var isEmpty: Bool { entries.isEmpty }

    /// Everybody who is followed.
    var keys: some Collection<PersonID> { entries.keys }

    /// Whether somebody is followed.
    func contains(_ person: PersonID) -> Bool { entries[person] != nil }

    /// The people whose badge has a state at a spot.
    func known(at spot: SpotID) -> Set<PersonID> { bySpot[spot] ?? [] }

    /// The data about a person; `nil` for somebody who is not followed.
    ///
    /// - Complexity: O(*n*) in the number of spots that know the person's badge, for a change.
    subscript(person: PersonID) -> FollowedPerson? {
        get { entries[person]?.person }
        _modify {
            defer { index(person) }
            yield &entries[person, default: Entry()].person
        }
    }

    private mutating func index(_ id: PersonID) {
        guard let entry = entries[id] else { return }
        guard let person = entry.person else {
            for spot in entry.spots { remove(id, at: spot) }
            waiting.remove(id)
            entries[id] = nil
            return
        }
        let isWaiting = person.checkAt != nil
        if isWaiting != entry.isWaiting {
            entries[id]?.isWaiting = isWaiting
            if isWaiting { waiting.insert(id) } else { waiting.remove(id) }
        }
        let known = person.knownSpots
        guard known.count != entry.spots.count || !entry.spots.allSatisfy(person.knowsBadge) else { return }
        for spot in entry.spots where !person.knowsBadge(at: spot) { remove(id, at: spot) }
        for spot in known { bySpot[spot, default: []].insert(id) }
        entries[id]?.spots = Array(known)
    }

    private mutating func remove(_ id: PersonID, at spot: SpotID) {
        bySpot[spot]?.remove(id)
        if bySpot[spot]?.isEmpty == true { bySpot[spot] = nil }
    }
}
