public import Essentials

/// A point on a site that a beacon marks: the site's major and a minor of its own.
public struct Spot: Hashable, Sendable {
    /// The kind of a spot.
    public enum Kind: Hashable, Sendable {
        /// A café.
        case cafe(CafeID)
        /// A station of a café.
        case station(CafeID, StationID)
        /// A door.
        case entrance
    }

    /// Names the spot.
    public let id: SpotID
    /// What people call it.
    public let name: LocalizedText
    /// The minor value that its beacon carries.
    public let minor: UInt16
    /// Its kind.
    public let kind: Kind
    /// The place on a map; `nil` if the file has none.
    public let point: GeographicPoint?
    /// The floor, counted from 0 for the ground floor; `nil` if the file has none.
    public let floor: Int?

    /// Makes a spot from its parts.
    public init(
        id: SpotID, name: LocalizedText, minor: UInt16, kind: Kind, point: GeographicPoint? = nil,
        floor: Int? = nil
    ) {
        self.id = id
        self.name = name
        self.minor = minor
        self.kind = kind
        self.point = point
        self.floor = floor
    }

    /// The café that the spot belongs to; `nil` for an entrance.
    public var cafe: CafeID? {
        switch kind {
        case .cafe(let cafe), .station(let cafe, _): cafe
        case .entrance: nil
        }
    }
}
