import Beacons
import Cryptography
import Essentials

/// Finds whose wearable a gateway heard.
///
/// A phone's address costs a look with every key, so the answer is remembered until the address has been silent for a
/// minute, for strangers too.
struct WearableIndex: Sendable {
    /// How many addresses of one report are looked up; the others wait for the next one.
    ///
    /// The limit keeps a sender of invented addresses from stopping the server.
    static let looksPerReport = 64
    private static let memory: Duration = .seconds(60)
    private static let most = 10_000

    private struct Known {
        let person: PersonID?
        var heardAt: Timestamp
    }

    private var lasting: [SightedIdentity: PersonID] = [:]
    private var phones: [(key: CipherBlock, person: PersonID)] = []
    private var ephemerals = EphemeralWearers()
    private var known: [UInt64: Known] = [:]
    private var forgottenAt: Timestamp?

    /// Which changing identities can be recognised at all.
    var wants: GatewayReceipt.Wants {
        GatewayReceipt.Wants(ephemeral: !ephemerals.isEmpty, addresses: !phones.isEmpty)
    }

    /// How many addresses it remembers.
    var knownCount: Int { known.count }

    /// Replaces the wearables.
    mutating func replace(with wearables: [Wearable]) {
        (lasting, phones, known) = ([:], [], [:])
        var badges: [EphemeralWearers.Sender] = []
        for wearable in wearables {
            switch wearable.identity {
            case .beacon(let beacon): lasting[.beacon(beacon)] = wearable.person
            case .eddystone(let bytes): lasting[.eddystone(bytes)] = wearable.person
            case .ephemeral(let key, let zero):
                badges.append(EphemeralWearers.Sender(key: key, zero: zero, person: wearable.person))
            case .phone(let key): phones.append((key, wearable.person))
            }
        }
        ephemerals.replace(with: badges)
    }

    /// Finds the wearer of what was heard.
    ///
    /// - Parameters:
    ///   - identity: What was heard.
    ///   - time: The present time.
    ///   - looks: How many addresses may still be looked up.
    /// - Returns: `nil` for a stranger, and when no more look-ups are allowed.
    /// - Complexity: O(1); for an address that is not remembered, O(*n*) in the number of phones.
    mutating func wearer(of identity: SightedIdentity, at time: Timestamp, looks: inout Int) -> PersonID? {
        switch identity {
        case .beacon, .eddystone: lasting[identity]
        case .ephemeral(let bytes):
            ephemerals.wearer(of: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        case .privateAddress(let value): owner(of: value, at: time, looks: &looks)
        }
    }

    private mutating func owner(of address: UInt64, at time: Timestamp, looks: inout Int) -> PersonID? {
        if let entry = known[address], entry.heardAt.duration(to: time) <= Self.memory {
            known[address]?.heardAt = time
            return entry.person
        }
        guard looks > 0 else { return nil }
        looks -= 1
        let heard = DeviceAddress(address, kind: .random)
        let person = phones.first { heard.isResolved(by: $0.key, using: .openSSL) }?.person
        if known.count < Self.most { known[address] = Known(person: person, heardAt: time) }
        return person
    }

    /// Forgets the addresses that were not heard for a minute, and computes what EID badges send now.
    mutating func update(at time: Timestamp) {
        ephemerals.update(at: time)
        // A pass over all entries for each report would cost more than the look-ups.
        if let forgottenAt, forgottenAt.duration(to: time) < .seconds(1), forgottenAt <= time { return }
        forgottenAt = time
        known = known.filter { $0.value.heardAt.duration(to: time) <= Self.memory }
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
