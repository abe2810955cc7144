import Conditions
import Formats
import Foundation
import Geodesy
import Testing

/// A whole archive as a map's maker hands it over: every feature type; most have no inside.
struct IndoorMapTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Examples/indoor-map")

    private static func archive() throws -> IMDFArchive {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.count == 17)
        let files = try names.filter(IMDFArchive.reads).map { name in
            IMDFArchive.File(name: name, bytes: Array(try Data(contentsOf: folder.appending(path: name))))
        }
        return try IMDFArchive(reading: files)
    }

    @Test func `every feature with an inside is an area, from large to small, under its name`() throws {
        let areas = try Self.archive().areas
        #expect(
            areas.map { "\($0.kind ?? "") \($0.name ?? "-")" } == [
                "venue Demo Campus", "footprint -", "footprint -", "level Ground Floor", "level First Floor",
                "section Window Seats", "geofence Yard", "unit Lobby", "unit Main Café", "unit -",
                "unit Court",
                "unit Offices", "unit -", "kiosk Order here",
            ])
        #expect(Set(areas.map(\.identifier)).count == areas.count)
        #expect(areas.allSatisfy { UUID(uuidString: $0.identifier) != nil })
    }

    @Test(arguments: [
        // In the café, at a window; in the court, which is a hole of the corridor; in the corridor; in the yard; outside.
        ((5.0, -25.0), ["venue", "footprint", "level", "level", "section", "unit", "unit"]),
        ((0.0, 15.0), ["venue", "footprint", "level", "level", "unit"]),
        ((-40.0, 15.0), ["venue", "footprint", "footprint", "level", "level", "unit"]),
        ((-100.0, 0.0), ["venue", "geofence"]),
        ((100.0, 80.0), []),
    ])
    func `a place is in the areas around it, whatever their floor`(
        place: (Double, Double), kinds: [String]
    ) throws {
        let degree = 111_300.0
        let latitude = 52.4735 + place.1 / degree
        let longitude = 13.4043 + place.0 / (degree * cos(latitude * .pi / 180))
        let coordinate = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let found = try Self.archive().areas.filter { $0.condition.holds(coordinate) }
        #expect(found.compactMap(\.kind) == kinds)
    }

    @Test func `files that have no areas may be missing, and damaged ones are reported by name`() throws {
        let data = try Data(contentsOf: Self.folder.appending(path: "venue.geojson"))
        let manifest = try Data(contentsOf: Self.folder.appending(path: "manifest.json"))
        let files = [
            IMDFArchive.File(name: "manifest.json", bytes: Array(manifest)),
            IMDFArchive.File(name: "venue.geojson", bytes: Array(data.dropLast(4))),
        ]
        let error = try #require(throws: IMDFError.self) { try IMDFArchive(reading: files) }
        #expect(error.lines(folder: "map").allSatisfy { $0.hasPrefix("map/venue.geojson: ") })
        let whole = [files[0], IMDFArchive.File(name: "venue.geojson", bytes: Array(data))]
        #expect(try IMDFArchive(reading: whole).areas.count == 1)
    }
}

extension Condition {
    /// Whether a place is in the shape, or in one of several.
    fileprivate func holds(_ place: Coordinate) -> Bool {
        switch self {
        case .polygon(let shape): shape.polygon.contains(place)
        case .any(let shapes): shapes.parts.contains { $0.holds(place) }
        default: false
        }
    }
}
