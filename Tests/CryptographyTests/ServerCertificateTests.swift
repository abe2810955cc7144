import Testing

@testable import Cryptography

/// What a server's certificate says.
///
/// Certificate and keys were made with OpenSSL for these tests.
struct ServerCertificateTests {
    @Test
    func `a certificate says for which hosts and how long it is valid`() throws {
        let certificate = try #require(ServerCertificate(pem: Self.chain.utf8))
        #expect(certificate.hostNames == ["cafe.example", "*.cafe.example"])
        #expect(certificate.validFrom == 1_795_447_737)
        #expect(certificate.validUntil == 2_110_807_737)
    }

    @Test(arguments: ["", "no certificate", key, String(chain.dropLast(60))])
    func `anything else is no certificate`(text: String) {
        #expect(ServerCertificate(pem: text.utf8) == nil)
    }

    @Test(
        arguments: [
            (chain, key, true), (chain, otherKey, false), (chain, encryptedKey, nil), (chain, "", nil),
            (key, key, nil),
            (key + "\n" + chain, chain + "\n" + key, true),
        ] as [(String, String, Bool?)])
    func `a key belongs to a certificate, to another one, or cannot be read`(
        chain: String, key: String, isPair: Bool?
    ) {
        #expect(ServerCertificate.isPair(chain: chain.utf8, key: key.utf8) == isPair)
    }

    private static let chain = """
        -----BEGIN CERTIFICATE-----
        MIIBszCCAVqgAwIBAgIUTgz5W4rTnL/Mn9GLYH0w+vUmKU8wCgYIKoZIzj0EAwIw
        FzEVMBMGA1UEAwwMY2FmZS5leGFtcGxlMB4XDTI2MTEyMzE1Mjg1N1oXDTM2MTEy
        MDE1Mjg1N1owFzEVMBMGA1UEAwwMY2FmZS5leGFtcGxlMFkwEwYHKoZIzj0CAQYI
        KoZIzj0DAQcDQgAEoN87u9b7Mgr1m7ZcIntzenD/vVz3Bi0d6HWSbhs5+Xl8YtM9
        IJ48t3vf5AjVreZSNGlc3i1EOQ02FHTZyOFZnaOBgzCBgDAdBgNVHQ4EFgQUgo6Z
        uatEkoVCZocYsuyy+wi7bqgwHwYDVR0jBBgwFoAUgo6ZuatEkoVCZocYsuyy+wi7
        bqgwDwYDVR0TAQH/BAUwAwEB/zAtBgNVHREEJjAkggxjYWZlLmV4YW1wbGWCDiou
        Y2FmZS5leGFtcGxlhwTAAAIBMAoGCCqGSM49BAMCA0cAMEQCIB9UKB4pTR0mX4Wr
        xHl290Vgjf3yj7oqmOvBo8ULmzMwAiAQ+rj3KG0hk8xDGnmX2Bs03177jH+LVjYf
        5ckMhADdzg==
        -----END CERTIFICATE-----
        """
    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgJ0JftuMGQLnvWSgK
        SyPyMfWCv2DpdMRoIA151u18HGuhRANCAASg3zu71vsyCvWbtlwie3N6cP+9XPcG
        LR3odZJuGzn5eXxi0z0gnjy3e9/kCNWt5lI0aVzeLUQ5DTYUdNnI4Vmd
        -----END PRIVATE KEY-----
        """
    private static let otherKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg67eOP6OllNLB9qJP
        Yif/er8qVQY1uqyPVL4DM0PLR8ihRANCAASX2gTkFk6crQxoit+pF93VJ/G53JNF
        JGNL2yjgavR/oFHbSM4nsgeAL1Ww0pcxac1LhnAC/955QFB/8ETtcez4
        -----END PRIVATE KEY-----
        """
    private static let encryptedKey = """
        -----BEGIN EC PRIVATE KEY-----
        Proc-Type: 4,ENCRYPTED
        DEK-Info: AES-256-CBC,9F56218A90C04FF253040A7D85479A79

        iLhuC7t6soHqoq1s4xN+1blq7ySZzFPbjLFQ6zz/v2L7vMC1awQ16cS7p4dmfcdd
        kk1z5RQi1jdCDdZZfhYzCk+DPkxKrMP/IJSvEo5UlZQ64/6E+EbISXoQyfWizF7c
        jXfkYGS+MHa5ht6i1iZaObu9iwvUHKvfFvFegY/Hx8o=
        -----END EC PRIVATE KEY-----
        """
}
