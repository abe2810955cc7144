public import Beacons
import Cryptography
public import Essentials

/// A badge, a phone or a watch that a person wears, by which gateways hear that person.
public struct Wearable: Hashable, Sendable {
    /// What it sends, or the key with which its changing identity is recognised.
    public enum Identity: Hashable, Sendable {
        /// The numbers of an iBeacon.
        case beacon(BeaconIdentity)
        /// The sixteen bytes of an Eddystone UID.
        case eddystone([UInt8])
        /// The key of an Eddystone EID beacon, and when its counter was 0.
        case ephemeral(EphemeralBeaconKey, zero: Timestamp)
        /// The identity resolving key of a phone or watch.
        case phone(CipherBlock)

        /// The stable name of the kind.
        public var kind: String {
            switch self {
            case .beacon: "beacon"
            case .eddystone: "eddystone"
            case .ephemeral: "ephemeral"
            case .phone: "phone"
            }
        }
    }

    /// Names the wearable; it says nothing about it.
    public let id: WearableID
    /// Who wears it.
    public let person: PersonID
    /// What it sends.
    public let identity: Identity
    /// What people call it; may be empty.
    public let label: String
    /// When it was assigned.
    public let assignedAt: Timestamp

    /// Makes a wearable from its parts.
    public init(
        id: WearableID, person: PersonID, identity: Identity, label: String, assignedAt: Timestamp
    ) {
        self.id = id
        self.person = person
        self.identity = identity
        self.label = label
        self.assignedAt = assignedAt
    }
}

extension Wearable.Identity {
    /// The text that pages show: the numbers on a badge, or the first digits of a key's SHA-256 digest.
    public var shown: String {
        switch self {
        case .beacon(let beacon): "\(beacon.uuid) \(beacon.major) \(beacon.minor)"
        case .eddystone(let bytes): Hexadecimal.encode(bytes)
        case .ephemeral(let key, _): Self.fingerprint(of: key.identityKey)
        case .phone(let key): Self.fingerprint(of: key)
        }
    }

    private static func fingerprint(of key: CipherBlock) -> String {
        Hexadecimal.encode(SHA256.digest(of: key.bytes).prefix(4))
    }
}

extension CipherBlock {
    /// The bytes of a key or block.
    var bytes: [UInt8] { indices.map { self[$0] } }
}

/// Why a wearable is not assigned, or not found; nothing has changed.
public enum WearableRefusal: Error, Hashable, Sendable {
    /// It is assigned already, to this person or another one, or marks a spot.
    case taken
    /// There is no such wearable of the person.
    case unknownWearable
    /// The person has as many as possible.
    case tooMany(Int)
}
