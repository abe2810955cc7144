import Cryptography
import JSON

/// What a browser says about the request that it passed to the authenticator, which signs its digest.
package struct ClientData: Sendable, Hashable {
    let type: String
    let challenge: String
    let origin: String
    let isCrossOrigin: Bool

    /// Reads the bytes that the browser signed over.
    ///
    /// - Throws: ``PasskeyRefusal/malformedClientData``. Members that are not known are passed over: browsers add one on purpose.
    package init(_ bytes: [UInt8]) throws(PasskeyRefusal) {
        guard let value = try? JSONValue(parsing: bytes), let data = try? value.read(Self.init) else {
            throw .malformedClientData
        }
        self = data
    }

    private init?(_ reader: JSONReader) {
        let crossOrigin = reader["crossOrigin"].optional
        let isCrossOrigin = crossOrigin.map { $0.boolean() } ?? false
        guard let type = reader["type"].string(), let challenge = reader["challenge"].string(),
            let origin = reader["origin"].string(), let isCrossOrigin
        else { return nil }
        self.type = type
        self.challenge = challenge
        self.origin = origin
        // The page around the asking one is named only where it is another site's.
        self.isCrossOrigin = isCrossOrigin || reader["topOrigin"].optional != nil
    }

    func verify(
        type: String, challenge: Challenge, relyingParty: RelyingParty
    ) throws(PasskeyRefusal) {
        guard self.type == type else { throw .wrongCeremony }
        guard constantTimeEqual(self.challenge.utf8, challenge.base64URL.utf8) else { throw .wrongChallenge }
        guard relyingParty.origins.contains(origin) else { throw .wrongOrigin }
        guard !isCrossOrigin else { throw .crossOrigin }
    }
}
