import Geodesy
import TestSupport
import Testing

@testable import Fences

struct `A table of fences` {
    /// Numbers of the reference implementation in Python, which other programs are measured on too.
    @Test func `is compared on the workload that others have`() throws {
        let areas = try FenceWorkload.areas(1_000)
        #expect(areas[0].center.x == 3_993.694510336854)
        #expect(areas[0].center.y == 14_746.905435762068)
        #expect(areas[0].radius == 486.9512391140583)
        #expect(areas.reduce(0) { $0 + $1.center.x } == 47_122.84917817688)
        #expect(areas.reduce(0) { $0 + $1.center.y } == -756_553.1716494875)
        #expect(areas.reduce(0) { $0 + $1.radius } == 269_507.8799904265)
        var walk = FenceWorkload(devices: 100)
        let updates = try (0..<20).flatMap { _ in try walk.tick() }
        #expect(updates[0].place == Plane.Place(x: 5_459.787562146479, y: 14_954.989837837265))
        #expect(updates[1_999].place == Plane.Place(x: 16_137.264863325736, y: 22_794.174914112187))
        #expect(updates.reduce(0) { $0 + $1.place.x } == -186_648.47798368862)
        #expect(updates.reduce(0) { $0 + $1.place.y } == 489_229.213634553)
    }

    @Test(arguments: [(100, 41), (10_000, 6_528)])
    func `tells of exactly the events of the workload`(areas: Int, count: Int) throws {
        var walk = FenceWorkload(devices: 10_000)
        var table = FenceTable<Plane>()
        _ = table.insert(contentsOf: try FenceWorkload.areas(areas))
        _ = table.addDevices(10_000)
        _ = table.events(of: try walk.tick())
        var told = 0
        for _ in 1..<20 { told += table.events(of: try walk.tick()).count }
        #expect(told == count)
    }

    @Test(arguments: FenceTown.all)
    func `tells what comparing every circle tells, while circles and devices come and go`(in town: FenceTown)
        throws
    {
        try town.check(Plane.self, seed: 4)
    }

    @Test(arguments: FenceTown.all + FenceTown.farAway)
    func `tells the same on the ground`(in town: FenceTown) throws { try town.check(Ground.self, seed: 5) }

    @Test func `counts the border as inside`() throws {
        var table = FenceTable<Plane>()
        let center = try #require(Plane.Place(x: 30_000, y: 0))
        let number = table.insert(try #require(Plane.Area(center: center, radius: 5)))
        let device = try #require(table.addDevices(1).first)
        let outside = [(30_004, 3.0.nextUp), (30_005.0.nextUp, 0), (30_000, -5.0.nextUp), (30_003, -4.1)]
        let inside = [(30_004.0, 3.0), (30_005, 0), (30_000, -5), (30_003, -4)]
        var events: [FenceEvent] = []
        for (out, onBorder) in zip(outside, inside) {
            for (x, y) in [out, onBorder, out] {
                let place = try #require(Plane.Place(x: x, y: y))
                events += table.events(of: FenceUpdate(device: UInt32(device), place: place))
            }
        }
        #expect(
            events.map(\.isInside)
                == Array([[true, false], [true, false], [true, false], [true, false]].joined()))
        #expect(events.allSatisfy { $0.area == UInt32(number) })
    }

    @Test func `a removed circle has no event, and one in its place starts over (L16, LD1)`()
        throws
    {
        var table = FenceTable<Plane>()
        let area = try #require(Plane.Area(center: Plane.origin, radius: 100))
        let number = table.insert(area)
        _ = table.addDevices(1)
        let update = FenceUpdate(device: 0, place: Plane.origin)
        #expect(table.events(of: update) == [FenceEvent(device: 0, area: UInt32(number), isInside: true)])
        table.remove(number)
        #expect(table.events(of: update) == [])
        #expect(table.insert(area) == number)
        #expect(table.events(of: update) == [FenceEvent(device: 0, area: UInt32(number), isInside: true)])
        #expect(table.events(of: update) == [])
        table.forget(0)
        #expect(table.events(of: update) == [FenceEvent(device: 0, area: UInt32(number), isInside: true)])
    }

    @Test func `takes several updates of one device in order`() throws {
        var table = FenceTable<Plane>()
        _ = table.insert(try #require(Plane.Area(center: Plane.origin, radius: 10)))
        _ = table.addDevices(1)
        let updates: [FenceUpdate<Plane.Place>] = try [0.0, 11, 0, 5_000, 10, 10.5].map { x in
            FenceUpdate(device: 0, place: try #require(Plane.Place(x: x, y: 0)))
        }
        #expect(table.events(of: updates).map(\.isInside) == [true, false, true, false, true, false])
    }

    @Test(.timeLimit(.minutes(5)))
    func `tells in the order of the numbers, also of very many circles at once`()
        throws
    {
        var numbers = SplitMix64(seed: 8)
        let areas = try (0..<120_000).map { _ in
            let center = try FenceTown.place(&numbers, within: 100)
            return try #require(Plane.Area(center: center, radius: 1_000))
        }
        var table = FenceTable<Plane>()
        _ = table.insert(contentsOf: areas)
        _ = table.addDevices(1)
        let events = table.events(of: FenceUpdate(device: 0, place: Plane.origin))
        #expect(events.map(\.area) == Array(0..<120_000))
    }

    @Test func `holds 40 bytes of a device on either surface`() {
        #expect(MemoryLayout<FenceDevice<Plane.Place>>.stride + MemoryLayout<FenceHome>.stride == 40)
        #expect(MemoryLayout<FenceDevice<Coordinate>>.stride + MemoryLayout<FenceHome>.stride == 40)
    }

    @Test func `keeps its memory within bounds wherever devices go`() throws {
        var numbers = SplitMix64(seed: 6)
        var table = FenceTable<Plane>()
        let areas = try (0..<2_000).map { _ in
            let center = try FenceTown.place(&numbers, within: 2_000)
            return try #require(Plane.Area(center: center, radius: numbers.number(from: 50, to: 500)))
        }
        _ = table.insert(contentsOf: areas)
        _ = table.addDevices(1)
        var reference = FenceReference<Plane>()
        for (number, area) in areas.enumerated() { reference.areas[number] = area }
        table.roomForBlocks = 200_000
        var most = 0
        for _ in 0..<1_000 {
            let place = try FenceTown.place(&numbers, within: 2_000)
            let update = FenceUpdate(device: 0, place: place)
            #expect(table.events(of: update) == reference.events(of: update))
            most = max(most, table.map.blocks.count * MemoryLayout<FenceBlock>.stride)
        }
        #expect(most > 200_000 && most < 300_000)
    }

    @Test(arguments: [(.nan, 0), (0, .nan), (.infinity, 0), (0, -ShellIndex.extent)])
    func `takes no place that is not in the plane`(x: Double, y: Double) {
        #expect(Plane.Place(x: x, y: y) == nil)
    }

    @Test(arguments: [0, -1, .nan, .infinity])
    func `takes no impossible circle`(radius: Double) {
        #expect(Plane.Area(center: Plane.origin, radius: radius) == nil)
    }
}

extension FenceTable {
    mutating func events(of update: FenceUpdate<Surface.Place>) -> [FenceEvent] {
        events(of: [update])
    }

    mutating func events(of updates: [FenceUpdate<Surface.Place>]) -> [FenceEvent] {
        var events: [FenceEvent] = []
        update(updates.span, into: &events)
        return events
    }
}
