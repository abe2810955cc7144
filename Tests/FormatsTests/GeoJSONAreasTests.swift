import Conditions
import Formats
import Geodesy
import JSON
import Testing

struct GeoJSONAreasTests {
    private func read(_ text: String) throws -> [NamedArea] {
        try GeoJSONAreas(reading: Array(text.utf8)).areas
    }

    private func feature(_ geometry: String, id: String = #""id":"a","#, properties: String = "{}") -> String
    {
        #"{"type":"Feature",\#(id)"properties":\#(properties),"geometry":\#(geometry)}"#
    }

    private static let square = "[[11,48],[11.001,48],[11.001,48.001],[11,48.001],[11,48]]"

    @Test
    func `a polygon with a hole, several polygons, and a circle are read with their names`() throws {
        let hole = "[[11.0002,48.0002],[11.0004,48.0002],[11.0004,48.0004],[11.0002,48.0002]]"
        let other = "[[12,48],[12.001,48],[12.001,48.001],[12,48]]"
        let features = [
            feature(
                #"{"type":"Polygon","coordinates":[\#(Self.square),\#(hole)]}"#,
                properties: #"{"name":"Hall"}"#),
            feature(
                #"{"type":"MultiPolygon","coordinates":[[\#(Self.square)],[\#(other)]]}"#, id: #""id":7,"#),
            feature(
                #"{"type":"Point","coordinates":[11,48,520]}"#, id: "",
                properties: #"{"name":"Gate 1","radius":25,"colour":"red"}"#),
        ]
        let areas = try read(
            #"{"type":"FeatureCollection","bbox":[11,48,12.001,48.001],"features":[\#(features.joined(separator: ","))]}"#
        )
        let outer = try corners([(48, 11), (48, 11.001), (48.001, 11.001), (48.001, 11)])
        let polygon = try Polygon(
            outer: outer, holes: [corners([(48.0002, 11.0002), (48.0002, 11.0004), (48.0004, 11.0004)])])
        let parts = try [outer, corners([(48, 12), (48, 12.001), (48.001, 12.001)])].map {
            Condition.polygon(PolygonGeographicCondition(try Polygon(outer: $0)))
        }
        let circle = try CircularGeographicCondition(center: corners([(48, 11)])[0], radius: 25)
        #expect(
            try areas == [
                NamedArea(
                    identifier: "a", name: "Hall", condition: .polygon(PolygonGeographicCondition(polygon))),
                NamedArea(identifier: "7", condition: .any(of: parts)),
                NamedArea(identifier: "Gate 1", name: "Gate 1", condition: .circular(circle)),
            ])
        #expect(ConditionList(areas).entries.map(\.identifier) == ["a", "7", "Gate 1"])
    }

    @Test
    func `a long line is followed where the chart draws it`() throws {
        let ring = "[[0,60],[20,60],[20,61],[0,61],[0,60]]"
        let polygon = try polygon(of: feature(#"{"type":"Polygon","coordinates":[\#(ring)]}"#))
        // Great ellipses between the corners would bulge northwards by 0.37 degrees.
        #expect(try polygon.contains(corners([(60.001, 10)])[0]))
        #expect(try !polygon.contains(corners([(61.001, 10)])[0]))
        #expect(polygon.outer.count > 100)
    }

    @Test(arguments: [
        // Two halves; one has a further corner on the cut; both ways round.
        "[[[[179,-1],[180,-1],[180,1],[179,1],[179,-1]]],[[[-180,-1],[-179,-1],[-179,1],[-180,1],[-180,-1]]]]",
        "[[[[179,-1],[180,-1],[180,0.25],[180,1],[179,1],[179,-1]]],[[[-180,-1],[-180,1],[-179,1],[-179,-1],[-180,-1]]]]",
        // Not cut at all, as many files have it.
        "[[[[179,-1],[-179,-1],[-179,1],[179,1],[179,-1]]]]",
    ])
    func `a shape that was cut at the antimeridian is whole again`(coordinates: String) throws {
        let polygon = try polygon(of: feature(#"{"type":"MultiPolygon","coordinates":\#(coordinates)}"#))
        let middle = try corners([(0, 180)])[0]
        #expect(polygon.contains(middle))
        let distance = polygon.signedDistance(to: middle)
        #expect((distance - 110_574).magnitude < 20, "\(distance)")
    }

    @Test
    func `a hole that was cut at the antimeridian is whole again`() throws {
        let west = "[[170,0],[180,0],[180,4],[178,4],[178,6],[180,6],[180,10],[170,10],[170,0]]"
        let east = "[[-180,0],[-170,0],[-170,10],[-180,10],[-180,6],[-178,6],[-178,4],[-180,4],[-180,0]]"
        let polygon = try polygon(
            of: feature(#"{"type":"MultiPolygon","coordinates":[[\#(west)],[\#(east)]]}"#))
        #expect(polygon.holes.count == 1)
        #expect(try !polygon.contains(corners([(5, 180)])[0]))
        #expect(try polygon.contains(corners([(3, 180)])[0]))
        #expect(try polygon.contains(corners([(7, -179.9)])[0]))
    }

    @Test(arguments: [
        "[[-180,80],[180,80],[180,90],[-180,90],[-180,80]]",
        "[[-180,80],[-90,80],[0,80],[90,80],[180,80],[180,90],[-180,90],[-180,80]]",
    ])
    func `the line along a pole that charts have is a point`(ring: String) throws {
        let polygon = try polygon(of: feature(#"{"type":"Polygon","coordinates":[\#(ring)]}"#))
        #expect(try polygon.contains(corners([(90, 0)])[0]))
        #expect(try polygon.contains(corners([(80.01, 180)])[0]))
        #expect(try !polygon.contains(corners([(79.99, 135)])[0]))
        let distance = try polygon.signedDistance(to: corners([(85, 180)])[0])
        #expect((distance - 558_200).magnitude < 500, "\(distance)")
    }

    @Test(arguments: [
        (#"{"type":"Polygon","coordinates":[]}"#, "type", "must be Feature or FeatureCollection"),
        (#"{"features":[]}"#, "type", "is missing"),
        (#"{"type":"FeatureCollection","features":[]}"#, "features", "must have 1 to 100,000 elements"),
        (
            #"{"type":"FeatureCollection","features":[{"type":"Point"}]}"#, "features[0].type",
            "must be Feature"
        ),
        (
            #"{"type":"Feature","id":"a/b","geometry":null}"#, "id",
            "must be a name of letters, digits, . _ - or spaces"
        ),
        (#"{"type":"Feature","id":"a","geometry":{"type":"LineString"}}"#, "geometry.type", nil),
        (
            #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1]}}"#,
            "geometry.coordinates", nil
        ),
        (
            #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[48,91]},"properties":{"radius":1}}"#,
            "geometry.coordinates[1]", "must be a latitude from -90 to 90"
        ),
        (
            #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[11,48]},"properties":{"radius":0}}"#,
            "properties.radius", "must be above 0"
        ),
        (
            #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[11,48]},"properties":{}}"#,
            "properties.radius", "is missing"
        ),
        (
            #"{"type":"Feature","id":"a","crs":{"type":"name","properties":{"name":"EPSG:3857"}},"geometry":{}}"#,
            "crs.properties.name", "must be WGS 84 in degrees, as RFC 7946 has it; leave crs out"
        ),
        (
            #"{"type":"Feature","id":"a","bbox":[1,2,3,4,5],"geometry":{}}"#, "bbox",
            "must have 4 or 6 elements"
        ),
    ])
    func `a mistake is reported with its place`(text: String, path: String, reason: String?) throws {
        let lines = try #require(throws: JSONDocumentError.self) { try read(text) }.lines(file: "map")
        let line = try #require(lines.first { $0.hasPrefix("map: \(path): ") }, "\(lines)")
        if let reason { #expect(line == "map: \(path): \(reason)") }
    }

    @Test(arguments: [
        ("[[0,0],[1,0],[1,1],[0,1]]", "[0]", "must end with the position that it begins with"),
        ("[[0,0],[1,0],[0,0]]", "[0]", "must have 4 to 1,000,000 elements"),
        ("[[0,0],[1,0],[1,0],[0,0]]", "[0]", "must have three different corners at least"),
        (
            "[[0,0],[1,1],[1,0],[0,1],[0,0]]", "[0][0]",
            "the line from here crosses or touches the line from position 2"
        ),
        ("[[0,0],[2,0],[1,1],[2,2],[0,2],[1,1],[0,0]]", "[0][5]", "is the same place as position 2"),
        (
            "[[0,0],[2,0],[2,2],[0,2],[0,0]],[[5,5],[6,5],[6,6],[5,5]]", "[1]",
            "must lie inside the outer ring"
        ),
        (
            "[[0,0],[2,0],[2,2],[0,2],[0,0]],[[1,1],[1,1.5],[3,1],[1,1]]", "[1][1]",
            "the line from here crosses or touches the line from position 1 of the outer ring"
        ),
        (
            "[[0,0],[2,0],[2,2],[0,2],[0,0]],[[1,1],[1.5,1],[1,1.5],[1,1]],[[0.5,0.5],[1,1],[0.5,1],[0.5,0.5]]",
            "[2]",
            "must not touch, cross or lie within the hole of ring 1"
        ),
        ("[[-180,-60],[180,-60],[180,60],[-180,60],[-180,-60]]", "[0][1]", nil),
    ])
    func `a ring that bounds nothing is reported with its position`(
        rings: String, path: String, reason: String?
    ) throws {
        let text = feature(#"{"type":"Polygon","coordinates":[\#(rings)]}"#)
        let lines = try #require(throws: JSONDocumentError.self) { try read(text) }.lines(file: "map")
        let line = try #require(lines.first, "\(lines)")
        #expect(line.hasPrefix("map: geometry.coordinates\(path): "), "\(line)")
        if let reason { #expect(line == "map: geometry.coordinates\(path): \(reason)") }
    }

    @Test(arguments: [
        // Along a meridian, along a line that is straight on the chart, and one whose way back is slightly off.
        "[[11,48],[11,48.001],[11,48.002],[11,48]]",
        "[[11,48],[11.001,48.001],[11.002,48.002],[11.0005,48.0005],[11,48]]",
        "[[11,48],[11.01,48],[11.005,48.00000001],[11,48]]",
    ])
    func `an outline that encloses nothing is refused with its place`(ring: String) throws {
        let text = feature(#"{"type":"Polygon","coordinates":[\#(ring)]}"#)
        let error = try #require(throws: JSONDocumentError.self) {
            try GeoJSONAreas(reading: Array(text.utf8))
        }
        #expect(
            error.lines(file: "map") == [
                "map: geometry.coordinates[0]: must enclose an area: it is a line, nowhere wider than a centimetre"
            ])
    }

    @Test func `an outline as narrow as a doorstep is an area`() throws {
        let ring = "[[11,48],[11.01,48],[11.01,48.000001],[11,48.000001],[11,48]]"
        _ = try polygon(of: feature(#"{"type":"Polygon","coordinates":[\#(ring)]}"#))
    }

    @Test
    func `two features of one name, and what is not JSON, are refused`() throws {
        let one = feature(#"{"type":"Polygon","coordinates":[\#(Self.square)]}"#)
        let error = try #require(throws: JSONDocumentError.self) {
            try read(#"{"type":"FeatureCollection","features":[\#(one),\#(one)]}"#)
        }
        #expect(error.lines(file: "map") == ["map: features[1].id: occurs twice"])
        #expect(throws: JSONDocumentError.self) { try read("{") }
    }

    private func polygon(of text: String) throws -> Polygon {
        let areas = try read(text)
        guard case .polygon(let condition)? = areas.first?.condition, areas.count == 1 else {
            throw NoPolygon(areas: areas)
        }
        return condition.polygon
    }

    private struct NoPolygon: Error {
        let areas: [NamedArea]
    }

    private func corners(_ degrees: [(Double, Double)]) throws -> [Coordinate] {
        try degrees.map { try #require(Coordinate(latitude: $0.0, longitude: $0.1)) }
    }
}
