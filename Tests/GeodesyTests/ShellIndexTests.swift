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

@Suite struct ShellIndexTests {
    /// The numbers of the shells that a search finds, in their order.
    private func found(_ index: ShellIndex, within metres: Double = 0, of place: Coordinate) -> [Int] {
        var numbers: [Int] = []
        index.search(within: metres, of: place.positionInSpace) { shell in
            numbers.append(shell.number)
            return true
        }
        return numbers.sorted()
    }

    @Test(arguments: Neighbourhood.all)
    func `a search finds every circle in reach, while circles come and go`(at hood: Neighbourhood) throws {
        var numbers = SplitMix64(seed: 1)
        var index = ShellIndex()
        let first = try (0..<200).map { _ in try hood.circle(&numbers) }
        var known = Dictionary(
            uniqueKeysWithValues: zip(index.insert(contentsOf: first.map(\.shell)), first))
        for _ in 0..<300 {
            if Bool.random(using: &numbers), let gone = known.keys.sorted().dropFirst(known.count / 2).first {
                index.remove(number: gone)
                known[gone] = nil
            } else {
                let circle = try hood.circle(&numbers)
                #expect(known.updateValue(circle, forKey: index.insert(circle.shell)) == nil)
            }
            #expect(index.count == known.count)
            let place = try hood.place(&numbers)
            let distances = known.mapValues { $0.center.distance(to: place) - $0.radius }
            let inside = distances.filter { $0.value <= 0 }.keys.sorted()
            #expect(found(index, of: place).filter { known[$0]?.contains(place) == true } == inside)
            let metres = numbers.number(in: 0...5_000)
            let near = distances.filter { $0.value <= metres }.keys
            #expect(Set(near).isSubset(of: found(index, within: metres, of: place)))
            let far = distances.filter { $0.value > metres + 1 }.keys
            if hood.radii.upperBound <= 3_000 {
                #expect(Set(far).isDisjoint(with: found(index, within: metres, of: place)))
            }
        }
    }

    @Test func `a circle decides its border as the distance does`() throws {
        let center = try #require(Coordinate(latitude: 48.137, longitude: 11.575))
        for radius in [1.0, 100, 5_000, 80_000, 2_000_000] {
            let circle = try #require(Circle(center: center, radius: radius))
            // A place whose distance is nearly the radius, and then the radius itself.
            var (near, far) = (48.137, 48.137 + radius / 100_000)
            while near.nextUp < far {
                let middle = near + (far - near) / 2
                let place = try #require(Coordinate(latitude: middle, longitude: 11.575))
                let isInside = center.distance(to: place) <= radius
                #expect(circle.contains(place) == isInside)
                if isInside { near = middle } else { far = middle }
                if far - near < 1e-15 { break }
            }
        }
    }

    @Test func `a circle that encloses corners holds them, across the meridian of 180 degrees too`() throws {
        let corners = try [(0.0, 179.9), (0, -179.9), (0.1, 180)].map {
            try #require(Coordinate(latitude: $0.0, longitude: $0.1))
        }
        let circle = try #require(Circle(enclosing: corners))
        for corner in corners { #expect(circle.contains(corner)) }
        #expect(Circle(enclosing: []) == nil)
    }

    @Test func `the number of a removed shell is given again, and no other shell is lost`() throws {
        var index = ShellIndex()
        let place = try #require(Coordinate(latitude: 1, longitude: 1))
        let shell = try #require(Circle(center: place, radius: 10)).shell
        let (first, second) = (index.insert(shell), index.insert(shell))
        #expect(index.remove(number: first) != nil)
        #expect(index.remove(number: first) == nil)
        #expect(index.remove(number: 7) == nil)
        #expect(found(index, of: place) == [second])
        #expect(index.insert(shell) == first)
        #expect(index.count == 2)
    }

    @Test(arguments: [0, -1, .nan, .infinity, Circle.largestRadius.nextUp])
    func `an impossible radius makes no circle`(radius: Double) throws {
        let place = try #require(Coordinate(latitude: 1, longitude: 1))
        #expect(Circle(center: place, radius: radius) == nil)
    }

    @Test func `an index holds a million circles`() throws {
        var numbers = SplitMix64(seed: 3)
        let circles = (0..<1_000_000).compactMap { _ in
            Coordinate(latitude: numbers.number(in: 51...52), longitude: numbers.number(in: -1...1)).flatMap {
                Circle(center: $0, radius: numbers.number(in: 50...500))
            }
        }
        var index = ShellIndex()
        let given = index.insert(contentsOf: circles.map(\.shell))
        #expect(given == 0..<1_000_000)
        #expect(index.byteCount < 126_000_000)
        let place = try #require(Coordinate(latitude: 51.5, longitude: 0))
        let near = given.filter { (circles[$0].center.latitude - 51.5).magnitude < 0.01 }
        let expected = near.filter { circles[$0].contains(place) }
        #expect(expected.count > 10)
        #expect(found(index, of: place).filter { circles[$0].contains(place) } == expected)
        for number in expected { index.remove(number: number) }
        #expect(found(index, of: place).allSatisfy { !circles[$0].contains(place) })
    }
}
