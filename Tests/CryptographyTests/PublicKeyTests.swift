import Cryptography
import Foundation
import Testing

struct PublicKeyTests {
    // RFC 7515, appendices A.2 and A.3, and RFC 8037, appendix A.4.
    @Test func `signatures of the standards are valid`() throws {
        let rsa = try PublicKey(
            rsaModulus: bytes(
                "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yR"
                    + "T-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-"
                    + "KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAc"
                    + "o9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ"), exponent: bytes("AQAB"))
        let payload =
            "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
        let rsaSignature = try bytes(
            "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9"
                + "uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZ"
                + "RmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9"
                + "Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw")
        #expect(
            rsa.isValid(
                signature: rsaSignature, of: "eyJhbGciOiJSUzI1NiJ9.\(payload)".utf8,
                algorithm: .rsaPKCS1SHA256))
        let curve = try PublicKey(
            curve: .p256, x: bytes("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"),
            y: bytes("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"))
        #expect(
            curve.isValid(
                signature: try bytes(
                    "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"),
                of: "eyJhbGciOiJFUzI1NiJ9.\(payload)".utf8, algorithm: .es256(.concatenated)))
        let edwards = try PublicKey(ed25519: bytes("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"))
        #expect(
            edwards.isValid(
                signature: try bytes(
                    "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"),
                of: "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc".utf8, algorithm: .ed25519))
    }

    @Test func `signatures of another implementation are valid, and not after a change`() throws {
        let samples = try Sample.all()
        #expect(Set(samples.map(\.algorithm)).count == 7)
        for sample in samples {
            let (key, algorithm) = (sample.key, sample.algorithm)
            #expect(key.isValid(signature: sample.signature, of: sample.message, algorithm: algorithm))
            #expect(!key.isValid(signature: sample.signature, of: sample.message + [0], algorithm: algorithm))
            #expect(!key.isValid(signature: [], of: sample.message, algorithm: algorithm))
            #expect(
                !key.isValid(signature: sample.signature + [0], of: sample.message, algorithm: algorithm))
            for place in [0, sample.signature.count / 2, sample.signature.count - 1] {
                var changed = sample.signature
                changed[place] ^= 1
                #expect(!key.isValid(signature: changed, of: sample.message, algorithm: algorithm))
            }
            for other in samples where other.algorithm != algorithm {
                #expect(
                    !key.isValid(
                        signature: sample.signature, of: sample.message, algorithm: other.algorithm))
            }
        }
    }

    @Test(arguments: [EllipticCurve.p256, .p384])
    func `a signature of zeros is not valid`(curve: EllipticCurve) throws {
        let sample = try #require(try Sample.all().first { $0.key.kind == .curve(curve) })
        let zeros = [UInt8](repeating: 0, count: 2 * curve.coordinateByteCount)
        let digest: SignatureAlgorithm.Digest = curve == .p256 ? .sha256 : .sha384
        #expect(
            !sample.key.isValid(
                signature: zeros, of: sample.message, algorithm: .ecdsa(curve, digest, .concatenated)))
    }

    @Test func `RSA keys are 2048 to 8192 bits long, and odd`() throws {
        func modulus(_ bitCount: Int) -> [UInt8] {
            var bytes = [UInt8](repeating: 0xFF, count: (bitCount + 7) / 8)
            bytes[0] = 0xFF >> UInt8(bytes.count * 8 - bitCount)
            return bytes
        }
        let exponent: [UInt8] = [1, 0, 1]
        for bitCount in [2048, 3072, 8192] {
            let key = try PublicKey(rsaModulus: [0, 0] + modulus(bitCount), exponent: exponent)
            #expect(key.kind == .rsa(modulusBitCount: bitCount))
        }
        for bitCount in [1024, 2047, 8193] {
            #expect(throws: PublicKeyError.modulus) {
                try PublicKey(rsaModulus: modulus(bitCount), exponent: exponent)
            }
        }
        for refused in [[], modulus(2048).dropLast() + [0xFE]] as [[UInt8]] {
            #expect(throws: PublicKeyError.modulus) {
                try PublicKey(rsaModulus: refused, exponent: exponent)
            }
        }
        for refused in [[], [0], [1], [0, 1], [2], [1, 0, 0, 0, 1]] as [[UInt8]] {
            #expect(throws: PublicKeyError.exponent) {
                try PublicKey(rsaModulus: modulus(2048), exponent: refused)
            }
        }
    }

    @Test(arguments: [EllipticCurve.p256, .p384])
    func `a point that is not on the curve is no key`(curve: EllipticCurve) throws {
        let count = curve.coordinateByteCount
        let zeros = [UInt8](repeating: 0, count: count)
        for (x, y) in [(zeros, zeros), ([], []), (zeros, zeros + [0]), (zeros.dropLast() + [1], zeros)] {
            #expect(throws: PublicKeyError.coordinates) { try PublicKey(curve: curve, x: x, y: y) }
        }
    }

    @Test(arguments: [0, 31, 33])
    func `an Ed25519 key has 32 bytes`(count: Int) {
        #expect(throws: PublicKeyError.length) {
            try PublicKey(ed25519: [UInt8](repeating: 1, count: count))
        }
    }

    @Test func `a wrong signature leaves nothing behind that a later failure would report`() throws {
        let sample = try #require(try Sample.all().first)
        #expect(!sample.key.isValid(signature: [1], of: sample.message, algorithm: sample.algorithm))
        #expect(try SecureRandom.bytes(32).count == 32)
    }
}

/// A row of `Fixtures/signatures.txt`, which `Fixtures/signatures.py` wrote.
private struct Sample {
    let algorithm: SignatureAlgorithm
    let key: PublicKey
    let message: [UInt8]
    let signature: [UInt8]

    static func all() throws -> [Sample] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let text = try String(
            contentsOf: folder.appending(path: "Fixtures/signatures.txt"), encoding: .utf8)
        return try text.split(separator: "\n").map(Sample.init)
    }

    private init(row: Substring) throws {
        let words = row.split(separator: " ")
        let parts = try words.dropFirst().map { try #require(Self.bytes($0)) }
        (message, signature) = (parts[2], parts[3])
        switch words[0] {
        case "rs256", "ps256":
            algorithm = words[0] == "rs256" ? .rsaPKCS1SHA256 : .rsaPSSSHA256
            key = try PublicKey(rsaModulus: parts[0], exponent: parts[1])
        case "es256", "es256-der":
            algorithm = .es256(words[0] == "es256" ? .concatenated : .der)
            key = try PublicKey(curve: .p256, x: parts[0], y: parts[1])
        case "es384", "es384-der":
            algorithm = .es384(words[0] == "es384" ? .concatenated : .der)
            key = try PublicKey(curve: .p384, x: parts[0], y: parts[1])
        default:
            algorithm = .ed25519
            key = try PublicKey(ed25519: parts[0])
        }
    }

    private static func bytes(_ text: Substring) -> [UInt8]? {
        guard text != "-" else { return [] }
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { (place: Int) -> UInt8 in
            UInt8(digits[place] << 4 | digits[place + 1])
        }
    }
}

private func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.decode(text)) }
