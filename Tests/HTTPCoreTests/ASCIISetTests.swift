import Testing
@testable import HTTPCore

struct ASCIISetTests {
    private static let lettersAndDigits =
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

    @Test func `a token has letters, digits and fifteen signs`() {
        #expect(members(of: tokenBytes) == Set((Self.lettersAndDigits + "!#$%&'*+-.^_`|~").utf8))
    }

    @Test func `a host has letters, digits and eight signs`() {
        #expect(members(of: hostBytes) == Set((Self.lettersAndDigits + "-._~:[]%").utf8))
    }

    private func members(of set: ASCIISet) -> Set<UInt8> {
        Set((UInt8.min...UInt8.max).filter(set.contains))
    }
}
