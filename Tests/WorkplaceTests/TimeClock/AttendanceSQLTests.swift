import Attendance
import Essentials
import SQLite
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Punches and reminders in the database.
@Suite(.timeLimit(.minutes(1)))
struct AttendanceSQLTests {
    private static let noon = Fixture.noon

    @Test
    func `settings and where reminders stand are kept per person, and replaced`() async throws {
        try await withTemporaryStore { store, _ in
            let machines = [
                ReminderStateMachine(lastArrival: Self.noon),
                ReminderStateMachine(lastArrival: nil, lastDeparture: later(5)),
            ]
            for (index, machine) in machines.enumerated() {
                let setting = ReminderSetting(isOn: index == 0, since: later(index))
                let found = try await store.write { transaction in
                    try transaction.set(machine, of: Fixture.ada)
                    try transaction.set(setting, of: Fixture.ada)
                    return try Stood(transaction, Fixture.ada)
                }
                #expect(found == Stood(machine: machine, setting: setting))
            }
            let stranger = try await store.read { try Stood($0, Fixture.grace) }
            #expect(stranger == Stood(machine: ReminderStateMachine(), setting: nil))
        }
    }

    @Test
    func `decisions come back exactly, the last received first, to their person only`() async throws {
        try await withTemporaryStore { store, _ in
            let decisions = [(3, ReminderReason.firstCrossing), (1, .late), (2, .recentCrossing)].map {
                decision(received: $0.0, $0.1)
            }
            try await store.write { transaction in
                for decision in decisions { try transaction.store(decision, of: Fixture.ada) }
                try transaction.store(decision(received: 9, .windowPassed), of: Fixture.grace)
            }
            let found = try await store.read { try $0.reminderDecisions(of: Fixture.ada, limit: 2) }
            #expect(found == [decisions[0], decisions[2]])
            let one = try await store.read { reading in
                [
                    try reading.reminderDecision(decisions[1].id, of: Fixture.ada),
                    try reading.reminderDecision(decisions[1].id, of: Fixture.grace),
                ]
            }
            #expect(one == [decisions[1], nil])
        }
    }

    @Test
    func `what is known of crossings from before an instant goes, the rest and the punches stay`()
        async throws
    {
        try await withTemporaryStore { store, _ in
            let (old, new) = (decision(received: 1, .firstCrossing), decision(received: 2, .firstCrossing))
            let left = try await store.write { transaction in
                for decision in [old, new] { try transaction.store(decision, of: Fixture.ada) }
                try transaction.set(
                    ReminderStateMachine(lastArrival: later(1), lastDeparture: later(2)), of: Fixture.ada)
                try transaction.set(ReminderStateMachine(lastArrival: later(1)), of: Fixture.grace)
                try transaction.insert(punch("a", .in, at: 0), key: PunchKey(text: "a", fingerprint: [1]))
                try transaction.removeCrossings(before: later(2))
                return try transaction.reminderDecisions(of: Fixture.ada, limit: 9)
            }
            #expect(left == [new])
            let machines = try await store.read { reading in
                try [Fixture.ada, Fixture.grace].map { try reading.reminderMachine(of: $0) }
            }
            #expect(machines == [ReminderStateMachine(lastDeparture: later(2)), ReminderStateMachine()])
            #expect(try await store.read { try $0.lastPunch(of: Fixture.ada) } == punch("a", .in, at: 0))
        }
    }

