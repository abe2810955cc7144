import Geodesy
import TestSupport
import Testing

@testable import Fences

struct `Fences of devices that jump` {
    /// In a queue there are up to 32 updates, of several ticks when devices are few.
    @Test(arguments: [1, 3, 40])
    func `events are those of comparing every circle, when jumps and rests alternate`(devices: Int) throws {
        try Jumpers<Plane>(devices: devices, seed: 11).check(FenceTown.all[2])
    }

    @Test func `events are the same on the ground`() throws {
        try Jumpers<Ground>(devices: 7, seed: 12).check(FenceTown.all[2])
    }

    /// Six circles about one middle: the place says in how many a device is.
    @Test func `are kept as long as a device is in three at most, and told whatever their number`() throws {
        var table = FenceTable<Plane>()
        var reference = FenceReference<Plane>()
        let areas = try (1...6).map {
            try #require(Plane.Area(center: Plane.origin, radius: Double($0) * 100))
        }
        for (number, area) in zip(table.insert(contentsOf: areas), areas) { reference.areas[number] = area }
        _ = table.addDevices(1)
        var numbers = SplitMix64(seed: 13)
        var depths: Set<Int> = []
        for round in 0..<200 {
            let (depth, far) = (Int.random(in: 0...6, using: &numbers), Double(round % 7 + 2) * 900_000)
            let x = round % 3 == 0 ? far : 650 - Double(depth) * 100
            let update = FenceUpdate(device: 0, place: try #require(Plane.Place(x: x, y: 0)))
            #expect(table.events(of: update) == reference.events(of: update))
            guard round % 3 == 1 else { continue }
            #expect(table.devices[0].keepsAreas == (depth <= 3))
            depths.insert(depth)
        }
        #expect(depths == Set(0...6))
    }

    @Test func `do not outlive a change of the circles (L16, LD1)`() throws {
        var table = FenceTable<Plane>()
        let small = try #require(Plane.Area(center: Plane.origin, radius: 100))
        let large = try #require(Plane.Area(center: Plane.origin, radius: 200))
        let number = UInt32(table.insert(small))
        _ = table.addDevices(1)
        let middle = FenceUpdate(device: 0, place: Plane.origin)
        let far = FenceUpdate(device: 0, place: try #require(Plane.Place(x: 900_000, y: 0)))
        let entered = FenceEvent(device: 0, area: number, isInside: true)
        #expect(table.events(of: [far, middle, far, middle]).map(\.isInside) == [true, false, true])
        #expect(table.devices[0].keepsAreas)
        table.remove(Int(number))
        #expect(table.events(of: far) == [])
        #expect(table.events(of: middle) == [])
        #expect(table.insert(small) == Int(number))
        #expect(table.events(of: middle) == [entered])
        #expect(
            table.events(of: [far, middle]) == [
                FenceEvent(device: 0, area: number, isInside: false), entered,
            ])
        #expect(table.devices[0].keepsAreas)
        let more = table.insert(contentsOf: [large])
        #expect(
            table.events(of: middle) == [
                FenceEvent(device: 0, area: UInt32(more.lowerBound), isInside: true)
            ])
        #expect(table.events(of: far).map(\.isInside) == [false, false])
        #expect(table.events(of: middle).map(\.isInside) == [true, true])
        table.forget(0)
        #expect(table.events(of: middle).map(\.isInside) == [true, true])
    }

    @Test func `cost distances again where the device rests`() throws {
        var table = FenceTable<Plane>()
        _ = table.insert(try #require(Plane.Area(center: Plane.origin, radius: 100)))
        _ = table.addDevices(1)
        var kept: [Bool] = []
        for x in [0.0, 900_000, 0, 1, 2, 900_000, 900_001] {
            let place = try #require(Plane.Place(x: x, y: 0))
            _ = table.events(of: FenceUpdate(device: 0, place: place))
            kept.append(table.devices[0].keepsAreas)
        }
        #expect(kept == [false, true, true, false, false, true, false])
    }
}

/// Devices that jump some times and rest some times, among circles that come and go.
private struct Jumpers<Surface: FenceTestSurface> {
    private var table = FenceTable<Surface>()
    private var reference = FenceReference<Surface>()
    private var numbers: SplitMix64
    private var places: [SIMD2<Double>]

    init(devices: Int, seed: UInt64) {
        numbers = SplitMix64(seed: seed)
        places = Array(repeating: SIMD2(), count: devices)
        _ = table.addDevices(devices)
    }

    func check(_ town: FenceTown) throws {
        var copy = self
        try copy.run(in: town)
    }

    private mutating func run(in town: FenceTown) throws {
        for _ in 0..<town.circles { try insert(in: town) }
        var (told, sawKept, sawSettled) = (0, false, false)
        for round in 0..<80 {
            var updates: [FenceUpdate<Surface.Place>] = []
            for _ in 0..<3 {
                for device in places.indices { updates.append(try update(of: device, in: town)) }
            }
            let events = table.events(of: updates)
            #expect(events == updates.flatMap { reference.events(of: $0) }, "round \(round)")
            told += events.count
            sawKept = sawKept || table.devices.contains(where: \.keepsAreas)
            sawSettled = sawSettled || table.devices.contains { !$0.keepsAreas && $0.quietSquare > 0 }
            if round % 4 == 1 { try insert(in: town) }
            if round % 4 == 3, let number = reference.areas.keys.sorted().randomElement(using: &numbers) {
                table.remove(number)
                reference.remove(number)
            }
        }
        #expect(told > 50)
        #expect(sawKept && sawSettled)
    }

    private mutating func insert(in town: FenceTown) throws {
        let center = try Surface.testPlace(offset(within: town.half), in: town)
        let area = try Surface.testArea(
            center, radius: numbers.number(from: town.radii.lowerBound, to: town.radii.upperBound))
        #expect(reference.areas.updateValue(area, forKey: table.insert(area)) == nil)
    }

    /// One step in three is a jump.
    private mutating func update(
        of device: Int, in town: FenceTown
    ) throws -> FenceUpdate<Surface.Place> {
        let jumps = Int.random(in: 0..<3, using: &numbers) == 0
        let place = jumps ? offset(within: town.half) : places[device] + offset(within: 30)
        let limit = SIMD2(repeating: town.half)
        places[device] = place.clamped(lowerBound: -limit, upperBound: limit)
        return FenceUpdate(
            device: UInt32(device), place: try Surface.testPlace(places[device], in: town))
    }

    private mutating func offset(within half: Double) -> SIMD2<Double> {
        SIMD2(numbers.number(from: -half, to: half), numbers.number(from: -half, to: half))
    }
}
