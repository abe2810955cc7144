import Cryptography
import JSON

/// A public key that a provider publishes for checking its signatures.
struct JSONWebKey: Sendable {
    /// The name by which tokens refer to the key.
    let id: String?
    /// The only algorithm that the key is for, if its provider says so.
    let algorithm: SigningAlgorithm?
    let key: PublicKey

    /// Reads a key of RFC 7517.
    ///
    /// - Returns: `nil` for a key that signs nothing that is allowed here: of another type, for encryption, too weak, or
    ///   malformed.
    init?(_ object: JSONObject) {
        guard object["use"] == nil || object.text("use") == "sig" else { return nil }
        guard object["key_ops"] == nil || object.texts("key_ops")?.contains("verify") == true else {
            return nil
        }
        guard let key = try? Self.key(object) else { return nil }
        if object["alg"] == nil {
            algorithm = nil
        } else {
            guard let algorithm = object.text("alg").flatMap(SigningAlgorithm.init) else { return nil }
            self.algorithm = algorithm
        }
        id = object.text("kid")
        self.key = key
    }

    private static func key(_ object: JSONObject) throws(PublicKeyError) -> PublicKey? {
        let bytes = { (name: String) in object.text(name).flatMap { Base64URL.decode($0) } }
        switch (object.text("kty"), object.text("crv")) {
        case ("RSA", _):
            guard let modulus = bytes("n"), let exponent = bytes("e") else { return nil }
            return try PublicKey(rsaModulus: modulus, exponent: exponent)
        case ("EC", let name?):
            guard let curve = EllipticCurve(rawValue: name), let x = bytes("x"), let y = bytes("y") else {
                return nil
            }
            return try PublicKey(curve: curve, x: x, y: y)
        case ("OKP", "Ed25519"):
            guard let x = bytes("x") else { return nil }
            return try PublicKey(ed25519: x)
        default: return nil
        }
    }

    func fits(_ algorithm: SigningAlgorithm) -> Bool {
        algorithm.signature.fits(key.kind) && (self.algorithm ?? algorithm) == algorithm
    }
}
