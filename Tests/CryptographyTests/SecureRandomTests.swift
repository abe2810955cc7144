import Cryptography
import Testing

struct SecureRandomTests {
    @Test(arguments: [0, 1, 16, 1_000])
    func `as many bytes come as were asked for`(count: Int) throws {
        #expect(try SecureRandom.bytes(count).count == count)
    }

    // Chance makes two equal ones once in 2^128 runs.
    @Test func `two answers differ`() throws {
        #expect(try SecureRandom.bytes(16) != SecureRandom.bytes(16))
    }
}
