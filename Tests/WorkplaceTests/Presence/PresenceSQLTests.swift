import Conditions
import Essentials
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Consent, presence and the keys of gateways in the database.
@Suite(.timeLimit(.minutes(1)))
struct PresenceSQLTests {
    private static let noon = Fixture.noon

    @Test
    func `consent is kept per person, and goes without a trace`() async throws {
        try await withTemporaryStore { store, _ in
            try await store.write { transaction in
                try transaction.setFollowing(of: Fixture.ada, since: Self.noon)
                try transaction.setFollowing(of: Fixture.ada, since: later(1))
            }
            let kept = try await store.read { reading in
                [try reading.followingSince(of: Fixture.ada), try reading.followingSince(of: Fixture.grace)]
            }
            #expect(kept == [later(1), nil])
            try await store.write { try $0.setFollowing(of: Fixture.ada, since: nil) }
            #expect(try await store.read { try $0.followingSince(of: Fixture.ada) } == nil)
        }
    }

    @Test
    func `events come back exactly, by source and number, once each`() async throws {
        try await withTemporaryStore { store, _ in
            let events = [
                event(.badge, 1, .satisfied), event(.badge, 2, .unsatisfied),
                event(.device("desk"), 7, .unknown),
                event(.device("laptop"), 1, .unmonitored),
            ]
            try await store.write { transaction in
                for event in events.reversed() { try transaction.insert(event) }
                try transaction.insert(event(.device("desk"), 7, .satisfied))
                try transaction.insert(event(.badge, 9, .satisfied, of: Fixture.grace))
            }
            let found = try await store.read { try $0.presenceEvents(of: Fixture.ada, after: later(-1)) }
            #expect(found == events)
            let none = try await store.read { try $0.presenceEvents(of: Fixture.ada, after: Self.noon) }
            #expect(none.isEmpty)
        }
    }

    @Test
    func `events go by the time at which they became known`() async throws {
        try await withTemporaryStore { store, _ in
            let events = [0, 1, 2].map { event(.badge, Int64($0), .satisfied, receivedAt: later($0)) }
            try await store.write { transaction in
                for event in events { try transaction.insert(event) }
                try transaction.removePresenceEvents(before: later(1))
            }
            let found = try await store.read { try $0.presenceEvents(of: Fixture.ada, after: later(-1)) }
            #expect(found == Array(events[1...]))
        }
    }

    @Test
    func `erasing takes a person's events and what the feed says of them, and leaves no gap`() async throws {
        try await withTemporaryStore { store, _ in
            let said = [
                FeedChange(
                    topic: .person(Fixture.ada), kind: FeedChange.presenceKind, body: #"{"cafe":"a"}"#),
                FeedChange(topic: .person(Fixture.ada), kind: "order", body: #"{"order":"o"}"#),
                FeedChange(
                    topic: .person(Fixture.grace), kind: FeedChange.presenceKind, body: #"{"cafe":"b"}"#),
            ]
            try await store.write { transaction in
                for change in said { try transaction.append(change, at: Self.noon) }
                try transaction.insert(event(.badge, 1, .satisfied))
                try transaction.insert(event(.badge, 1, .satisfied, of: Fixture.grace))
                try transaction.erasePresence(of: Fixture.ada)
            }
            let (feed, counts) = try await store.read { reading in
                (
                    try reading.feedEntries(
                        after: 0, topics: [.person(Fixture.ada), .person(Fixture.grace)], limit: 10),
                    try [Fixture.ada, Fixture.grace].map {
                        try reading.presenceEvents(of: $0, after: later(-1)).count
                    }
                )
            }
            #expect(feed.map(\.change.body) == ["{}", said[1].body, said[2].body])
            #expect(counts == [0, 1])
        }
    }

    @Test
    func `erasing at some spots leaves the others`() async throws {
        try await withTemporaryStore { store, _ in
            let events = [
                event(.badge, 1, .satisfied), event(.badge, 2, .satisfied, at: "door"),
                event(.device("laptop"), 1, .satisfied, at: "door"),
            ]
            let other = event(.badge, 1, .satisfied, of: Fixture.grace, at: "door")
            try await store.write { transaction in
                for event in events + [other] { try transaction.insert(event) }
                try transaction.erasePresence(of: Fixture.ada, at: [events[1].spot])
            }
            let left = try await store.read { reading in
                try [Fixture.ada, Fixture.grace].map {
                    try reading.presenceEvents(of: $0, after: later(-1))
                }
            }
            #expect(left == [[events[0]], [other]])
        }
    }

    @Test
    func `erasing what one device reported leaves the others and the badge`() async throws {
        try await withTemporaryStore { store, _ in
            let events = [
                event(.badge, 1, .satisfied), event(.device("desk"), 1, .satisfied),
                event(.device("laptop"), 1, .satisfied), event(.device("laptop"), 2, .unsatisfied),
            ]
            let other = event(.device("laptop"), 1, .satisfied, of: Fixture.grace)
            try await store.write { transaction in
                for event in events + [other] { try transaction.insert(event) }
                try transaction.erasePresence(of: Fixture.ada, from: "laptop")
            }
            let left = try await store.read { reading in
                try [Fixture.ada, Fixture.grace].map {
                    try reading.presenceEvents(of: $0, after: later(-1))
                }
            }
            #expect(left == [Array(events[..<2]), [other]])
        }
    }

    @Test
    func `keys of gateways are found by digest, and revoked for good`() async throws {
        try await withTemporaryStore { store, _ in
            let ear = try #require(GatewayID("ear"))
            let other = try #require(GatewayID("other-ear"))
            let keys = [
                GatewayKey(digest: [1], gateway: ear, issuedAt: Self.noon),
                GatewayKey(digest: [2], gateway: ear, issuedAt: later(2)),
                GatewayKey(digest: [3], gateway: other, issuedAt: later(1)),
            ]
            try await store.write { transaction in
                for key in keys.reversed() { try transaction.insert(key) }
            }
            #expect(try await store.read { try $0.gatewayKeys() } == keys)
            try await store.write { transaction in
                try transaction.revokeKeys(of: ear, at: later(3))
                try transaction.revokeKeys(of: ear, at: later(4))
            }
            let revoked = keys.prefix(2).map {
                GatewayKey(digest: $0.digest, gateway: ear, issuedAt: $0.issuedAt, revokedAt: later(3))
            }
            #expect(try await store.read { try $0.gatewayKeys() } == revoked + [keys[2]])
            let found = try await store.read { reading in
                try [[2], [3], [4]].map { try reading.gatewayKey(digest: $0) }
            }
            #expect(found == [revoked[1], keys[2], nil])
        }
    }

    private func event(
        _ source: PresenceEvent.Source, _ number: Int64, _ state: ConditionState,
        of person: PersonID = Fixture.ada, receivedAt: Timestamp = noon, at spot: String = "room"
    ) -> PresenceEvent {
        PresenceEvent(
            person: person, source: source, number: number, spot: Self.spot(spot), state: state,
            time: later(-9),
            receivedAt: receivedAt)
    }

    private static func spot(_ text: String) -> SpotID {
        guard let spot = SpotID(text) else { preconditionFailure("\(text) is no identifier") }
        return spot
    }
}

private func later(_ seconds: Int) -> Timestamp { Fixture.noon.advanced(by: .seconds(seconds)) }
