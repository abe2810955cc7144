/// Lends the bytes of any collection as one piece of memory, copying only where they are not one already.
@unsafe
func withContiguousBytes<Result>(
    _ bytes: some Collection<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
) -> Result {
    if let result = bytes.withContiguousStorageIfAvailable(body) { return result }
    return unsafe Array(bytes).withUnsafeBufferPointer(body)
}
