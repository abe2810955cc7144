import Cryptography
import Testing

struct LongDigestTests {
    // Examples of FIPS 180-4 as published by NIST.
    @Test func `the digests are the published ones`() {
        #expect(
            Hexadecimal.encode(SHA384.digest(of: "abc".utf8))
                == "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed"
                + "8086072ba1e7cc2358baeca134c825a7")
        #expect(
            Hexadecimal.encode(SHA512.digest(of: "abc".utf8))
                == "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f")
    }
}
