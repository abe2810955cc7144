import Foundation
import Geodesy
import TestSupport
import Testing

@testable import Fences

/// What a table of fences must tell, from looking at every circle and keeping every membership.
struct FenceReference<Surface: FenceSurface> {
    var areas: [Int: Surface.Area] = [:]
    private var inside: [UInt32: Set<Int>] = [:]

    mutating func events(of update: FenceUpdate<Surface.Place>) -> [FenceEvent] {
        let before = inside[update.device, default: []].filter { areas[$0] != nil }
        let now = Set(areas.filter { Surface.contains($0.value, update.place) }.keys)
        inside[update.device] = now
        return before.symmetricDifference(now).sorted().map {
            FenceEvent(device: update.device, area: UInt32($0), isInside: now.contains($0))
        }
    }

    /// A number that is given again must not remember who was in the area before.
    mutating func remove(_ number: Int) {
        areas[number] = nil
        for device in inside.keys { inside[device]?.remove(number) }
    }

    mutating func forget(_ device: Int) { inside[UInt32(device)] = nil }
}

/// Where circles lie and how devices move.
struct FenceTown: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Half the width, in metres.
    var half: Double
    var circles: Int
    var radii: ClosedRange<Double>
    var step: Double
    /// Where the middle is on the ground.
    var latitude = 51.5
    var longitude = -0.12

    static let all = [
        FenceTown(testDescription: "walks", half: 1_000, circles: 60, radii: 50...500, step: 15),
        FenceTown(testDescription: "a crowd of circles", half: 800, circles: 600, radii: 5...500, step: 10),
        FenceTown(testDescription: "jumps", half: 5_000, circles: 200, radii: 50...500, step: 4_000),
        FenceTown(testDescription: "drives", half: 40_000, circles: 100, radii: 1...20_000, step: 600),
        FenceTown(testDescription: "small circles", half: 12, circles: 100, radii: 0.01...3, step: 1),
    ]

    static let farAway = [
        FenceTown(
            testDescription: "the meridian of 180 degrees", half: 2_000, circles: 80, radii: 50...800,
            step: 40,
            latitude: -17, longitude: 179.999),
        FenceTown(
            testDescription: "a pole", half: 3_000, circles: 80, radii: 50...2_000, step: 100,
            latitude: 89.999,
            longitude: 30),
        FenceTown(
            testDescription: "continents", half: 9_000_000, circles: 60, radii: 1...15_000_000,
            step: 1_000_000,
            latitude: 0, longitude: 100),
    ]

    /// Compares the events of a table with those of the reference.
    func check<Surface: FenceTestSurface>(_: Surface.Type, seed: UInt64) throws {
        var numbers = SplitMix64(seed: seed)
        var table = FenceTable<Surface>()
        var reference = FenceReference<Surface>()
        let first = try (0..<circles).map { _ in try area(&numbers, Surface.self) }
        for (number, area) in zip(table.insert(contentsOf: first), first) { reference.areas[number] = area }
        var places = (0..<table.addDevices(20).count).map { _ in offset(&numbers, within: half) }
        var told = 0
        for round in 0..<60 {
            var updates: [FenceUpdate<Surface.Place>] = []
            for device in places.indices {
                let step = offset(&numbers, within: self.step)
                places[device].x = min(half, max(-half, places[device].x + step.x))
                places[device].y = min(half, max(-half, places[device].y + step.y))
                updates.append(
                    FenceUpdate(
                        device: UInt32(device), place: try Surface.testPlace(places[device], in: self)))
            }
            let events = table.events(of: updates)
            #expect(events == updates.flatMap { reference.events(of: $0) }, "round \(round)")
            told += events.count
            try change(&table, &reference, &numbers, in: round)
        }
        #expect(told > 50)
    }

    private func change<Surface: FenceTestSurface>(
        _ table: inout FenceTable<Surface>, _ reference: inout FenceReference<Surface>,
        _ numbers: inout SplitMix64,
        in round: Int
    ) throws {
        switch round % 10 {
        case 3:
            let area = try area(&numbers, Surface.self)
            let number = table.insert(area)
            #expect(reference.areas.updateValue(area, forKey: number) == nil)
        case 5:
            let number = try #require(reference.areas.keys.sorted().randomElement(using: &numbers))
            table.remove(number)
            reference.remove(number)
        case 7:
            let device = Int.random(in: 0..<20, using: &numbers)
            table.forget(device)
            reference.forget(device)
        case 9 where round > 30:
            let more = try (0..<3).map { _ in try area(&numbers, Surface.self) }
            for (number, area) in zip(table.insert(contentsOf: more), more) { reference.areas[number] = area }
        default: break
        }
    }

    private func area<Surface: FenceTestSurface>(_ numbers: inout SplitMix64, _: Surface.Type) throws
        -> Surface.Area
    {
        let center = try Surface.testPlace(offset(&numbers, within: half), in: self)
        return try Surface.testArea(
            center, radius: numbers.number(from: radii.lowerBound, to: radii.upperBound))
    }

    private func offset(_ numbers: inout SplitMix64, within half: Double) -> SIMD2<Double> {
        SIMD2(numbers.number(from: -half, to: half), numbers.number(from: -half, to: half))
    }

    static func place(_ numbers: inout SplitMix64, within half: Double) throws -> Plane.Place {
        try #require(
            Plane.Place(x: numbers.number(from: -half, to: half), y: numbers.number(from: -half, to: half)))
    }
}

/// A surface on which tests can put things.
protocol FenceTestSurface: FenceSurface {
    static func testPlace(_ offset: SIMD2<Double>, in town: FenceTown) throws -> Place
    static func testArea(_ center: Place, radius: Double) throws -> Area
}

extension Plane: FenceTestSurface {
    static func testPlace(_ offset: SIMD2<Double>, in _: FenceTown) throws -> Place {
        try #require(Place(x: offset.x * 0.9, y: offset.y * 0.9))
    }

    static func testArea(_ center: Place, radius: Double) throws -> Area {
        try #require(Area(center: center, radius: radius))
    }
}

extension Ground: FenceTestSurface {
    /// East and north of the town's middle, over the pole and round the Earth if need be.
    static func testPlace(_ offset: SIMD2<Double>, in town: FenceTown) throws -> Coordinate {
        var latitude = town.latitude + offset.y / 111_195
        var longitude =
            town.longitude + offset.x / (111_195 * max(0.001, cos(town.latitude * .pi / 180)))
        if latitude.magnitude > 90 {
            latitude = (latitude < 0 ? -180 : 180) - latitude
            longitude += 180
        }
        longitude = longitude.remainder(dividingBy: 360)
        return try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    static func testArea(_ center: Coordinate, radius: Double) throws -> Circle {
        try #require(Circle(center: center, radius: radius))
    }
}
