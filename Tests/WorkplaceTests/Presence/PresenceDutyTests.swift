import Attendance
import Conditions
import Essentials
import Synchronization
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// A store as one of several nodes sees it, which has the duty to evaluate presence or has not.
private final class NodeStore: PassingStore {
    let store: any WorkplaceStore
    private let token = Mutex<Int64?>(nil)

    init(_ store: any WorkplaceStore) { self.store = store }

    var dutyToken: Int64? { token.withLock { $0 } }
    var duty: StoreDuty { dutyToken == nil ? .other : .sender }

    func hold(_ new: Int64?) { token.withLock { $0 = new } }
}

/// One node evaluates presence at a time, and goes on where the node before has stopped.
@Suite(.timeLimit(.minutes(1)))
struct PresenceDutyTests {
    private func withNodes(
        _ body: (PresenceFixture, _ first: NodeStore, PresenceFixture, _ second: NodeStore) async throws ->
            Void
    ) async throws {
        try await withTemporaryStore { store, published in
            let (first, second) = (NodeStore(store), NodeStore(store))
            first.hold(1)
            let (one, other) = (
                try await PresenceFixture(first, published), try await PresenceFixture(second, published)
            )
            _ = try await one.attendance.setReminders(of: Fixture.ada, on: true)
            try await one.service.follow(Fixture.ada)
            try await body(one, first, other, second)
        }
    }

    @Test func `a node without the duty refuses reports`() async throws {
        try await withNodes { _, _, other, _ in
            await #expect(throws: StoreError.noSender) { try await other.tell([(1, "door", .satisfied)]) }
            await #expect(throws: StoreError.noSender) { try await other.report("ear", rssi: -55) }
            #expect(try await other.kept().isEmpty)
            let following = try await other.service.following(of: Fixture.ada)
            #expect(following.since != nil && following.choice == .none)
        }
    }

    @Test func `several nodes decide on crossings as one would`() async throws {
        try await withNodes { one, first, other, second in
            try await one.tell([(1, "door", .unsatisfied), (2, "door", .satisfied)])
            #expect(one.reminders == 1)
            first.hold(nil)
            second.hold(2)
            // The device repeats what the node that fell has stored.
            #expect(try await other.tell([(2, "door", .satisfied), (3, "door", .unsatisfied)]) == 3)
            // So that the departure counts, and the next arrival is one.
            try await other.stayAway()
            one.clock.advance(by: DoorStateMachine.standardDwell)
            second.hold(nil)
            first.hold(3)
            // What the first node has in memory is of its time before: by that, Ada would still be inside.
            #expect(try await one.tell([(4, "door", .satisfied)]) == 4)
            let kept = try await one.kept()
            #expect(kept.map(\.number) == [1, 2, 3, 4])
            let crossings = try await one.store.read {
                try $0.connection.all(
                    "SELECT kind FROM reminder_decisions WHERE spot IS NOT NULL ORDER BY number"
                ) { try $0.text(0) }
            }
            #expect(crossings == ["enter", "exit", "enter"])
        }
    }

    @Test func `a node that has lost the duty forgets where people are`() async throws {
        try await withNodes { one, first, _, _ in
            try await one.tell([(1, "room", .satisfied)])
            #expect(try await one.service.following(of: Fixture.ada).choice != .none)
            first.hold(nil)
            try await one.service.lookAtDue()
            #expect(await one.service.people.isEmpty)
        }
    }
}
