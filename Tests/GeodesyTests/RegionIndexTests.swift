import Geodesy
import TestSupport
import Testing

/// Where random circles and places of a test lie.
struct Neighbourhood: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var latitudes: ClosedRange<Double>
    var longitudes: ClosedRange<Double>
    var radii: ClosedRange<Double>

    static let all = [
        Neighbourhood(
            testDescription: "a town", latitudes: 51.4...51.6, longitudes: -0.3...0.1, radii: 50...3_000),
        Neighbourhood(
            testDescription: "the meridian of 180 degrees", latitudes: -17.2 ... -16.8,
            longitudes: 179.8...180.2, radii: 5...9_000),
        Neighbourhood(
            testDescription: "the north pole", latitudes: 89.8...90, longitudes: -180...180,
            radii: 100...20_000),
        Neighbourhood(
            testDescription: "the south pole", latitudes: -90 ... -89.9, longitudes: -180...180,
            radii: 1...15_000),
        Neighbourhood(
            testDescription: "the world", latitudes: -90...90, longitudes: -180...180,
            radii: 1...Circle.largestRadius),
    ]

    func place(_ numbers: inout SplitMix64) throws -> Coordinate {
        let longitude = numbers.number(in: longitudes)
        return try #require(
            Coordinate(
                latitude: numbers.number(in: latitudes),
                longitude: longitude > 180 ? longitude - 360 : longitude)
        )
    }

    func circle(_ numbers: inout SplitMix64) throws -> Circle {
        // As many small ones as large ones.
        let center = try place(&numbers)
        let share = numbers.number(in: 0...1)
        let radius = radii.lowerBound + (radii.upperBound - radii.lowerBound) * share * share * share
        return try #require(Circle(center: center, radius: radius))
    }
}

extension SplitMix64 {
    mutating func number(in range: ClosedRange<Double>) -> Double {
        number(from: range.lowerBound, to: range.upperBound)
    }
}

struct `A region index` {
    @Test(arguments: [Double.nan, -1, 0, -Double.infinity])
    func `a limit that is no distance has no clearance`(limit: Double) {
        let index = RegionIndex()
        #expect(index.clearance(at: .origin, upTo: limit) == 0)
    }

    @Test(arguments: Neighbourhood.all)
    func `finds what looking at every region finds, while regions come and go`(at hood: Neighbourhood) throws
    {
        var numbers = SplitMix64(seed: 1)
        var index = RegionIndex()
        var known: [RegionNumber: Circle] = [:]
        let first = try (0..<200).map { _ in try hood.circle(&numbers) }
        for (number, circle) in zip(index.insert(contentsOf: first), first) {
            known[RegionNumber(rawValue: number)] = circle
        }
        for _ in 0..<300 {
            if Bool.random(using: &numbers), let gone = known.keys.sorted().dropFirst(known.count / 2).first {
                index.remove(gone)
                known[gone] = nil
            } else {
                let circle = try hood.circle(&numbers)
                let number = index.insert(circle)
                #expect(known.updateValue(circle, forKey: number) == nil)
            }
            #expect(index.count == known.count)
            try check(index, known, at: try hood.place(&numbers), &numbers)
        }
    }

    private func check(
        _ index: RegionIndex, _ known: [RegionNumber: Circle], at place: Coordinate,
        _ numbers: inout SplitMix64
    ) throws {
        let metres = numbers.number(in: 0...5_000)
        let distances = known.mapValues { $0.center.distance(to: place) }
        let containing = known.filter { distances[$0.key, default: .nan] <= $0.value.radius }.keys.sorted()
        #expect(index.regions(containing: place) == containing)

        let near = known.filter { distances[$0.key, default: .nan] <= $0.value.radius + metres }.keys
        #expect(Set(near).isSubset(of: index.regions(within: metres, of: place)))
        let borders = known.filter {
            (distances[$0.key, default: .nan] - $0.value.radius).magnitude <= metres
        }.keys
        #expect(Set(borders).isSubset(of: index.outlines(within: metres, of: place)))

        let nearest =
            known.map { (distances[$0.key, default: .nan] - $0.value.radius).magnitude }.min() ?? 1e9
        let clearance = index.clearance(at: place, upTo: 2_000)
        #expect(clearance >= 0 && clearance <= min(2_000, nearest + 1e-7))
        // Of small circles it is no more careful than it has to be.
        if known.values.allSatisfy({ $0.radius <= 3_000 }) {
            #expect(clearance >= min(2_000, nearest) - 1e-3)
        }
    }

