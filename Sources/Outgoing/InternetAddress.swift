/// The address of a machine, and whether it lies on the public internet.
struct InternetAddress: Sendable, Hashable {
    /// A network as its first bytes, and how many bits of them count.
    private struct Network {
        let bytes: [UInt8]
        let bitCount: Int

        init(_ bytes: [UInt8], _ bitCount: Int) {
            self.bytes = bytes
            self.bitCount = bitCount
        }

        func contains(_ address: [UInt8]) -> Bool {
            (0..<bitCount).allSatisfy { bit in
                let mask: UInt8 = 0x80 >> UInt8(bit % 8)
                let own = bit / 8 < bytes.count ? bytes[bit / 8] : 0
                return own & mask == address[bit / 8] & mask
            }
        }
    }

    /// Networks of version 4 that are not public, by the registry of special-purpose addresses (RFC 6890).
    private static let special4 = [
        Network([0], 8), Network([10], 8), Network([100, 64], 10), Network([127], 8),
        Network([169, 254], 16), Network([172, 16], 12), Network([192, 0, 0], 24),
        Network([192, 0, 2], 24), Network([192, 88, 99], 24), Network([192, 168], 16),
        Network([198, 18], 15), Network([198, 51, 100], 24), Network([203, 0, 113], 24),
        // Multicast, reserved, and broadcast.
        Network([224], 3),
    ]

    /// The network of version 6 that is public.
    private static let unicast6 = Network([0x20], 3)
    /// Networks in it that are not public: protocol assignments with Teredo, examples, 6to4, and examples again.
    private static let special6 = [
        Network([0x20, 0x01, 0x00], 23), Network([0x20, 0x01, 0x0D, 0xB8], 32), Network([0x20, 0x02], 16),
        Network([0x3F, 0xFF], 20),
    ]
    /// The network of translators, whose last four bytes are an address of version 4 (RFC 6052).
    private static let translated = Network([0x00, 0x64, 0xFF, 0x9B], 96)

    /// The four or sixteen bytes, in the order of the network.
    private let bytes: [UInt8]

    /// Makes an address of its bytes; `nil` unless there are 4 or 16.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Whether the address is on the public internet: it is not private, local or multicast, and does not wrap such an
    /// address of version 4.
    var isPublic: Bool {
        guard bytes.count == 16 else { return !Self.special4.contains { $0.contains(bytes) } }
        if Self.translated.contains(bytes) {
            return InternetAddress(Array(bytes.suffix(4)))?.isPublic ?? false
        }
        return Self.unicast6.contains(bytes) && !Self.special6.contains { $0.contains(bytes) }
    }
}
