import Beacons
import Cryptography
import Essentials

/// Finds whose wearable a gateway heard.
///
/// A changing identity costs a look with every key, so that the answer is remembered for a minute, for strangers too: who
/// stays is looked up once, and who goes is forgotten.
struct WearableIndex: Sendable {
    /// How many changing identities of one report are looked up; the others wait for the next one.
    ///
    /// The limit keeps a sender of invented addresses from stopping the server.
    static let looksPerReport = 64
    private static let memory: Duration = .seconds(60)
    private static let most = 10_000

    private struct Known {
        let person: PersonID?
        var heardAt: Timestamp
    }

    private let lasting: [SightedIdentity: PersonID]
    private let phones: [(key: CipherBlock, person: PersonID)]
    private let ephemerals: [(key: EphemeralBeaconKey, zero: Timestamp, person: PersonID)]
    private var known: [SightedIdentity: Known] = [:]
    private var forgottenAt: Timestamp?

    /// Which changing identities can be recognised at all.
    var wants: GatewayReceipt.Wants {
        GatewayReceipt.Wants(ephemeral: !ephemerals.isEmpty, addresses: !phones.isEmpty)
    }

    /// Makes an index of wearables.
    init(_ wearables: [Wearable] = []) {
        var lasting: [SightedIdentity: PersonID] = [:]
        var phones: [(CipherBlock, PersonID)] = []
        var ephemerals: [(EphemeralBeaconKey, Timestamp, PersonID)] = []
        for wearable in wearables {
            switch wearable.identity {
            case .beacon(let beacon): lasting[.beacon(beacon)] = wearable.person
            case .eddystone(let bytes): lasting[.eddystone(bytes)] = wearable.person
            case .ephemeral(let key, let zero): ephemerals.append((key, zero, wearable.person))
            case .phone(let key): phones.append((key, wearable.person))
            }
        }
        self.lasting = lasting
        self.phones = phones
        self.ephemerals = ephemerals
    }

    /// Finds the wearer of what was heard.
    ///
    /// - Parameters:
    ///   - identity: What was heard.
    ///   - time: The present time.
    ///   - looks: How many changing identities may still be looked up.
    /// - Returns: `nil` for a stranger, and when no more look-ups are allowed.
    /// - Complexity: O(1); for a changing identity that is not remembered, O(*n*) in the number of keys.
    mutating func wearer(of identity: SightedIdentity, at time: Timestamp, looks: inout Int) -> PersonID? {
        if identity.isLasting { return lasting[identity] }
        if let entry = known[identity], entry.heardAt.duration(to: time) <= Self.memory {
            known[identity]?.heardAt = time
            return entry.person
        }
        guard looks > 0 else { return nil }
        looks -= 1
        let person = lookUp(identity, at: time)
        if known.count < Self.most { known[identity] = Known(person: person, heardAt: time) }
        return person
    }

    /// Forgets what was not heard for a minute.
    mutating func forget(at time: Timestamp) {
        // A pass over all entries for each report would cost more than the look-ups.
        if let forgottenAt, forgottenAt.duration(to: time) < .seconds(1), forgottenAt <= time { return }
        forgottenAt = time
        known = known.filter { $0.value.heardAt.duration(to: time) <= Self.memory }
    }

    private func lookUp(_ identity: SightedIdentity, at time: Timestamp) -> PersonID? {
        switch identity {
        case .privateAddress(let value):
            let address = DeviceAddress(value, kind: .random)
            return phones.first { address.isResolved(by: $0.key, using: .openSSL) }?.person
        case .ephemeral(let bytes):
            let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return ephemerals.first { entry in
                let expected = UInt32(clamping: entry.zero.duration(to: time).components.seconds)
                return entry.key.counter(
                    of: value, expected: expected, tolerance: Wearable.Identity.clockTolerance,
                    using: .openSSL
                ) != nil
            }?.person
        case .beacon, .eddystone: return nil
        }
    }
}

extension BeaconCiphers {
    /// OpenSSL's ciphers.
    static let openSSL = BeaconCiphers(
        encryptBlock: { AES128.encrypt($0, key: $1) },
        sealCCM: { AES128.sealCCM($0, nonce: $1, tagCount: $2, key: $3) },
        openCCM: { AES128.openCCM($0, tag: $1, nonce: $2, key: $3) },
        sealEAX: { AES128.sealEAX($0, nonce: $1, tagCount: $2, key: $3) },
        openEAX: { AES128.openEAX($0, tag: $1, nonce: $2, key: $3) })
}
