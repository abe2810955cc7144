import Conditions
import Geodesy
import JSON
import Testing

@testable import Workplace

/// LA3: what a campus file draws as an area is what everybody monitors.
@Suite struct CampusAreaTests {
    private static let square =
        "[[13.399,52.499],[13.401,52.499],[13.401,52.501],[13.399,52.501],[13.399,52.499]]"
    private static let courtyard = "[[13.4004,52.5],[13.4008,52.5],[13.4008,52.5004],[13.4004,52.5]]"

    private static func polygon(_ rings: String...) -> String {
        #"{"type": "Polygon", "coordinates": [\#(rings.joined(separator: ","))]}"#
    }

    private func document(_ area: String, at path: String) throws -> [UInt8] {
        let value = try JSONValue(parsing: Array(area.utf8))
        return try #require(try CampusSample.value().changing(path, to: value)).bytes
    }

    private func site(_ area: String, at path: String = "sites.0.cafes.0.area") throws -> Site {
        let campus = try CampusFile.read(try document(area, at: path), name: "sample")
        return try #require(campus.sites.first)
    }

    @Test func `without a drawn area, the area is a circle around the point`() throws {
        let site = try #require(
            try CampusFile.read(Array(CampusSample.text.utf8), name: "sample").sites.first)
        #expect(site.area == GroundArea(around: site.point, radius: 150))
        #expect(site.cafeAreas.values.map(\.extent) == [30])
    }

    @Test func `a circle of another size is drawn by its radius`() throws {
        let site = try site(#"{"radius": 45.5}"#)
        #expect(site.cafeAreas.values.map(\.extent) == [45.5])
        let ground = try self.site(#"{"radius": 400}"#, at: "sites.0.area")
        #expect(ground.area == GroundArea(around: ground.point, radius: 400))
    }

    @Test func `a polygon of GeoJSON is an area, and its hole is not`() throws {
        let drawn = try site(Self.polygon(Self.square, Self.courtyard))
        let area = try #require(drawn.cafeAreas.values.first)
        guard case .polygon(let condition) = area.shape else {
            Issue.record("\(area)")
            return
        }
        #expect(condition.polygon.outer.count == 4)
        #expect(condition.polygon.holes.map(\.count) == [3])
        for (longitude, latitude, isInside) in [
            (13.3995, 52.4995, true), (13.4007, 52.5002, false), (13.4015, 52.5, false),
        ] {
            let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
            #expect(condition.polygon.contains(place) == isInside)
        }
        let corner = try #require(Coordinate(latitude: 52.499, longitude: 13.399))
        let center = try #require(drawn.cafePoints.values.first?.coordinate)
        #expect(abs(area.extent - center.distance(to: corner)) < 0.1)
        #expect(try site(Self.polygon(Self.square), at: "sites.0.area").area?.extent == area.extent)
    }

    @Test(
        arguments: [
            (polygon("[[13.3,52.5],[13.31,52.5],[13.31,52.51],[13.3,52.5]]"), "", "must hold the coordinate"),
            (
                polygon("[[52.499,13.399],[52.499,13.401],[52.501,13.401],[52.499,13.399]]"), "",
                "longitude first, then latitude"
            ),
            (polygon(square, square), ".coordinates[1]", "crosses or touches"),
            (
                polygon("[[13.399,52.499],[13.401,52.501],[13.401,52.499],[13.399,52.501],[13.399,52.499]]"),
                ".coordinates[0]", "crosses or touches"
            ),
            (polygon(), ".coordinates", ""),
            (
                polygon("[[13.3,52.4],[13.5,52.4],[13.4,52.6],[13.3,52.5]]"), ".coordinates[0]",
                "must end with the position that it begins with"
            ),
            (
                polygon("[[13.3,92.4],[13.5,52.4],[13.4,52.6],[13.3,52.4]]"), ".coordinates[0][0][1]",
                "latitude"
            ),
            (#"{"type": "MultiPolygon", "coordinates": []}"#, ".type", "must be Polygon"),
            (#"{"coordinates": [\#(square)]}"#, ".type", ""),
            (#"{"type": "Polygon"}"#, ".coordinates", ""),
            (#"{"type": "Polygon", "coordinates": [\#(square)], "colour": 1}"#, ".colour", ""),
            (#"{"radius": 0}"#, ".radius", "1"), (#"{"radius": 10001}"#, ".radius", "10,000"),
            (#"{"radius": 40, "type": "Polygon"}"#, ".type", "not known"), (#""round""#, "", ""),
        ])
    func `each mistake is reported once, at its place`(area: String, place: String, words: String) throws {
        let bytes = try document(area, at: "sites.0.cafes.0.area")
        let error = #expect(throws: CampusFileError.self) { try CampusFile.read(bytes, name: "sample") }
        guard case .mistakes(let mistakes)? = error?.cause else {
            Issue.record("\(String(describing: error))")
            return
        }
        let told = mistakes.map { "\($0.path): \($0.reason)" }
        #expect(told.count == 1, "\(told)")
        #expect(told.first?.hasPrefix("sites[0].cafes[0].area\(place)") == true, "\(told)")
        #expect(told.first?.contains(words) == true || words.isEmpty, "\(told)")
    }
}
