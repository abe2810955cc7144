import Geodesy

/// Positions as lines of text: the device's number, degrees north, degrees east, with a space between.
struct PositionBatch {
    /// Where a device is.
    struct Position {
        let device: UInt32
        let place: Coordinate
    }

    struct Unreadable: Error {}

    private(set) var positions: [Position] = []

    /// Reads lines; each ends with a line feed.
    ///
    /// - Throws: ``Unreadable`` for anything that is not such a line.
    init(_ text: [UInt8], devices: Int) throws {
        let bytes = text.span
        positions.reserveCapacity(bytes.count / 24)
        var place = 0
        while place < bytes.count {
            let device = try Self.decimal(bytes, &place, until: UInt8(ascii: " "))
            let latitude = try Self.decimal(bytes, &place, until: UInt8(ascii: " "))
            let longitude = try Self.decimal(bytes, &place, until: UInt8(ascii: "\n"))
            guard let number = UInt32(exactly: device), number < devices,
                let coordinate = Coordinate(latitude: latitude, longitude: longitude)
            else { throw Unreadable() }
            positions.append(Position(device: number, place: coordinate))
        }
    }

    /// A decimal number of at most 18 digits; then the digits and the power of ten are exact, and their quotient is the
    /// nearest number there is as long as the digits need no more than 53 bits.
    @inline(__always)
    private static func decimal(_ bytes: Span<UInt8>, _ place: inout Int, until end: UInt8) throws -> Double {
        var (digits, count, decimals) = (0 as Int64, 0, -1)
        let isNegative = place < bytes.count && bytes[place] == UInt8(ascii: "-")
        if isNegative { place += 1 }
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                guard count < 18 else { throw Unreadable() }
                digits = digits * 10 + Int64(byte - UInt8(ascii: "0"))
                count += 1
            case UInt8(ascii: ".") where decimals < 0: decimals = count
            case end where count > 0:
                let scale = decimals < 0 ? 1 : powersOfTen[count - decimals]
                return (isNegative ? -1 : 1) * Double(digits) / scale
            default: throw Unreadable()
            }
        }
        throw Unreadable()
    }

    private static let powersOfTen: InlineArray<19, Double> = InlineArray { power in
        (0..<power).reduce(1.0) { product, _ in product * 10 }
    }
}
