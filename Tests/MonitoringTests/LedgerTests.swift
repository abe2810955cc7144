import Conditions
import Observations
import Testing

@testable import Monitoring

/// The decisions of a monitor, without a store.
@Suite struct LedgerTests {
    private func ledger(_ limit: ConditionLimit = .unlimited, adding identifiers: String...) -> Ledger {
        var ledger = Ledger(KeptState(), limit: limit)
        for (index, identifier) in identifiers.enumerated() {
            ledger.add(Sensed.site(UInt16(index + 1)), identifier: identifier)
        }
        return ledger
    }

    @Test func `L11 L12 a record begins unknown, or with the assumed state`() {
        var ledger = ledger(adding: "a")
        ledger.add(Sensed.office, identifier: "b", assuming: .satisfied)
        #expect(ledger.record(for: "a", reader: "r")?.lastEvent.state == .unknown)
        #expect(ledger.record(for: "b", reader: "r")?.lastEvent.state == .satisfied)
    }

    @Test func `L13 a right assumption makes no event`() {
        var ledger = Ledger(KeptState(), limit: .unlimited)
        ledger.add(Sensed.office, identifier: "a", assuming: .satisfied)
        ledger.observe(Sensed.beacon(1, at: 0), mark: nil)
        #expect(ledger.give(to: "r") == nil)
    }

    @Test func `L14 a wrong assumption is put right by an event`() {
        var ledger = Ledger(KeptState(), limit: .unlimited)
        ledger.add(Sensed.office, identifier: "a", assuming: .satisfied)
        ledger.observe(Sensed.elapsed(0), mark: nil)
        ledger.observe(Sensed.elapsed(30), mark: nil)
        let event = ledger.give(to: "r")
        #expect(event?.state == .unsatisfied)
        #expect(event?.lastKnown == .satisfied)
    }

    @Test func `L16 L17 L18 removal ends the record, and removing again changes nothing`() {
        var ledger = ledger(adding: "a", "b")
        ledger.remove("a")
        let batch = ledger.takeBatch()
        ledger.remove("a")
        #expect(batch != nil)
        #expect(ledger.takeBatch() == nil)
        #expect(ledger.record(for: "a", reader: "r") == nil)
        #expect(ledger.conditions.map(\.definition.identifier) == ["b"])
    }

    @Test func `LD1 L15 L20 adding again replaces the condition and begins its record anew`() throws {
        var ledger = ledger(adding: "a")
        ledger.observe(Sensed.beacon(1, at: 0), mark: nil)
        let first = try ledger.taken("r")
        ledger.acknowledge(first.number, by: "r")
        ledger.add(Sensed.site(2), identifier: "a")
        #expect(ledger.record(for: "a", reader: "r")?.lastEvent.state == .unknown)
        #expect(ledger.record(for: "a", reader: "r")?.condition == Sensed.site(2))
        #expect(ledger.give(to: "r") == nil)
        ledger.observe(Sensed.beacon(2, at: 1), mark: nil)
        let second = try ledger.taken("r")
        #expect(second.state == .satisfied)
        #expect(second.lastKnown == nil)
        #expect(second.number > first.number)
    }

    @Test func `LD1 the event of a replaced condition is not given again and its acknowledgement is void`()
        throws
    {
        var ledger = ledger(adding: "a")
        ledger.observe(Sensed.beacon(1, at: 0), mark: nil)
        let event = try ledger.taken("r")
        ledger.add(Sensed.site(2), identifier: "a")
        ledger.acknowledge(event.number, by: "r")
        #expect(ledger.give(to: "r") == nil)
        #expect(ledger.record(for: "a", reader: "r")?.lastEvent.state == .unknown)
    }

    @Test func `L22 L23 the record shows the previous event until the new one is acknowledged`() throws {
        var ledger = ledger(adding: "a")
        ledger.observe(Sensed.beacon(1, at: 7), mark: nil)
        let event = try ledger.taken("r")
        #expect(ledger.record(for: "a", reader: "r")?.lastEvent.state == .unknown)
        ledger.acknowledge(event.number, by: "r")
        #expect(ledger.record(for: "a", reader: "r")?.lastEvent == event)
        #expect(event.date == moment(7))
    }

    @Test func `L24 a change is not in the record until somebody has taken it`() {
        var ledger = ledger(adding: "a")
        ledger.observe(Sensed.beacon(1, at: 0), mark: nil)
        #expect(ledger.record(for: "a", reader: "r")?.lastEvent.state == .unknown)
    }

    @Test func `LD10 L21 L25 from A to B and back while nobody awaits gives nothing`() throws {
        var ledger = ledger(adding: "a")
        ledger.observe(Sensed.beacon(1, at: 0), mark: nil)
        ledger.acknowledge(try ledger.taken("r").number, by: "r")
        ledger.observe(Sensed.elapsed(40), mark: nil)
        ledger.observe(Sensed.beacon(1, at: 41), mark: nil)
        #expect(ledger.give(to: "r") == nil)
    }

