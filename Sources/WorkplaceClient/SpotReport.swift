public import Essentials
package import JSON

/// A change at a spot that a person's own device decided: what a server gets of it, and nothing else.
public struct SpotReport: Hashable, Sendable {
    /// The number of the change, from 1, in the order in which the device's changes happened.
    public let number: Int64
    /// The spot's identifier.
    public let spot: String
    /// The new state.
    public let state: State
    /// The time of the change, by the device's clock.
    public let time: Timestamp
    /// The beacon that matched; `nil` when the device does not say.
    public let beacon: Beacon?

    /// Makes a report from its parts.
    public init(number: Int64, spot: String, state: State, time: Timestamp, beacon: Beacon? = nil) {
        self.number = number
        self.spot = spot
        self.state = state
        self.time = time
        self.beacon = beacon
    }

    /// The part of a beacon's identity that differs from spot to spot.
    public struct Beacon: Hashable, Sendable {
        /// The number of the site.
        public let major: UInt16
        /// The number of the spot.
        public let minor: UInt16

        /// Makes it from its parts.
        public init(major: UInt16, minor: UInt16) {
            self.major = major
            self.minor = minor
        }
    }

    /// Whether the device is at a spot.
    public enum State: String, Hashable, Sendable {
        /// It is there.
        case satisfied
        /// It is not there.
        case unsatisfied
        /// Nothing decides it.
        case unknown
        /// It is not evaluated.
        case unmonitored
    }
}

/// The answer to reports.
public struct SpotReceipt: Hashable, Sendable {
    /// The number up to which the device need not send again.
    public let acknowledged: Int64
    /// How many reports were refused, because their times are more than ten minutes ahead of the server's clock.
    public let refused: Int

    /// Makes a receipt from its parts.
    public init(acknowledged: Int64, refused: Int = 0) {
        self.acknowledged = acknowledged
        self.refused = refused
    }
}

extension APIClient {
    /// The path of the spots.
    package static let spotPath = "/api/v1/presence/conditions"

    /// Returns the spots that a device of the signed-in person can monitor.
    ///
    /// - Throws: What ``get(_:)`` throws.
    public func spotsToMonitor() async throws -> [MonitoredSpot] {
        try MonitoredSpot.list(try await get(Self.spotPath))
    }

    /// Reports changes at spots; a repeated report changes nothing more.
    ///
    /// - Parameters:
    ///   - reports: The changes, at most 1,000.
    ///   - device: A name that no other device of the person has: 1 to 128 ASCII letters, digits, `.`, `_`, `-`, and spaces
    ///     inside.
    /// - Returns: What the server has taken.
    /// - Throws: ``APIProblem`` with code `consent-needed` when the person wants neither to be followed nor to be reminded, and
    ///   what ``get(_:)`` throws.
    public func report(_ reports: [SpotReport], from device: String) async throws -> SpotReceipt {
        var body = JSONWriter()
        body.object { body in
            body.member("device", device)
            body.member("events") { events in
                events.array { events in
                    for report in reports { events.object { report.write(to: &$0) } }
                }
            }
        }
        return try await post("/api/v1/presence/events", body).reading { answer in
            answer["acknowledged"].integer(in: 0...Int64.max).map { acknowledged in
                let refused = answer["refused"].optional?.array { _ in true } ?? []
                return SpotReceipt(acknowledged: acknowledged, refused: refused.count)
            }
        }
    }
}

extension SpotReport {
    /// Writes the members of an object.
    package func write(to json: inout JSONWriter) {
        json.member("number", number)
        json.member("identifier", spot)
        json.member("state", state.rawValue)
        json.member("time", time.description)
        guard let beacon else { return }
        json.member("refinement") { json in
            json.object { json in
                json.member("major", Int(beacon.major))
                json.member("minor", Int(beacon.minor))
            }
        }
    }

    /// Reads what ``write(to:)`` wrote.
    package init?(_ reader: JSONReader) {
        let number = reader["number"].integer(in: 1...Int64.max)
        let spot = reader["identifier"].string()
        let state = reader["state"].text(as: { State(rawValue: $0) }, "must be a state")
        let time = reader["time"].text(as: { Timestamp($0) }, "must be a date-time")
        guard let number, let spot, let state, let time else { return nil }
        let beacon = reader["refinement"].optional.flatMap(Beacon.init)
        self.init(number: number, spot: spot, state: state, time: time, beacon: beacon)
    }
}

extension SpotReport.Beacon {
    fileprivate init?(_ reader: JSONReader) {
        let major = reader["major"].integer(in: 0...Int(UInt16.max))
        let minor = reader["minor"].integer(in: 0...Int(UInt16.max))
        guard let major, let minor else { return nil }
        self.init(major: UInt16(major), minor: UInt16(minor))
    }
}
