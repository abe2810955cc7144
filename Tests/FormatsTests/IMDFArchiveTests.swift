import Formats
import Testing

struct IMDFArchiveTests {
    private static let manifest = IMDFArchive.File(
        name: "manifest.json", bytes: Array(#"{"version":"1.0.0","language":"en-GB"}"#.utf8))

    private func file(_ type: String, _ features: String...) -> IMDFArchive.File {
        let text = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
        return IMDFArchive.File(name: "\(type).geojson", bytes: Array(text.utf8))
    }

    private func feature(_ type: String, id: String, name: String = "null") -> String {
        let ring = "[[11,48],[11.001,48],[11.001,48.001],[11,48.001],[11,48]]"
        let geometry = #"{"type":"Polygon","coordinates":[\#(ring)]}"#
        let properties = #"{"category":"unspecified","name":\#(name)}"#
        let head = #""type":"Feature","id":"\#(id)","feature_type":"\#(type)""#
        return "{\(head),\"properties\":\(properties),\"geometry\":\(geometry)}"
    }

    @Test
    func `areas come under their feature identifiers, with names in the language of the archive`() throws {
        let archive = try IMDFArchive(reading: [
            file(
                "unit", feature("unit", id: "u1", name: #"{"de":"Küche","en":"Kitchen"}"#),
                feature("unit", id: "u2", name: #"{"de":"Flur"}"#), feature("unit", id: "u3")),
            file("amenity", "17"),
            file("venue", feature("venue", id: "v", name: #"{"en":"Venue","en-GB":"Campus"}"#)),
            Self.manifest,
        ])
        #expect(archive.areas.map(\.identifier) == ["v", "u1", "u2", "u3"])
        #expect(archive.areas.map(\.name) == ["Campus", "Kitchen", "Flur", nil])
        #expect(archive.areas.map(\.kind) == ["venue", "unit", "unit", "unit"])
    }

    @Test
    func `what is no archive is refused`() throws {
        let unit = file("unit", feature("unit", id: "u"))
        #expect(throws: IMDFError.noManifest) { try IMDFArchive(reading: [unit]) }
        #expect(throws: IMDFError.noAreas) { try IMDFArchive(reading: [Self.manifest]) }
        #expect(
            IMDFError.noManifest.lines(folder: "map") == ["map: is no IMDF archive: manifest.json is missing"]
        )
    }

    @Test
    func `a mistake is reported with its file and place`() throws {
        let files = [
            Self.manifest, file("level", feature("level", id: "a")),
            file("unit", feature("unit", id: "a"), feature("level", id: "b")),
        ]
        let error = try #require(throws: IMDFError.self) { try IMDFArchive(reading: files) }
        #expect(
            error.lines(folder: "map") == [
                "map/unit.geojson: features[0].id: occurs twice",
                "map/unit.geojson: features[1].feature_type: must be unit in this file",
            ])
    }
}
