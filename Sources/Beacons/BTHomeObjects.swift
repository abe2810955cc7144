/// One object of a BTHome frame: a measurement, a state or an event.
public struct BTHomeObject: Hashable, Sendable {
    /// What it is; ``BTHomeObjectFormat`` has the name, the unit and the factor.
    public var identifier: UInt8
    /// Where its value is in the bytes that were decoded.
    public var value: Range<Int>

    /// Makes an object.
    public init(identifier: UInt8, value: Range<Int>) {
        self.identifier = identifier
        self.value = value
    }

    /// The number as it was sent, without its factor; `nil` for a text and for raw bytes.
    public func number(in bytes: Span<UInt8>) -> Int64? {
        guard let format = BTHomeObjectFormat(identifier: identifier), !format.hasLengthByte else {
            return nil
        }
        var number: UInt64 = 0
        for offset in value.reversed() { number = number << 8 | UInt64(bytes[offset]) }
        guard format.isSigned else { return Int64(number) }
        let shift = UInt64(64 - 8 * value.count)
        return Int64(bitPattern: number << shift) >> Int64(shift)
    }

    /// The bytes of an object with a number.
    ///
    /// - Returns: `nil` for an unknown identifier, for a text or raw bytes, and when the number is out of range.
    public static func bytes(identifier: UInt8, number: Int64) -> [UInt8]? {
        guard let format = BTHomeObjectFormat(identifier: identifier), !format.hasLengthByte else {
            return nil
        }
        let bits = Int64(8 * format.byteCount)
        let span = Int64(1) << bits
        let lowest = format.isSigned ? -span / 2 : 0
        guard number >= lowest, number < lowest + span else { return nil }
        var bytes = [identifier]
        bytes.appendLittleEndian(UInt64(bitPattern: number), count: format.byteCount)
        return bytes
    }

    /// The bytes of an object with a text (identifier 0x53) or raw bytes (0x54).
    ///
    /// - Returns: `nil` for another identifier, and for more than 255 bytes.
    public static func bytes(identifier: UInt8, content: [UInt8]) -> [UInt8]? {
        guard let format = BTHomeObjectFormat(identifier: identifier), format.hasLengthByte,
            let count = UInt8(exactly: content.count)
        else { return nil }
        return [identifier, count] + content
    }
}

/// Iterates over the objects of a plain BTHome frame, or of one that was decrypted.
///
/// The iterator allocates nothing and keeps no bytes, so pass the same bytes to each step.
public struct BTHomeObjects: Sendable {
    private var rest: Range<Int>

    /// Starts before the first object.
    ///
    /// - Parameter content: Where the objects are.
    public init(_ content: Range<Int>) { rest = content }

    /// Returns the next object.
    ///
    /// - Parameter bytes: The bytes that were decoded, the same at each call.
    /// - Returns: `nil` at the end.
    /// - Throws: ``FrameDefect/unknownObject`` or ``FrameDefect/truncatedObject``; earlier objects stay valid, and
    ///   later ones cannot be read.
    public mutating func next(in bytes: Span<UInt8>) throws(FrameDefect) -> BTHomeObject? {
        guard let start = rest.first else { return nil }
        guard let format = BTHomeObjectFormat(identifier: bytes[start]) else { throw .unknownObject }
        var value = start + 1..<start + 1 + format.byteCount
        if format.hasLengthByte {
            guard rest.count >= 2 else { throw .truncatedObject }
            value = start + 2..<start + 2 + Int(bytes[start + 1])
        }
        guard value.upperBound <= rest.upperBound else { throw .truncatedObject }
        rest = value.upperBound..<rest.upperBound
        return BTHomeObject(identifier: bytes[start], value: value)
    }
}
