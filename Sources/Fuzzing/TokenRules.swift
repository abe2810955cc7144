import JSON
import OpenIDConnect

/// What holds for any bytes that a provider of OpenID Connect sends, and for any token.
public enum TokenRules: Sendable {
    private static let issuer = "https://idp.example"
    private static let now = NumericDate(secondsSinceEpoch: 1_800_000_000)
    private static let algorithms = Set(SigningAlgorithm.allCases)

    /// The first line is a document, and the rest is a token.
    public static func check(_ bytes: [UInt8]) throws(BrokenRule) {
        let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        let document = Array(bytes[..<end])
        try checkDiscovery(document)
        guard let keys = JSONWebKeySet(document: document) else { return }
        try checkToken(String(decoding: bytes[end...].dropFirst(), as: UTF8.self), keys)
    }

    private static func checkDiscovery(_ document: [UInt8]) throws(BrokenRule) {
        guard
            let metadata = try? ProviderMetadata(document: document, issuer: issuer, allowing: algorithms)
        else { return }
        for endpoint in [metadata.authorizationEndpoint, metadata.tokenEndpoint, metadata.keysEndpoint] {
            try BrokenRule.unless(
                EndpointURL(endpoint.text) == endpoint, "An endpoint is no URL that may be called.")
        }
    }

    private static func checkToken(_ text: String, _ keys: JSONWebKeySet) throws(BrokenRule) {
        let expected = TokenExpectations(issuer: issuer, clientID: "vicinity")
        do {
            let token = try SignedToken(text, allowing: algorithms).verified(by: keys)
            if let logout = try? LogoutToken(token, expected: expected, now: now) {
                try BrokenRule.unless(
                    logout.subject != nil || logout.sessionID != nil, "A logout is of nobody.")
            }
            let idToken = try IDToken(
                token, expected: expected, demands: IDToken.Demands(nonce: "the nonce"),
                accessToken: "an access token", now: now)
            let subject = idToken.identity.subject.utf8
            try BrokenRule.unless(
                (1...255).contains(subject.count) && subject.allSatisfy { $0 < 0x80 },
                "A subject is not what the standard says.")
            try BrokenRule.unless(
                [idToken.name, idToken.email].allSatisfy { $0?.isPlainLine ?? true },
                "A name has a character that a screen obeys.")
        } catch let refusal as TokenRefusal {
            try BrokenRule.unless(
                !refusal.code.isEmpty && !refusal.description.isEmpty,
                "A token was refused without a reason.")
        } catch let broken as BrokenRule {
            throw broken
        } catch {
            throw BrokenRule("\(error)")
        }
    }
}
