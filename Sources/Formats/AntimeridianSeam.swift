import Geodesy

/// Joins polygons that were cut at the antimeridian as RFC 7946, section 3.1.9, recommends.
///
/// A cut leaves the same line on both sides, in opposite directions. Both lines are removed, and the rest of
/// the rings is joined. If that is possible in more than one way, the polygons stay unchanged: they cover the
/// same area, with a boundary inside it.
struct AntimeridianSeam {
    /// A line on the antimeridian, by its latitudes.
    private struct Line: Hashable {
        var from: Double
        var to: Double
    }

    /// The part of a ring between two removed lines.
    private struct Chain {
        var piece: Int
        var corners: [GeoJSONRing.Corner]
        var start: Double { corners[0].place.latitude }
        var end: Double { corners[corners.count - 1].place.latitude }
    }

    /// A closed ring, and one of its original pieces.
    private struct Outline {
        var piece: Int
        var ring: GeoJSONRing
    }

    private let pieces: [GeoJSONPolygon]

    init(of pieces: [GeoJSONPolygon]) { self.pieces = pieces }

    /// The polygons without their cuts.
    var joined: [GeoJSONPolygon] {
        let latitudes = Set(pieces.flatMap { $0.rings.flatMap(\.seamLatitudes) }).sorted()
        // More than the shape of any map has. In an invalid shape, all lines could meet each other.
        guard (2...1_000).contains(latitudes.count) else { return pieces }
        let outlines = pieces.enumerated().flatMap { piece, polygon in
            polygon.rings.enumerated().map { number, ring in
                let turned = ring.isLeftwards == (number == 0) ? ring : ring.reversed
                return Outline(piece: piece, ring: turned.split(at: latitudes))
            }
        }
        return Self.joined(outlines, pieces: pieces.count) ?? pieces
    }

    private static func joined(_ outlines: [Outline], pieces: Int) -> [GeoJSONPolygon]? {
        var east: [Line: Int] = [:]
        var west: [Line: Int] = [:]
        for outline in outlines {
            for (corner, next) in outline.ring.edges where corner.place.isOnSeam(to: next.place) {
                let (from, to) = (corner.place.latitude, next.place.latitude)
                if corner.place.longitude > 0 {
                    east[Line(from: from, to: to)] = outline.piece
                } else {
                    west[Line(from: to, to: from)] = outline.piece
                }
            }
        }
        let cuts = east.keys.filter { west[$0] != nil }
        guard !cuts.isEmpty else { return nil }
        var groups = Array(0..<pieces)
        for cut in cuts {
            guard let one = east[cut], let other = west[cut] else { continue }
            let (group, absorbed) = (groups[one], groups[other])
            groups = groups.map { $0 == absorbed ? group : $0 }
        }
        return closed(outlines, without: Set(cuts)).flatMap { polygons(of: $0, groups: groups) }
    }

    /// The rings without some lines; `nil` if the chains could be joined in more than one way.
    private static func closed(_ outlines: [Outline], without cuts: Set<Line>) -> [Outline]? {
        var whole: [Outline] = []
        var chains: [Double: Chain] = [:]
        for outline in outlines {
            let parts = parts(of: outline, without: cuts)
            guard let parts else {
                whole.append(outline)
                continue
            }
            for part in parts where chains.updateValue(part, forKey: part.start) != nil { return nil }
        }
        while let start = chains.keys.min(), var chain = chains.removeValue(forKey: start) {
            while chain.end != start {
                guard let next = chains.removeValue(forKey: chain.end) else { return nil }
                chain.corners += next.corners.dropFirst()
            }
            let ring = GeoJSONRing(joined: chain.corners.dropLast())
            // A line at a pole is a single point of the globe.
            if ring.distinctCorners.count >= 3 { whole.append(Outline(piece: chain.piece, ring: ring)) }
        }
        return whole
    }

    /// The chains between the lines that are removed from a ring; `nil` for a ring that stays whole.
    private static func parts(of outline: Outline, without cuts: Set<Line>) -> [Chain]? {
        let edges = outline.ring.edges
        let isCut = edges.map { corner, next in
            guard corner.place.isOnSeam(to: next.place) else { return false }
            let (from, to) = (corner.place.latitude, next.place.latitude)
            return cuts.contains(
                corner.place.longitude > 0 ? Line(from: from, to: to) : Line(from: to, to: from))
        }
        guard let first = isCut.firstIndex(of: true) else { return nil }
        var chains: [Chain] = []
        var isOpen = false
        for index in (first + 1)...(first + edges.count) {
            let (corner, next) = edges[index % edges.count]
            if isCut[index % edges.count] {
                isOpen = false
            } else if isOpen {
                chains[chains.count - 1].corners.append(next)
            } else {
                chains.append(Chain(piece: outline.piece, corners: [corner, next]))
                isOpen = true
            }
        }
        return chains
    }

    /// A polygon for each group of pieces; `nil` if a group does not have exactly one outer ring.
    private static func polygons(of outlines: [Outline], groups: [Int]) -> [GeoJSONPolygon]? {
        let numbers = Set(groups).sorted()
        let polygons = numbers.compactMap { number -> GeoJSONPolygon? in
            let rings = outlines.filter { groups[$0.piece] == number }.map(\.ring)
            let outer = rings.filter(\.isLeftwards)
            guard outer.count == 1 else { return nil }
            return GeoJSONPolygon(rings: outer + rings.filter { !$0.isLeftwards })
        }
        return polygons.count == numbers.count ? polygons : nil
    }
}
