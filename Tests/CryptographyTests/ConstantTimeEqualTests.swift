import Cryptography
import Testing

struct ConstantTimeEqualTests {
    @Test(
        arguments: [
            ([], [], true),
            ([1, 2, 3], [1, 2, 3], true),
            ([1, 2, 3], [1, 2, 4], false),
            ([0, 2, 3], [1, 2, 3], false),
            ([1, 2, 3], [1, 2], false),
            ([], [0], false),
        ] as [([UInt8], [UInt8], Bool)])
    func `bytes are equal when all of them are`(first: [UInt8], second: [UInt8], equal: Bool) {
        #expect(constantTimeEqual(first, second) == equal)
    }
}