    @Test func `LD2 with every change in its history each is given in its order`() throws {
        var ledger = Ledger(KeptState(), limit: .unlimited)
        ledger.add(Sensed.office, identifier: "a", history: .every)
        ledger.observe(Sensed.beacon(1, at: 0), mark: nil)
        ledger.observe(Sensed.elapsed(40), mark: nil)
        ledger.observe(Sensed.beacon(1, at: 41), mark: nil)
        #expect(ledger.drain("r").map(\.state) == [.satisfied, .unsatisfied, .satisfied])
    }

    @Test func `LA5 the history of a condition is bounded`() {
        var ledger = Ledger(KeptState(), limit: .unlimited)
        ledger.add(Sensed.office, identifier: "a", history: .every)
        for turn in 0..<600 {
            ledger.observe(Sensed.beacon(1, at: Int64(turn) * 100), mark: nil)
            ledger.observe(Sensed.elapsed(Int64(turn) * 100 + 50), mark: nil)
        }
        #expect(ledger.changes.count == 1_000)
        #expect(ledger.drain("r").count == 1_000)
    }

    @Test func `LD2 what was given and not acknowledged is given again first, then the present state`() throws
    {
        var ledger = ledger(adding: "a")
        ledger.observe(Sensed.beacon(1, at: 0), mark: nil)
        let first = try ledger.taken("r")
        ledger.observe(Sensed.elapsed(40), mark: nil)
        #expect(ledger.give(to: "r") == first)
        ledger.acknowledge(first.number, by: "r")
        #expect(ledger.give(to: "r")?.state == .unsatisfied)
    }

    @Test func `LD2 to acknowledge another event than the one that is held changes nothing`() throws {
        var ledger = ledger(adding: "a")
        ledger.observe(Sensed.beacon(1, at: 0), mark: nil)
        let first = try ledger.taken("r", andAcknowledged: true)
        ledger.observe(Sensed.elapsed(40), mark: nil)
        let second = try ledger.taken("r")
        _ = ledger.takeBatch()
        for number in [first.number, second.number + 1] {
            ledger.acknowledge(number, by: "r")
            #expect(ledger.takeBatch() == nil)
            #expect(ledger.give(to: "r") == second)
            #expect(ledger.record(for: "a", reader: "r")?.lastEvent == first)
        }
    }

    @Test func `LD17 going to unknown is an event and coming back to the same state is none`() throws {
        var ledger = ledger(adding: "a")
        ledger.observe(Sensed.beacon(1, at: 0), mark: nil)
        _ = ledger.drain("r")
        ledger.observe(Sensed.radio(.off, at: 5), mark: nil)
        let gone = try ledger.taken("r", andAcknowledged: true)
        #expect(gone.state == .unknown)
        #expect(gone.sourceUnavailable)
        #expect(gone.lastKnown == .satisfied)
        ledger.observe(Sensed.radio(.on, at: 10), mark: nil)
        ledger.observe(Sensed.beacon(1, at: 11), mark: nil)
        #expect(ledger.give(to: "r") == nil)
        ledger.observe(Sensed.elapsed(60), mark: nil)
        let left = try ledger.taken("r", andAcknowledged: true)
        #expect(left.state == .unsatisfied)
        #expect(left.lastKnown == .satisfied)
    }

    @Test func `LD17 coming back to another state is an event that knows the last one`() throws {
        var ledger = ledger(adding: "a")
        ledger.observe(Sensed.beacon(1, at: 0), mark: nil)
        _ = ledger.drain("r")
        ledger.observe(Sensed.radio(.off, at: 5), mark: nil)
        ledger.observe(Sensed.radio(.on, at: 10), mark: nil)
        ledger.observe(Sensed.elapsed(50), mark: nil)
        let event = try ledger.taken("r")
        #expect(event.state == .unsatisfied)
        #expect(event.lastKnown == .satisfied)
    }

    @Test
    func `LD17 a reader that was not told of a state before it went unknown is told when it comes back`() {
        var ledger = ledger(adding: "a")
        ledger.observe(Sensed.beacon(1, at: 0), mark: nil)
        ledger.observe(Sensed.radio(.off, at: 5), mark: nil)
        #expect(ledger.drain("r").isEmpty)
        ledger.observe(Sensed.radio(.on, at: 10), mark: nil)
        ledger.observe(Sensed.beacon(1, at: 11), mark: nil)
        #expect(ledger.drain("r").map(Told.init) == [Told("a", .satisfied)])
    }

    @Test(arguments: [
        (Permission.denied, ConditionDiagnostics.authorizationDenied),
        (.deniedGlobally, .authorizationDeniedGlobally), (.restricted, .authorizationRestricted),
        (.undetermined, .authorizationRequestInProgress), (.reducedAccuracy, .accuracyLimited),
    ])
    func `L80 L83 a withdrawn permission is an event with its reason`(
        permission: Permission, reason: ConditionDiagnostics
    ) throws {
        var ledger = ledger(adding: "a")
        ledger.observe(Sensed.beacon(1, at: 0), mark: nil)
        _ = ledger.drain("r")
        ledger.observe(Sensed.permission(permission, at: 1), mark: nil)
        let event = try ledger.taken("r")
        #expect(event.state == .unknown)
        #expect(event.diagnostics == reason)
    }

