import Beacons
import Essentials
import Synchronization
import Testing

@testable import Workplace

/// Whose badges and phones gateways hear.
struct WearableIndexTests {
    private static let key = CipherBlock(0..<16)
    private let start = Timestamp(millisecondsSinceEpoch: 1_795_000_000_000)

    private func wearable(_ identity: Wearable.Identity, of person: String = "ada") throws -> Wearable {
        Wearable(
            id: try #require(WearableID("w-\(person)")), person: try #require(PersonID(person)),
            identity: identity, label: "", assignedAt: start)
    }

    private func index(_ identity: Wearable.Identity) throws -> WearableIndex {
        var index = WearableIndex()
        index.replace(with: [try wearable(identity)])
        return index
    }

    private func identity(_ identifier: UInt64) -> SightedIdentity {
        .ephemeral((0..<8).map { UInt8(truncatingIfNeeded: identifier >> UInt64(56 - 8 * $0)) })
    }

    private func address(_ random: UInt32, key: CipherBlock = key) -> SightedIdentity {
        .privateAddress(DeviceAddress(resolvableFrom: random, key: key, using: .openSSL).value)
    }

    @Test func `a phone is recognised by its key, whatever address it has`() throws {
        var index = try index(.phone(Self.key))
        #expect(index.wants == GatewayReceipt.Wants(ephemeral: false, addresses: true))
        for random in [UInt32(1), 77, 4_000_000] {
            var looks = 1
            #expect(index.wearer(of: address(random), at: start, looks: &looks)?.rawValue == "ada")
        }
        var looks = 1
        let stranger = address(1, key: CipherBlock(repeating: 9))
        #expect(index.wearer(of: stranger, at: start, looks: &looks) == nil)
    }

    @Test(arguments: [0, 5, 10, 15])
    func `a badge with a changing identifier is recognised while its clock is at most two hours wrong`(
        exponent: UInt8
    ) throws {
        let key = try #require(EphemeralBeaconKey(identityKey: Self.key, rotationExponent: exponent))
        var index = try index(.ephemeral(key, zero: start))
        #expect(index.wants == GatewayReceipt.Wants(ephemeral: true, addresses: false))
        let period = 1 << Int(exponent)
        // At the beginning, in the usual order, after a jump, and after the clock was set back.
        for now in [0, 1, 90_000, 90_000 + period, 500_000, 90_001] {
            let time = start.advanced(by: .seconds(now))
            index.update(at: time)
            for (wrongBy, isKnown) in [
                (0, true), (7_199, true), (-7_199, true), (7_200 + 2 * period, false),
                (-7_200 - 2 * period, false),
            ] where now + wrongBy >= 0 {
                let sent = key.identifier(at: UInt32(now + wrongBy), using: .openSSL)
                var looks = 0
                let found = index.wearer(of: identity(sent), at: time, looks: &looks)
                #expect((found != nil) == isKnown, "\(now) \(wrongBy)")
            }
        }
    }

    @Test func `an invented identifier of a badge costs no cipher, and time costs one identifier a period`()
        throws
    {
        let blocks = Mutex(0)
        let ciphers = BeaconCiphers(
            encryptBlock: { block, key in
                blocks.withLock { $0 += 1 }
                return BeaconCiphers.openSSL.encryptBlock(block, key)
            }, sealCCM: BeaconCiphers.openSSL.sealCCM, openCCM: BeaconCiphers.openSSL.openCCM,
            sealEAX: BeaconCiphers.openSSL.sealEAX, openEAX: BeaconCiphers.openSSL.openEAX)
        let person = try #require(PersonID("ada"))
        let senders = try (0..<UInt8(20)).map { number in
            let key = try #require(
                EphemeralBeaconKey(
                    identityKey: CipherBlock(repeating: number), rotationExponent: number % 16))
            return EphemeralWearers.Sender(key: key, zero: start, person: person)
        }
        var wearers = EphemeralWearers(most: 2_000, ciphers: ciphers)
        wearers.replace(with: senders)
        var time = start.advanced(by: .seconds(100_000))
        wearers.update(at: time)
        // The bound holds, and each badge has its part of it.
        #expect(wearers.count <= 2_000)
        for sender in senders {
            #expect(wearers.wearer(of: sender.key.identifier(at: 100_000, using: .openSSL)) == person)
        }
        blocks.withLock { $0 = 0 }
        for invented in 0..<UInt64(1_000) { #expect(wearers.wearer(of: invented) == nil) }
        #expect(blocks.withLock { $0 } == 0)
        let count = wearers.count
        for _ in 0..<8 {
            time = time.advanced(by: .seconds(1))
            wearers.update(at: time)
            wearers.update(at: time)
        }
        // In eight seconds the badges that change each second, 2, 4 and 8 seconds sent 2 · (8 + 4 + 2 + 1) new ones; of
        // the slower ones, at most one each.
        #expect(blocks.withLock { $0 } <= 2 * (30 + 12))
        #expect(wearers.count == count)
        wearers.replace(with: [senders[10]])
        wearers.update(at: time)
        #expect(wearers.wearer(of: senders[10].key.identifier(at: 100_008, using: .openSSL)) == person)
        #expect(wearers.wearer(of: senders[11].key.identifier(at: 100_008, using: .openSSL)) == nil)
        #expect(wearers.count == 15 || wearers.count == 17)
    }

    @Test func `an answer is remembered while the identity is heard, and forgotten after a minute`() throws {
        var index = try index(.phone(Self.key))
        let stranger = address(5, key: CipherBlock(repeating: 9))
        var looks = 10
        _ = index.wearer(of: stranger, at: start, looks: &looks)
        _ = index.wearer(of: stranger, at: start.advanced(by: .seconds(60)), looks: &looks)
        #expect(looks == 9)
        index.update(at: start.advanced(by: .seconds(121)))
        #expect(index.knownCount == 0)
        _ = index.wearer(of: stranger, at: start.advanced(by: .seconds(121)), looks: &looks)
        #expect(looks == 8)
    }

    @Test func `invented addresses are looked up a limited number of times`() throws {
        var index = try index(.phone(Self.key))
        var looks = WearableIndex.looksPerReport
        for random in 0..<UInt32(1_000) {
            _ = index.wearer(of: address(random, key: CipherBlock(repeating: 9)), at: start, looks: &looks)
        }
        #expect(looks == 0)
        // Badges with numbers need no look.
        #expect(index.wearer(of: address(1), at: start, looks: &looks) == nil)
        var later = WearableIndex.looksPerReport
        #expect(index.wearer(of: address(1), at: start, looks: &later)?.rawValue == "ada")
    }

    @Test func `unknown beacons are counted and forgotten after a minute, addresses at once`() throws {
        var unknown = UnknownBeacons()
        let uuid = try #require(ProximityUUID("6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3"))
        for minor in 0..<UInt16(2_000) {
            let identity = SightedIdentity.beacon(BeaconIdentity(uuid: uuid, major: 1, minor: minor))
            unknown.note(identity, count: 2, rssi: Int8(-100 + Int(minor % 50)), at: start)
        }
        unknown.note(address(1), count: 1, rssi: -20, at: start)
        let summary = unknown.summary(at: start)
        #expect(summary.count == 1_000)
        #expect(summary.sample.count == 12)
        #expect(summary.sample.allSatisfy { $0.rssi == -51 && $0.count == 2 })
        #expect(unknown.summary(at: start.advanced(by: .seconds(61))).count == 0)
        unknown.forget(at: start.advanced(by: .seconds(61)))
        #expect(unknown == UnknownBeacons())
    }
}
