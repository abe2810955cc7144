/// One structure of advertising data: its type, and the position of its bytes.
public struct AdvertisingStructure: Hashable, Sendable {
    /// The meaning of the bytes, by the Bluetooth assigned numbers: 0x01 flags, 0x09 name, 0xFF manufacturer
    /// data.
    public var type: UInt8
    /// The position of its bytes in the advertising data, without length and type.
    public var content: Range<Int>

    /// Makes a structure.
    public init(type: UInt8, content: Range<Int>) {
        self.type = type
        self.content = content
    }
}

/// Iterates over the structures of advertising data: `length type content…`, one after another.
///
/// A length of 0 ends the data. The iterator allocates nothing and keeps no bytes, so pass the same bytes to
/// each step.
public struct AdvertisingStructures: Sendable {
    private var offset = 0

    /// Starts before the first structure.
    public init() {}

    /// Returns the next structure.
    ///
    /// - Parameter bytes: The advertising data, the same at each call.
    /// - Returns: `nil` at the end.
    /// - Throws: ``FrameDefect/truncatedStructure`` when a structure runs past the end. Earlier structures
    ///   stay valid; later ones cannot be read.
    public mutating func next(in bytes: Span<UInt8>) throws(FrameDefect) -> AdvertisingStructure? {
        guard offset < bytes.count else { return nil }
        let length = Int(bytes[offset])
        guard length > 0 else { return nil }
        guard length < bytes.count - offset else { throw .truncatedStructure }
        defer { offset += length + 1 }
        return AdvertisingStructure(type: bytes[offset + 1], content: offset + 2..<offset + 1 + length)
    }
}
