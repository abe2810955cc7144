import Foundation
package import JSON

/// A spot of the campus that a device can monitor by its beacon.
public struct MonitoredSpot: Hashable, Sendable {
    /// The identifier, which a report names.
    public let identifier: String
    /// The UUID of the beacon, as text.
    public let uuid: String
    /// The major of the beacon.
    public let major: UInt16
    /// The minor of the beacon.
    public let minor: UInt16
    /// The café that it belongs to; `nil` for an entrance.
    public let cafe: String?

    /// Makes a spot from its parts.
    public init(identifier: String, uuid: String, major: UInt16, minor: UInt16, cafe: String? = nil) {
        self.identifier = identifier
        self.uuid = uuid
        self.major = major
        self.minor = minor
        self.cafe = cafe
    }

    /// Reads the spots that a server lists, in its answer to ``APIClient/spotsToMonitor()``.
    package static func list(_ answer: JSONValue) throws(UnexpectedAnswer) -> [MonitoredSpot] {
        try answer.reading { $0.array(MonitoredSpot.init) }
    }

    private init?(_ reader: JSONReader) {
        let identifier = reader["identifier"].string()
        let uuid = reader["uuid"].text(as: { UUID(uuidString: $0) }, "must be a UUID")
        let major = reader["major"].integer(in: 0...Int(UInt16.max))
        let minor = reader["minor"].integer(in: 0...Int(UInt16.max))
        guard let identifier, let uuid, let major, let minor else { return nil }
        self.init(
            identifier: identifier, uuid: uuid.uuidString, major: UInt16(major), minor: UInt16(minor),
            cafe: reader["cafe"].optional?.string())
    }
}