    @Test func `LD11 readers have their own acknowledgement`() throws {
        var ledger = ledger(adding: "a")
        ledger.observe(Sensed.beacon(1, at: 0), mark: nil)
        let event = try ledger.taken("one", andAcknowledged: true)
        #expect(ledger.record(for: "a", reader: "one")?.lastEvent == event)
        #expect(ledger.record(for: "a", reader: "two")?.lastEvent.state == .unknown)
        #expect(ledger.give(to: "two") == event)
    }

    @Test func `L28 events of several conditions come in the order of their changes`() {
        var ledger = ledger(adding: "a", "b")
        ledger.observe(Sensed.beacon(2, at: 0), mark: nil)
        ledger.observe(Sensed.beacon(1, at: 1), mark: nil)
        ledger.observe(Sensed.beacon(2, at: 32), mark: nil)
        let told = ledger.drain("r")
        #expect(told.map(Told.init) == [Told("b", .satisfied), Told("a", .satisfied)])
        #expect(told.map(\.number) == told.map(\.number).sorted())
    }

    @Test func `L44 overlapping conditions are decided each for itself`() {
        var ledger = Ledger(KeptState(), limit: .unlimited)
        ledger.add(Sensed.office, identifier: "office")
        ledger.add(Sensed.site(1), identifier: "one")
        ledger.add(Sensed.site(2), identifier: "two")
        ledger.observe(Sensed.beacon(1, at: 0), mark: nil)
        ledger.observe(Sensed.elapsed(40), mark: nil)
        let states = ledger.conditions.map(\.present.state)
        #expect(states == [.unsatisfied, .unsatisfied, .unsatisfied])
        ledger.observe(Sensed.beacon(1, at: 41), mark: nil)
        #expect(ledger.conditions.map(\.present.state) == [.satisfied, .satisfied, .unsatisfied])
    }

    @Test
    func `LD9 an acknowledgement waits for the disk only when its reader's one before may not be there yet`()
        throws
    {
        var ledger = ledger(adding: "a", "b", "c", "d")
        ledger.observe(Sensed.elapsed(0), mark: nil)
        ledger.observe(Sensed.elapsed(60), mark: nil)
        #expect(ledger.takeBatch(isUrgent: false)?.waitsForDisk == true)
        var waits: [Bool?] = []
        for reader in ["one", "one", "one", "two"] {
            _ = try ledger.taken(reader, andAcknowledged: true)
            #expect(ledger.holdsAcknowledgement)
            #expect(!ledger.mustBeKeptNow)
            waits.append(ledger.takeBatch(isUrgent: false)?.waitsForDisk)
        }
        #expect(waits == [false, true, false, false])
        _ = try ledger.taken("two", andAcknowledged: true)
        #expect(ledger.takeBatch()?.waitsForDisk == true)
    }

    @Test func `a step says where a reader is once, after all that it was given and acknowledged`() throws {
        var ledger = ledger(adding: "a")
        ledger.observe(Sensed.beacon(1, at: 0), mark: nil)
        _ = ledger.takeBatch()
        let event = try ledger.taken("r", andAcknowledged: true)
        let entries = ledger.takeBatch()?.entries
        #expect(
            entries == [
                .moved(reader: "r", cursor: event.number, outstanding: nil),
                .acknowledged(reader: "r", event),
            ])
    }

    @Test func `a mark is kept only with what its observation changed`() {
        var ledger = ledger(adding: "a")
        _ = ledger.takeBatch()
        ledger.observe(Sensed.beacon(1, at: 0), mark: "1")
        ledger.observe(Sensed.beacon(1, at: 1), mark: "2")
        #expect(ledger.mark == "1")
        #expect(ledger.takeBatch()?.mark == "1")
        #expect(ledger.takeBatch() == nil)
    }
}

extension Ledger {
    mutating func add(
        _ condition: Condition, identifier: String, history: Monitor.History = .present,
        assuming state: ConditionState = .unknown
    ) {
        add(condition, identifier: identifier, policy: ConditionPolicy(), history: history, assuming: state)
    }

    /// The next event, which must be there.
    mutating func taken(_ reader: String, andAcknowledged isAcknowledged: Bool = false) throws
        -> Monitor.Event
    {
        let event = give(to: reader)
        if isAcknowledged, let event { acknowledge(event.number, by: reader) }
        return try #require(event)
    }

    /// Gives and acknowledges until nothing is left.
    mutating func drain(_ reader: String) -> [Monitor.Event] {
        var events: [Monitor.Event] = []
        while let event = give(to: reader) {
            events.append(event)
            acknowledge(event.number, by: reader)
        }
        return events
    }
}