    @Test(arguments: Neighbourhood.all)
    func `promises only what holds within the clearance`(at hood: Neighbourhood) throws {
        var numbers = SplitMix64(seed: 2)
        var index = RegionIndex()
        _ = index.insert(contentsOf: try (0..<200).map { _ in try hood.circle(&numbers) })
        for _ in 0..<500 {
            let place = try hood.place(&numbers)
            let clearance = index.clearance(at: place, upTo: 10_000)
            let step = clearance / 111_694 * 0.7
            let moved = try #require(
                Coordinate(
                    latitude: min(90, max(-90, place.latitude + numbers.number(in: -step...step))),
                    longitude: min(180, max(-180, place.longitude + numbers.number(in: -step...step)))))
            #expect(place.distance(to: moved) <= clearance)
            #expect(index.regions(containing: moved) == index.regions(containing: place))
        }
    }

    @Test func `decides a border as the distance does`() throws {
        var index = RegionIndex()
        let center = try #require(Coordinate(latitude: 48.137, longitude: 11.575))
        for radius in [1.0, 100, 5_000, 80_000, 2_000_000] {
            let circle = try #require(Circle(center: center, radius: radius))
            let number = index.insert(circle)
            // A place of which the distance is nearly the radius, and then the radius itself.
            var (near, far) = (48.137, 48.137 + radius / 100_000)
            while near.nextUp < far {
                let middle = near + (far - near) / 2
                let place = try #require(Coordinate(latitude: middle, longitude: 11.575))
                if center.distance(to: place) <= radius { near = middle } else { far = middle }
                let isInside = center.distance(to: place) <= radius
                #expect(index.regions(containing: place).contains(number) == isInside)
                if far - near < 1e-15 { break }
            }
            index.remove(number)
        }
        #expect(index.count == 0)
    }

    @Test func `tells of an area wherever its circle is`() throws {
        var index = RegionIndex()
        let corners = try [(0.0, 179.9), (0, -179.9), (0.1, 180)].map {
            try #require(Coordinate(latitude: $0.0, longitude: $0.1))
        }
        let circle = try #require(Circle(enclosing: corners))
        let number = index.insert(areaWithin: circle)
        for corner in corners { #expect(index.regions(containing: corner) == [number]) }
        #expect(index.clearance(at: corners[2], upTo: 100) == 0)
        #expect(index.outlines(within: 1, of: corners[1]) == [number])
        #expect(Circle(enclosing: []) == nil)
    }

    @Test func `gives a removed number again, and forgets nothing else`() throws {
        var index = RegionIndex()
        let place = try #require(Coordinate(latitude: 1, longitude: 1))
        let circle = try #require(Circle(center: place, radius: 10))
        let (first, second) = (index.insert(circle), index.insert(circle))
        index.remove(first)
        index.remove(first)
        index.remove(RegionNumber(rawValue: 7))
        #expect(index.regions(containing: place) == [second])
        #expect(index.insert(circle) == first)
        #expect(index.count == 2)
    }

    @Test(arguments: [0, -1, .nan, .infinity, Circle.largestRadius.nextUp])
    func `takes no impossible circle`(radius: Double) throws {
        let place = try #require(Coordinate(latitude: 1, longitude: 1))
        #expect(Circle(center: place, radius: radius) == nil)
    }

    @Test func `holds a million circles`() throws {
        var numbers = SplitMix64(seed: 3)
        let circles = (0..<1_000_000).compactMap { _ in
            Coordinate(latitude: numbers.number(in: 51...52), longitude: numbers.number(in: -1...1)).flatMap {
                Circle(center: $0, radius: numbers.number(in: 50...500))
            }
        }
        var index = RegionIndex()
        let given = index.insert(contentsOf: circles)
        #expect(given == 0..<1_000_000)
        #expect(index.byteCount < 150_000_000)
        let place = try #require(Coordinate(latitude: 51.5, longitude: 0))
        let near = given.filter { (circles[$0].center.latitude - 51.5).magnitude < 0.01 }
        let expected = near.filter { circles[$0].contains(place) }.map(RegionNumber.init(rawValue:))
        #expect(expected.count > 10)
        #expect(index.regions(containing: place) == expected)
        for number in expected { index.remove(number) }
        #expect(index.regions(containing: place).isEmpty)
    }
}
