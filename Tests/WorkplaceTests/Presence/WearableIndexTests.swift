import Beacons
import Essentials
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

    private func address(_ random: UInt32, key: CipherBlock = key) -> SightedIdentity {
        .privateAddress(DeviceAddress(resolvableFrom: random, key: key, using: .openSSL).value)
    }

    @Test func `a phone is recognised by its key, whatever address it has`() throws {
        var index = WearableIndex([try wearable(.phone(Self.key))])
        #expect(index.wants == GatewayReceipt.Wants(ephemeral: false, addresses: true))
        for random in [UInt32(1), 77, 4_000_000] {
            var looks = 1
            #expect(index.wearer(of: address(random), at: start, looks: &looks)?.rawValue == "ada")
        }
        var looks = 1
        let stranger = address(1, key: CipherBlock(repeating: 9))
        #expect(index.wearer(of: stranger, at: start, looks: &looks) == nil)
    }

    @Test func `a beacon with a changing identifier is recognised by its key and its clock`() throws {
        let key = try #require(EphemeralBeaconKey(identityKey: Self.key, rotationExponent: 10))
        var index = WearableIndex([try wearable(.ephemeral(key, zero: start))])
        for (later, isKnown) in [(0, true), (90_000, true)] {
            let sent = key.identifier(at: UInt32(later), using: .openSSL)
            let bytes = (0..<8).map { UInt8(truncatingIfNeeded: sent >> UInt64(56 - 8 * $0)) }
            var looks = 1
            let found = index.wearer(
                of: .ephemeral(bytes), at: start.advanced(by: .seconds(later)), looks: &looks)
            #expect((found != nil) == isKnown)
        }
        let old = key.identifier(at: 0, using: .openSSL)
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: old >> UInt64(56 - 8 * $0)) }
        var looks = 1
        // Recorded a day ago, and sent again.
        let later = start.advanced(by: .seconds(86_400))
        let found = index.wearer(of: .ephemeral(bytes), at: later, looks: &looks)
        #expect(found == nil)
    }

    @Test func `an answer is remembered while the identity is heard, and forgotten after a minute`() throws {
        var index = WearableIndex([try wearable(.phone(Self.key))])
        let stranger = address(5, key: CipherBlock(repeating: 9))
        var looks = 10
        _ = index.wearer(of: stranger, at: start, looks: &looks)
        _ = index.wearer(of: stranger, at: start.advanced(by: .seconds(60)), looks: &looks)
        #expect(looks == 9)
        index.forget(at: start.advanced(by: .seconds(121)))
        _ = index.wearer(of: stranger, at: start.advanced(by: .seconds(121)), looks: &looks)
        #expect(looks == 8)
    }

    @Test func `invented addresses are looked up a limited number of times`() throws {
        var index = WearableIndex([try wearable(.phone(Self.key))])
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
