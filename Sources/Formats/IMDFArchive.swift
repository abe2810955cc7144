import JSON

/// The shapes of a building's map in the Indoor Mapping Data Format (OGC 20-094) as conditions.
///
/// An archive is a folder of GeoJSON files, one for each feature type, and `manifest.json`; unpack it first.
/// The features of `venue`, `footprint`, `level`, `section`, `geofence`, `unit` and `kiosk` become areas
/// under their feature identifiers, with their names in the manifest's language. Other files are ignored:
/// their features have no interior, or are furniture.
///
/// A position has no floor. So beacons distinguish units on different floors; their shapes cannot.
public struct IMDFArchive: Hashable, Sendable {
    /// One file of the archive.
    public struct File: Hashable, Sendable {
        /// Its name without the folder, such as `unit.geojson`.
        public var name: String
        /// The content of the file.
        public var bytes: [UInt8]

        /// Makes a file from its parts.
        public init(name: String, bytes: [UInt8]) {
            self.name = name
            self.bytes = bytes
        }
    }

    /// The feature types that become areas, from large to small.
    public static let featureTypes = ["venue", "footprint", "level", "section", "geofence", "unit", "kiosk"]

    /// Whether the reader uses a file of the folder.
    public static func reads(_ name: String) -> Bool {
        name == "manifest.json" || featureTypes.contains { name == "\($0).geojson" }
    }

    /// The areas, in the order of ``featureTypes`` and of the files; their identifiers are unique.
    public private(set) var areas: [NamedArea] = []

    /// Reads an archive.
    ///
    /// - Parameter files: The files of the folder, in any order.
    /// - Throws: ``IMDFError``: for the first file with mistakes, with all of them; for a missing manifest;
    ///   and for an archive without areas.
    public init(reading files: [File]) throws(IMDFError) {
        guard let manifest = files.first(where: { $0.name == "manifest.json" }) else { throw .noManifest }
        let language = try Self.read(manifest) { $0["language"].string(length: 1...64) }
        var identifiers: Set<String> = []
        for type in Self.featureTypes {
            guard let file = files.first(where: { $0.name == "\(type).geojson" }) else { continue }
            areas += try Self.read(file) { Self.areas($0, of: type, in: language, &identifiers) }
        }
        guard !areas.isEmpty else { throw .noAreas }
    }

    private static func read<Result>(
        _ file: File, _ make: (JSONReader) -> Result?
    ) throws(IMDFError) -> Result {
        do throws(JSONDocumentError) {
            return try JSONDocumentError.read(file.bytes, make)
        } catch {
            throw .file(name: file.name, error)
        }
    }

    private static func areas(
        _ reader: JSONReader, of type: String, in language: String, _ identifiers: inout Set<String>
    ) -> [NamedArea]? {
        let kind = reader["type"].string()
        if let kind, kind != "FeatureCollection" { reader["type"].note(.value, "must be FeatureCollection") }
        return reader["features"].array(count: 0...100_000) { area($0, of: type, in: language, &identifiers) }
    }

    private static func area(
        _ reader: JSONReader, of type: String, in language: String, _ identifiers: inout Set<String>
    ) -> NamedArea? {
        if let actual = reader["feature_type"].string(), actual != type {
            reader["feature_type"].note(.value, "must be \(type) in this file")
        }
        let identifier = reader["id"].text(as: ConditionIdentifier.init, ConditionIdentifier.rule)?.text
        if let identifier, !identifiers.insert(identifier).inserted {
            reader["id"].note(.value, "occurs twice")
        }
        guard let condition = GeoJSONFeature(reader).condition, let identifier else { return nil }
        return NamedArea(
            identifier: identifier, name: name(reader["properties"]["name"], in: language), kind: type,
            condition: condition)
    }

    /// The text in the language or in a variety of it; otherwise the first text.
    private static func name(_ reader: JSONReader, in language: String) -> String? {
        let texts = reader.optional?.members { tag, text in text.string().map { (tag: tag, text: $0) } }
        let stem = language.prefix { $0 != "-" }
        let fitting =
            texts?.first { $0.tag == language } ?? texts?.first { $0.tag.prefix { $0 != "-" } == stem }
        return (fitting ?? texts?.first)?.text
    }
}