    @Test
    func `punches come back exactly, in the order of their recording, also when the clock went back`()
        async throws
    {
        try await withTemporaryStore { store, _ in
            let punches = [
                punch("a", .in, at: 9), punch("b", .out, at: 3, isFull: true), punch("c", .in, at: 6),
            ]
            try await store.write { transaction in
                for punch in punches {
                    try transaction.insert(
                        punch, key: PunchKey(text: punch.id.rawValue, fingerprint: [1, 2]))
                }
            }
            try await store.read { reading in
                #expect(try reading.lastPunch(of: Fixture.ada) == punches[2])
                #expect(try reading.lastPunch(of: Fixture.grace) == nil)
                #expect(
                    try reading.punches(of: Fixture.ada, from: later(3), before: later(9))
                        == Array(punches[1...]))
                let known = try reading.punch(of: Fixture.ada, key: "b")
                #expect(known?.punch == punches[1])
                #expect(known?.key == PunchKey(text: "b", fingerprint: [1, 2]))
                #expect(try reading.punch(of: Fixture.grace, key: "b")?.punch == nil)
            }
        }
    }

    @Test
    func `a person's key is kept for one punch only`() async throws {
        try await withTemporaryStore { store, _ in
            let key = PunchKey(text: "key", fingerprint: [1])
            try await store.write { try $0.insert(punch("a", .in, at: 0), key: key) }
            await #expect(throws: (any Error).self) {
                try await store.write { try $0.insert(punch("b", .out, at: 1), key: key) }
            }
            #expect(try await store.read { try $0.lastPunch(of: Fixture.ada) } == punch("a", .in, at: 0))
        }
    }

    @Test func `W118: a punch has a site and an entrance, and no coordinate`() async throws {
        try await withTemporaryStore { store, _ in
            let sql =
                TestPostgres.isStandard
                ? "SELECT attname::text FROM pg_attribute WHERE attrelid = 'punches'::regclass AND attnum > 0"
                : "SELECT name FROM pragma_table_info('punches')"
            let columns = try await store.read { reading in
                try reading.connection.all(sql) { try $0.text(0) }
            }
            #expect(Set(columns) == Set(AttendanceRecord.punch.columns))
            #expect(columns.allSatisfy { !$0.hasPrefix("lat") && !$0.hasPrefix("lon") })
        }
    }

    @Test(arguments: ["UPDATE punches SET at = at + 1", "DELETE FROM punches"])
    func `nothing alters or removes a punch`(statement: String) async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/workplace.sqlite"
            try await withStore(at: path) { store, _ in
                try await store.write { transaction in
                    try transaction.insert(
                        punch("a", .in, at: 0), key: PunchKey(text: "a", fingerprint: [1]))
                }
            }
            let error = await #expect(throws: SQLiteError.self) {
                try await withDatabase(at: path) { try $0.execute(statement) }
            }
            #expect(error?.code == .constraintTrigger)
        }
    }

    private struct Stood: Equatable {
        let machine: ReminderStateMachine
        let setting: ReminderSetting?

        init(machine: ReminderStateMachine, setting: ReminderSetting?) {
            self.machine = machine
            self.setting = setting
        }

        init(_ reading: ReadTransaction, _ person: PersonID) throws {
            machine = try reading.reminderMachine(of: person)
            setting = try reading.reminderSetting(of: person)
        }
    }

}

private func later(_ seconds: Int) -> Timestamp { Fixture.noon.advanced(by: .seconds(seconds)) }

private func decision(received: Int, _ reason: ReminderReason) -> ReminderDecision {
    ReminderDecision(
        id: named("decision-\(received)"),
        cause: .crossing(
            Crossing(
                entrance: named("door"), kind: .exited, observedAt: later(received - 1),
                receivedAt: later(received), source: named("gateway-1"))), reason: reason)
}

private func punch(_ id: String, _ kind: PunchKind, at seconds: Int, isFull: Bool = false) -> Punch {
    Punch(
        id: named(id), person: Fixture.ada, kind: kind, time: later(seconds),
        deviceTime: isFull ? later(seconds + 200) : nil, site: named("headquarters"), zone: Fixture.berlin,
        reminder: isFull ? named("decision-1") : nil)
}

private func named<Owner>(_ text: String) -> Identifier<Owner> {
    guard let identifier = Identifier<Owner>(text) else { preconditionFailure("\(text) is no identifier") }
    return identifier
}
