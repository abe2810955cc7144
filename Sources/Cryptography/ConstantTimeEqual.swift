import COpenSSL

/// Compares secrets in a time that depends on their lengths only, not on where they differ.
///
/// - Complexity: O(*n*) in the number of bytes.
public func constantTimeEqual(_ first: some Collection<UInt8>, _ second: some Collection<UInt8>) -> Bool {
    unsafe withContiguousBytes(first) { first in
        unsafe withContiguousBytes(second) { second in
            // Two empty secrets have no address, which the C function does not promise to take.
            guard first.count == second.count, let start = first.baseAddress, let other = second.baseAddress
            else {
                return first.isEmpty && second.isEmpty
            }
            return unsafe CRYPTO_memcmp(start, other, first.count) == 0
        }
    }
}
