public import Essentials
public import Ordering

/// The organisation that runs an installation.
public struct Organisation: Hashable, Sendable {
    /// Names the organisation.
    public let id: OrganisationID
    /// What people call it.
    public let name: LocalizedText
    /// The UUID that all of its beacons carry, in capital letters with hyphens.
    public let beaconUUID: String

    /// Makes an organisation from its parts.
    public init(id: OrganisationID, name: LocalizedText, beaconUUID: String) {
        self.id = id
        self.name = name
        self.beaconUUID = beaconUUID
    }
}

/// A point on the Earth's surface (WGS 84), in degrees.
public struct GeographicPoint: Hashable, Sendable {
    /// Degrees north of the equator, −90 to 90.
    public let latitude: Double
    /// Degrees east of Greenwich, −180 to 180.
    public let longitude: Double

    /// Makes a point; the campus file's reader checks the ranges.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// A place with one time zone and one or more cafés.
public struct Site: Hashable, Sendable {
    /// Names the site.
    public let id: SiteID
    /// What people call it.
    public let name: LocalizedText
    /// The zone of its wall clocks.
    public let zone: Zone
    /// The major value that its beacons carry.
    public let major: UInt16
    /// Where it is.
    public let point: GeographicPoint
    /// The spots that beacons mark.
    public let spots: [Spot]
    /// Where its cafés are.
    public let cafePoints: [CafeID: GeographicPoint]

    /// Makes a site from its parts.
    public init(
        id: SiteID, name: LocalizedText, zone: Zone, major: UInt16, point: GeographicPoint, spots: [Spot],
        cafePoints: [CafeID: GeographicPoint]
    ) {
        self.id = id
        self.name = name
        self.zone = zone
        self.major = major
        self.point = point
        self.spots = spots
        self.cafePoints = cafePoints
    }
}

/// A point on a site that a beacon marks: the site's major and a minor of its own.
public struct Spot: Hashable, Sendable {
    /// What a spot stands for.
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
    /// What it stands for.
    public let kind: Kind

    /// Makes a spot from its parts.
    public init(id: SpotID, name: LocalizedText, minor: UInt16, kind: Kind) {
        self.id = id
        self.name = name
        self.minor = minor
        self.kind = kind
    }
}

/// Someone who can sign in.
public struct Person: Hashable, Sendable {
    /// Names the person.
    public let id: PersonID
    /// What the person is called.
    public let name: String
    /// What the person may do.
    public let roles: Set<Role>
    /// How the person reads dates, numbers and money, such as `es-UY`.
    public let locale: LanguageTag
    /// What the meal accounts hold when they are opened, one amount for each currency that has an account.
    public let openingBalances: [Money]

    /// Makes a person from their parts.
    public init(id: PersonID, name: String, roles: Set<Role>, locale: LanguageTag, openingBalances: [Money]) {
        self.id = id
        self.name = name
        self.roles = roles
        self.locale = locale
        self.openingBalances = openingBalances
    }
}

/// A screen that signs in by itself and is bound to one café.
public struct Device: Hashable, Sendable {
    /// Names the device.
    public let id: DeviceID
    /// What people call it.
    public let name: LocalizedText
    /// What it is: ``Role/kitchen`` or ``Role/board``.
    public let role: Role
    /// The café that it serves.
    public let cafe: CafeID

    /// Makes a device from its parts.
    public init(id: DeviceID, name: LocalizedText, role: Role, cafe: CafeID) {
        self.id = id
        self.name = name
        self.role = role
        self.cafe = cafe
    }
}
