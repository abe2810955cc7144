public import Beacons

/// Assigns numbers to the known beacons, and finds the number of a received one.
///
/// Fill it with your own organisation's beacons. Received identities, which anyone can send, are looked up
/// but never added.
public struct BeaconRegistry: Sendable {
    private var identities: [BeaconIdentity] = []
    /// A hash table: each place has the number of an identity plus one, or 0 if it is empty.
    ///
    /// At least half of the places stay empty.
    private var places: [UInt32] = Array(repeating: 0, count: 16)

    /// Numbers identities from 0 in their order; a repeated identity keeps its number.
    ///
    /// - Complexity: O(*n*).
    public init(_ identities: some Sequence<BeaconIdentity>) {
        for identity in identities { add(identity) }
    }

    /// The number of identities.
    public var count: Int { identities.count }

    /// The identity with a number, which must exist.
    public subscript(number: Int) -> BeaconIdentity { identities[number] }

    /// The number of an identity; `nil` when it is not known.
    ///
    /// - Complexity: O(1).
    public func number(of identity: BeaconIdentity) -> Int? {
        var place = Self.place(of: identity, in: places.count)
        while places[place] != 0 {
            let number = Int(places[place]) - 1
            if identities[number] == identity { return number }
            place = (place + 1) & (places.count - 1)
        }
        return nil
    }

    private mutating func add(_ identity: BeaconIdentity) {
        guard number(of: identity) == nil else { return }
        identities.append(identity)
        guard identities.count * 2 > places.count else { return put(count - 1) }
        places = Array(repeating: 0, count: places.count * 2)
        for number in identities.indices { put(number) }
    }

    private mutating func put(_ number: Int) {
        var place = Self.place(of: identities[number], in: places.count)
        while places[place] != 0 { place = (place + 1) & (places.count - 1) }
        places[place] = UInt32(number + 1)
    }

    private static func place(of identity: BeaconIdentity, in count: Int) -> Int {
        let parts = UInt64(identity.major) << 16 | UInt64(identity.minor)
        let whole = identity.uuid.high ^ identity.uuid.low &* 0x9E37_79B9_7F4A_7C15 ^ parts
        let mixed = whole &* 0xD6E8_FEB8_6659_FD93
        return Int(truncatingIfNeeded: (mixed ^ mixed >> 32) & UInt64(count - 1))
    }
}
