extension Span<UInt8> {
    /// Eight bytes as a number, the first byte most significant.
    ///
    /// The offset must lie at least eight bytes before the end; otherwise it is a programmer error.
    @inline(__always)
    func bigEndian64(at offset: Int) -> UInt64 {
        unsafe UInt64(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// Four bytes as a number, the first byte least significant.
    @inline(__always)
    func littleEndian32(at offset: Int) -> UInt32 {
        unsafe UInt32(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    /// Two bytes as a number, the first byte most significant.
    @inline(__always)
    func bigEndian16(at offset: Int) -> UInt16 {
        unsafe UInt16(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    /// Two bytes as a number, the first byte least significant.
    @inline(__always)
    func littleEndian16(at offset: Int) -> UInt16 {
        unsafe UInt16(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }
}
