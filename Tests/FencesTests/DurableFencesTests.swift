import Conditions
import Foundation
import Geodesy
import Observations
import TestSupport
import Testing

@testable import Fences

@Suite struct DurableFencesTests {
    private static let names = (0..<20).map { DeviceName("device \($0)") }
    private let time = ObservationTime(microseconds: 1_800_000_000_000_000)

    /// A journal's path in a folder that is gone after the test.
    private func withJournal(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fences-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let outcome = Result { try body(folder.appending(path: "journal").path(percentEncoded: false)) }
        try FileManager.default.removeItem(at: folder)
        try outcome.get()
    }

    /// A place so many metres, roughly, north of 52° N and east of 13° E.
    private func place(north: Double, east: Double = 0) throws -> Coordinate {
        try #require(Coordinate(latitude: 52 + north / 111_320, longitude: 13 + east / 68_500))
    }

    private func circle(_ name: String, north: Double, radius: Double = 100) throws -> (
        ConditionName, CircularGeographicCondition
    ) {
        (ConditionName(name), try CircularGeographicCondition(center: place(north: north), radius: radius))
    }

    /// The events of one position, as `+` or `-` and the area's name.
    private func move(
        _ device: UInt32, to place: Coordinate, _ fences: inout DurableFences
    ) throws -> [String] {
        let events = try fences.update([FenceUpdate(device: device, place: place)].span, at: time)
        return events.map { ($0.isInside ? "+" : "-") + fences.areas.name(of: $0.area).text }
    }

    @Test func `a device that is still inside after a restart causes no second entry`() throws {
        try withJournal { path in
            let areas = FenceAreas([try circle("depot", north: 0), try circle("gate", north: 50)])
            do {
                var fences = try DurableFences(areas, journal: path)
                _ = try fences.add(Self.names)
                #expect(try move(3, to: place(north: -80), &fences) == ["+depot"])
            }
            var fences = try DurableFences(areas, journal: path)
            _ = try fences.add([Self.names[5], Self.names[3]])
            #expect(fences.number(of: Self.names[3]) == 1)
            #expect(try move(1, to: place(north: 20), &fences) == ["+gate"])
            #expect(try move(0, to: place(north: 20), &fences) == ["+depot", "+gate"])
        }
    }

    @Test func `a device that left while the program was stopped exits with its next position`() throws {
        try withJournal { path in
            let areas = FenceAreas([try circle("depot", north: 0), try circle("yard", north: 1_000)])
            do {
                var fences = try DurableFences(areas, journal: path)
                _ = try fences.add([Self.names[0]])
                #expect(try move(0, to: place(north: 0), &fences) == ["+depot"])
            }
            // Opened and closed without a position: the journal still knows.
            _ = try DurableFences(areas, journal: path)
            var fences = try DurableFences(areas, journal: path)
            _ = try fences.add([Self.names[0]])
            #expect(try move(0, to: place(north: 1_000), &fences) == ["-depot", "+yard"])
            #expect(try move(0, to: place(north: 1_000), &fences) == [])
        }
    }

    @Test func `L16: an area that is gone after a restart has no event, and one that moved is the same one`()
        throws
    {
        try withJournal { path in
            do {
                let areas = FenceAreas([try circle("gone", north: 0), try circle("moved", north: 0)])
                var fences = try DurableFences(areas, journal: path)
                _ = try fences.add([Self.names[0]])
                #expect(try move(0, to: place(north: 0), &fences) == ["+gone", "+moved"])
            }
            let areas = FenceAreas([try circle("moved", north: 1_000), try circle("new", north: 0)])
            var fences = try DurableFences(areas, journal: path)
            _ = try fences.add([Self.names[0]])
            #expect(try move(0, to: place(north: 0), &fences) == ["-moved", "+new"])
        }
    }

    @Test func `a second program cannot open the journal`() throws {
        try withJournal { path in
            let areas = FenceAreas([try circle("depot", north: 0)])
            let fences = try DurableFences(areas, journal: path)
            #expect(throws: JournalError.inUse(path: path)) { _ = try DurableFences(areas, journal: path) }
            withExtendedLifetime(fences) {}
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `restarts change no event`(seed: UInt64) throws {
        try withJournal { path in
            var random = SplitMix64(seed: seed)
            let circles = try (0..<30).map { number in
                try circle(
                    "area \(number)", north: .random(in: 0..<1_000, using: &random),
                    radius: .random(in: 50..<400, using: &random))
            }
            let areas = FenceAreas(circles)
            var unbroken = areas.table
            _ = unbroken.addDevices(Self.names.count)
            for _ in 0..<6 {
                // The devices get other numbers each time, and some have no position before the next restart.
                let order = Array(0..<UInt32(Self.names.count)).shuffled(using: &random)
                var fences = try DurableFences(areas, journal: path)
                _ = try fences.add(order.map { Self.names[Int($0)] })
                for _ in 0..<4 {
                    let moved = (0..<12).map { _ in Int.random(in: order.indices, using: &random) }
                    let places = try moved.map { _ in
                        try place(north: .random(in: -200..<1_200, using: &random))
                    }
                    var expected: [FenceEvent] = []
                    let plain = zip(moved, places).map { FenceUpdate(device: order[$0], place: $1) }
                    unbroken.update(plain.span, into: &expected)
                    let updates = zip(moved, places).map { FenceUpdate(device: UInt32($0), place: $1) }
                    let events = try fences.update(updates.span, at: time).map { event in
                        FenceEvent(
                            device: order[Int(event.device)], area: event.area, isInside: event.isInside)
                    }
                    #expect(events == expected)
                }
            }
        }
    }
}
