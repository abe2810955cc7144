/// One part of advertising data: what it is, and where its bytes are.
public struct AdvertisingStructure: Hashable, Sendable {
    /// What the bytes are, by the Bluetooth assigned numbers: 0x01 flags, 0x09 name, 0xFF manufacturer data.
    public var type: UInt8
    /// Where its bytes are in the advertising data, without length and type.
    public var content: Range<Int>

    /// Makes a structure.
    public init(type: UInt8, content: Range<Int>) {
        self.type = type
        self.content = content
    }
}

/// Steps through the structures of advertising data: `length type content…`, one after another.
///
/// A length of 0 ends the data. It allocates nothing and keeps no bytes; each step is given the same ones.
public struct AdvertisingStructures: Sendable {
    private var offset = 0

    /// Stands before the first structure.
    public init() {}

    /// Takes the next structure.
    ///
    /// - Parameter bytes: The advertising data, the same at each call.
    /// - Returns: `nil` at the end.
    /// - Throws: ``FrameDefect/truncatedStructure`` when one runs past the end; what came before it stays valid, and
    ///   what follows cannot be read.
    public mutating func next(in bytes: Span<UInt8>) throws(FrameDefect) -> AdvertisingStructure? {
        guard offset < bytes.count else { return nil }
        let length = Int(bytes[offset])
        guard length > 0 else { return nil }
        guard length < bytes.count - offset else { throw .truncatedStructure }
        defer { offset += length + 1 }
        return AdvertisingStructure(type: bytes[offset + 1], content: offset + 2..<offset + 1 + length)
    }
}
