import Beacons
import Conditions
import Foundation
import Observations
import TestSupport
import Testing

@testable import Fences

@Suite struct ChangeJournalTests {
    /// A folder that is gone after the test.
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "presence-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let outcome = Result { try body(folder.path(percentEncoded: false)) }
        try FileManager.default.removeItem(at: folder)
        try outcome.get()
    }

    /// A day of a few devices: the table at its end, and what was known after each batch of changes.
    private struct Day {
        var table = ConditionTable()
        var conditions: [ConditionName: EvaluatedCondition] = [:]
        /// The length of the file, and the states, after each batch.
        var marks: [(length: Int, states: [DeviceName: [ConditionName: ConditionState]])] = []

        mutating func live(seed: UInt64, steps: Int, path: String) throws {
            var trace = RandomTrace(seed: seed)
            for step in trace.beginning() { take(step) }
            var journal = try ChangeJournal.begin(path, with: table.snapshot)
            try mark(path)
            for _ in 0..<steps {
                var changes: [DeviceChange] = []
                for _ in 0..<10 {
                    guard case .observe(let observation, let device) = trace.next() else { continue }
                    table.observe(
                        contentsOf: [DeviceObservation(device: device, observation: observation)],
                        changes: &changes)
                }
                try journal.append(changes, of: table.conditions)
                try mark(path)
            }
        }

        private mutating func take(_ step: RandomTrace.Step) {
            guard case .set(let condition, let policy, let name) = step else { return }
            table.set(condition, policy: policy, for: name)
            conditions[name] = EvaluatedCondition(condition, policy: policy)
        }

        private mutating func mark(_ path: String) throws {
            var states: [DeviceName: [ConditionName: ConditionState]] = [:]
            for device in RandomTrace.devices {
                for name in conditions.keys {
                    let state = table.state(of: device, name)
                    if state.isKnown { states[device, default: [:]][name] = state }
                }
            }
            marks.append((try Data(contentsOf: URL(filePath: path)).count, states))
        }
    }

    private func states(
        _ known: RestoredStates
    ) -> [DeviceName: [ConditionName: ConditionState]] {
        var states: [DeviceName: [ConditionName: ConditionState]] = [:]
        for device in known.devices {
            let found = known.states(of: device)
            if !found.isEmpty { states[device] = found }
        }
        return states
    }

    @Test func `nothing is known where there is no journal`() throws {
        try withFolder { folder in
            let known = try ChangeJournal.read(folder + "/journal")
            #expect(known.devices.isEmpty)
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `the known states come back`(seed: UInt64) throws {
        try withFolder { folder in
            let path = folder + "/journal"
            var day = Day()
            try day.live(seed: seed, steps: 100, path: path)
            let known = try ChangeJournal.read(path)
            let last = try #require(day.marks.last)
            #expect(states(known) == last.states)
            let restored = ConditionTable(restoring: known, evaluating: day.conditions)
            for device in RandomTrace.devices {
                for name in day.conditions.keys {
                    let state = day.table.state(of: device, name)
                    #expect(restored.state(of: device, name) == (state.isKnown ? state : .unknown))
                }
            }
            // A journal that begins with the restored table tells the same.
            _ = try ChangeJournal.begin(path, with: restored.snapshot)
            #expect(try states(ChangeJournal.read(path)) == last.states)
        }
    }

    @Test func `cut at every byte, all that was acknowledged before is there and nothing else`() throws {
        try withFolder { folder in
            let path = folder + "/journal"
            var day = Day()
            try day.live(seed: 7, steps: 8, path: path)
            let whole = try Data(contentsOf: URL(filePath: path))
            for length in day.marks[0].length...whole.count {
                try whole.prefix(length).write(to: URL(filePath: path))
                let expected = try #require(day.marks.last { $0.length <= length })
                let known = try ChangeJournal.read(path)
                #expect(states(known) == expected.states, "cut to \(length) bytes")
            }
        }
    }

    @Test func `a batch that was written in part counts as not written`() throws {
        try withFolder { folder in
            let path = folder + "/journal"
            var day = Day()
            try day.live(seed: 8, steps: 20, path: path)
            let whole = try Data(contentsOf: URL(filePath: path))
            let before = try #require(day.marks.last { $0.length < whole.count })
            for place in before.length..<whole.count {
                var torn = whole
                torn[place] ^= 0x55
                try torn.write(to: URL(filePath: path))
                #expect(try states(ChangeJournal.read(path)) == before.states, "byte \(place)")
            }
        }
    }

    @Test func `damage before what was acknowledged later is reported`() throws {
        try withFolder { folder in
            let path = folder + "/journal"
            var day = Day()
            try day.live(seed: 9, steps: 20, path: path)
            let whole = try Data(contentsOf: URL(filePath: path))
            let last = try #require(day.marks.last { $0.length < whole.count })
            for place in stride(from: JournalFrames.headCount, to: last.length, by: 7) {
                var damaged = whole
                damaged[place] ^= 0x80
                try damaged.write(to: URL(filePath: path))
                #expect(throws: JournalError.self, "byte \(place)") { try ChangeJournal.read(path) }
            }
        }
    }

    @Test(
        arguments: [
            Array("a file of another program".utf8),
            Array("VicPresn".utf8),
            // As journals began before batches had marks: the version, and at once a batch without a sum over the head.
            Array("VicPresn".utf8) + [1, 0, 0, 0] + [UInt8](repeating: 7, count: 40),
        ] as [[UInt8]])
    func `a file of another kind is refused and left as it is`(bytes: [UInt8]) throws {
        try withFolder { folder in
            let path = folder + "/journal"
            try Data(bytes).write(to: URL(filePath: path))
            #expect(throws: JournalError.notAJournal(path: path)) { try ChangeJournal.read(path) }
            #expect(try Data(contentsOf: URL(filePath: path)) == Data(bytes))
        }
    }

    @Test func `a journal of a later version is refused`() throws {
        try withFolder { folder in
            let path = folder + "/journal"
            var writer = JournalWriter()
            for byte in "VicPresn".utf8 { writer.number(byte) }
            writer.number(9 as UInt32)
            writer.number(0 as UInt64)
            writer.number(Checksum.of(writer.bytes))
            try Data(writer.bytes).write(to: URL(filePath: path))
            #expect(throws: JournalError.tooNew(path: path, version: 9)) {
                try ChangeJournal.read(path)
            }
        }
    }

    @Test func `two journals do not write to one file`() throws {
        try withFolder { folder in
            let path = folder + "/journal"
            let journal = try ChangeJournal.begin(path, with: ConditionTable().snapshot)
            #expect(throws: JournalError.inUse(path: path)) { try ChangeJournal.read(path) }
            #expect(throws: JournalError.inUse(path: path)) {
                _ = try ChangeJournal.begin(path, with: ConditionTable().snapshot)
            }
            _ = consume journal
            #expect(try ChangeJournal.read(path).devices.isEmpty)
        }
    }

    @Test func `a condition that was removed has no state after a restart, though it is set again by then`()
        throws
    {
        try withFolder { folder in
            let path = folder + "/journal"
            let device = DeviceName("badge")
            let name = ConditionName("hall")
            let hall = Condition.beacon(BeaconIdentityCondition(uuid: ProximityUUID(high: 1, low: 2)))
            var table = ConditionTable()
            table.set(hall, for: name)
            table.assume([name: .satisfied], of: device)
            var journal = try ChangeJournal.begin(path, with: table.snapshot)
            table.remove(name)
            try journal.append([], of: table.conditions)
            _ = consume journal
            let evaluated = [name: EvaluatedCondition(hall, policy: ConditionPolicy())]
            let restored = ConditionTable(restoring: try ChangeJournal.read(path), evaluating: evaluated)
            #expect(restored.state(of: device, name) == .unknown)
        }
    }

    @Test func `a change of a condition that was replaced since is none of the new one`() throws {
        try withFolder { folder in
            let path = folder + "/journal"
            let (device, name) = (DeviceName("badge"), ConditionName("hall"))
            func hall(_ major: UInt16) -> Condition {
                .beacon(BeaconIdentityCondition(uuid: ProximityUUID(high: 1, low: 2), major: major))
            }
            var table = ConditionTable()
            table.set(hall(1), for: name)
            var journal = try ChangeJournal.begin(path, with: table.snapshot)
            let identity = BeaconIdentity(uuid: ProximityUUID(high: 1, low: 2), major: 1, minor: 1)
            let sighting = BeaconSighting(identity: identity, measuredPower: -59, rssi: -70)
            let heard = Observation(
                source: ObservationSource("phone"), time: ObservationTime(microseconds: 0),
                content: .sighting(sighting))
            var changes: [DeviceChange] = []
            table.observe(
                contentsOf: [DeviceObservation(device: device, observation: heard)], changes: &changes)
            #expect(changes.count == 1)
            table.set(hall(2), for: name)
            try journal.append(changes, of: table.conditions)
            _ = consume journal
            #expect(try ChangeJournal.read(path).states(of: device).isEmpty)
        }
    }

    @Test(.timeLimit(.minutes(5))) func `a long tail that was torn is looked through once`() throws {
        try withFolder { folder in
            let path = folder + "/journal"
            _ = try ChangeJournal.begin(path, with: ConditionTable().snapshot)
            let head = try Data(contentsOf: URL(filePath: path))
            // Each byte of it could be where a batch of many megabytes begins.
            let tail = (0..<16_000_000).map { UInt8(truncatingIfNeeded: $0 % 4 == 2 ? 0x7F : 0) }
            try (head + Data(tail)).write(to: URL(filePath: path))
            #expect(try ChangeJournal.read(path).devices.isEmpty)
        }
    }

    @Test func `damage to several batches is reported as long as a batch behind them is whole`() throws {
        try withFolder { folder in
            let path = folder + "/journal"
            var day = Day()
            try day.live(seed: 10, steps: 20, path: path)
            let lengths = day.marks.map(\.length)
            var damaged = try Data(contentsOf: URL(filePath: path))
            let last = try #require(lengths.last { $0 < damaged.count })
            let first = try #require(lengths.first)
            for place in first..<last { damaged[place] = 0 }
            try damaged.write(to: URL(filePath: path))
            #expect(throws: JournalError.damaged(path: path, offset: first)) {
                try ChangeJournal.read(path)
            }
        }
    }

    @Test func `what a fence table tells comes back by its names`() throws {
        try withFolder { folder in
            let path = folder + "/journal"
            let devices = RandomTrace.devices
            var table = ConditionTable()
            let names = ["hall", "yard"].map { ConditionName($0) }
            for (major, name) in names.enumerated() {
                let uuid = ProximityUUID(high: 1, low: 2)
                table.set(.beacon(BeaconIdentityCondition(uuid: uuid, major: UInt16(major))), for: name)
            }
            let conditions = table.conditions
            var journal = try ChangeJournal.begin(path, with: table.snapshot)
            let areas = names.compactMap { conditions.condition($0) }
            let roster = try journal.roster(devices: devices, areas: areas, of: conditions)
            let time = ObservationTime(microseconds: 1)
            let events = [
                FenceEvent(device: 0, area: 0, isInside: true),
                FenceEvent(device: 2, area: 1, isInside: true),
                FenceEvent(device: 0, area: 0, isInside: false),
            ]
            try journal.append(events, at: time, by: roster)
            try journal.append([], at: time, by: roster)
            try journal.append(
                [FenceEvent(device: 1, area: 0, isInside: true)], at: time, by: roster)
            _ = consume journal
            let known = try ChangeJournal.read(path)
            #expect(known.states(of: devices[0]) == [names[0]: .unsatisfied])
            #expect(known.states(of: devices[1]) == [names[0]: .satisfied])
            #expect(known.states(of: devices[2]) == [names[1]: .satisfied])
        }
    }

    @Test func `what a fence table tells of an area that was removed since comes to nothing`() throws {
        try withFolder { folder in
            let path = folder + "/journal"
            let names = ["hall", "yard"].map { ConditionName($0) }
            var table = ConditionTable()
            for (major, name) in names.enumerated() {
                let uuid = ProximityUUID(high: 1, low: 2)
                table.set(.beacon(BeaconIdentityCondition(uuid: uuid, major: UInt16(major))), for: name)
            }
            let conditions = table.conditions
            let device = RandomTrace.devices[0]
            var journal = try ChangeJournal.begin(path, with: table.snapshot)
            let areas = names.compactMap { conditions.condition($0) }
            let roster = try journal.roster(devices: [device], areas: areas, of: conditions)
            table.remove(names[1])
            try journal.append([], of: table.conditions)
            let both = areas.indices.map { FenceEvent(device: 0, area: UInt32($0), isInside: true) }
            try journal.append(both, at: ObservationTime(microseconds: 1), by: roster)
            _ = consume journal
            #expect(try ChangeJournal.read(path).states(of: device) == [names[0]: .satisfied])
        }
    }

    @Test func `LD20 a roster is refused once a device was forgotten, and a new one names it again`() throws {
        try withFolder { folder in
            let path = folder + "/journal"
            let (ada, ben) = (DeviceName("ada"), DeviceName("ben"))
            let name = ConditionName("hall")
            var table = ConditionTable()
            table.set(.beacon(BeaconIdentityCondition(uuid: ProximityUUID(high: 1, low: 2))), for: name)
            let conditions = table.conditions
            let areas = [try #require(conditions.condition(name))]
            let inside = [0, 1].map { FenceEvent(device: $0, area: 0, isInside: true) }
            let time = ObservationTime(microseconds: 1)
            var journal = try ChangeJournal.begin(path, with: table.snapshot)
            let before = try journal.roster(devices: [ada, ben], areas: areas, of: conditions)
            try journal.append(inside, at: time, by: before)
            try journal.forget(ada)
            let length = try Data(contentsOf: URL(filePath: path)).count
            #expect(throws: JournalError.rosterOutdated) {
                try journal.append(inside, at: time, by: before)
            }
            #expect(try Data(contentsOf: URL(filePath: path)).count == length)
            let after = try journal.roster(devices: [ada, ben], areas: areas, of: conditions)
            let left = [FenceEvent(device: 1, area: 0, isInside: false)]
            try journal.append(Array(inside.prefix(1)) + left, at: time, by: after)
            _ = consume journal
            let known = try ChangeJournal.read(path)
            #expect(known.states(of: ada) == [name: .satisfied])
            #expect(known.states(of: ben) == [name: .unsatisfied])
        }
    }

    @Test func `a roster of another journal is refused`() throws {
        try withFolder { folder in
            let table = ConditionTable()
            var first = try ChangeJournal.begin(folder + "/first", with: table.snapshot)
            var second = try ChangeJournal.begin(folder + "/second", with: table.snapshot)
            let roster = try first.roster(devices: [DeviceName("ada")], areas: [], of: table.conditions)
            #expect(throws: JournalError.rosterOutdated) {
                try second.append([], at: ObservationTime(microseconds: 1), by: roster)
            }
            try first.append([], at: ObservationTime(microseconds: 1), by: roster)
        }
    }

    @Test func `a name that is too long changes nothing`() throws {
        try withFolder { folder in
            let path = folder + "/journal"
            var table = ConditionTable()
            table.set(
                .beacon(BeaconIdentityCondition(uuid: ProximityUUID(high: 1, low: 2))),
                for: ConditionName("c"))
            let condition = try #require(table.conditions.condition(ConditionName("c")))
            var journal = try ChangeJournal.begin(path, with: table.snapshot)
            let before = try Data(contentsOf: URL(filePath: path))
            let change = DeviceChange(
                device: DeviceName(String(repeating: "a", count: 65_536)),
                change: ConditionChange(
                    subject: .condition(condition),
                    change: ConditionTransition(state: .satisfied, time: ObservationTime(microseconds: 0))))
            #expect(throws: JournalError.nameTooLong) {
                try journal.append([change], of: table.conditions)
            }
            #expect(try Data(contentsOf: URL(filePath: path)) == before)
        }
    }

    @Test func `LD20: a device that is forgotten has no entry`() throws {
        try withFolder { folder in
            let path = folder + "/journal"
            var day = Day()
            try day.live(seed: 3, steps: 40, path: path)
            let known = try ChangeJournal.read(path)
            let table = ConditionTable(restoring: known, evaluating: day.conditions)
            var journal = try ChangeJournal.begin(path, with: table.snapshot)
            try journal.forget(RandomTrace.devices[0])
            _ = consume journal
            let rest = try ChangeJournal.read(path)
            #expect(rest.states(of: RandomTrace.devices[0]).isEmpty)
            #expect(rest.states(of: RandomTrace.devices[1]) == known.states(of: RandomTrace.devices[1]))
        }
    }

    @Test func `a missing folder is reported`() {
        #expect(throws: JournalError.self) { try ChangeJournal.read("/nowhere/at/all/journal") }
    }

    @Test(arguments: [("", 0), ("123456789", 0xCBF4_3926)])
    func `checksums are those of everybody`(text: String, sum: UInt32) {
        #expect(Checksum.of(text.utf8) == sum)
    }
}
