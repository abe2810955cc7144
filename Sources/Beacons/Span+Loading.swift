// `unsafe` marks that bytes are read as a number. Any bytes are a valid number, and the offset is checked.
extension Span<UInt8> {
    /// Eight bytes as a number, the first byte most significant.
    ///
    /// The offset must be at least eight bytes before the end; a larger one is a programmer error.
    @inline(__always)
    func bigEndian64(at offset: Int) -> UInt64 {
        UInt64(bigEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// Four bytes as a number, the first byte least significant.
    @inline(__always)
    func littleEndian32(at offset: Int) -> UInt32 {
        UInt32(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    /// Four bytes as a number, the first byte most significant.
    @inline(__always)
    func bigEndian32(at offset: Int) -> UInt32 {
        UInt32(bigEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    /// Two bytes as a number, the first byte most significant.
    @inline(__always)
    func bigEndian16(at offset: Int) -> UInt16 {
        UInt16(bigEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    /// Two bytes as a number, the first byte least significant.
    @inline(__always)
    func littleEndian16(at offset: Int) -> UInt16 {
        UInt16(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }
}
