import JSON
import Testing

@testable import OpenIDConnect

struct ProviderMetadataTests {
    private static let document = FakeProvider.Behaviour().discovery

    private func read(
        issuer: String = "https://idp.example", allowing algorithms: Set<SigningAlgorithm> = [.es256],
        _ change: (inout JSONObject) -> Void = { _ in }
    ) throws -> ProviderMetadata {
        var document = Self.document
        change(&document)
        return try ProviderMetadata(
            document: JSONValue.object(document).bytes, issuer: issuer, allowing: algorithms)
    }

    @Test func `a document tells the endpoints`() throws {
        let metadata = try read()
        #expect(metadata.issuer == "https://idp.example")
        #expect(metadata.authorizationEndpoint.text == "https://idp.example/authorize?tenant=1")
        #expect(metadata.tokenEndpoint.text == "https://idp.example/token")
        #expect(metadata.keysEndpoint.text == "https://idp.example/keys")
        #expect(metadata.endSessionEndpoint?.text == "https://idp.example/logout")
        #expect(!metadata.namesIssuerInCallback)
    }

    @Test(arguments: [
        "https://other.example", "https://idp.example/", "https://IDP.example", "http://idp.example", "",
    ])
    func `W90 a document of another issuer is refused`(issuer: String) {
        #expect(throws: DiscoveryRefusal.wrongIssuer) { try read { $0["issuer"] = .string(issuer) } }
        #expect(throws: DiscoveryRefusal.wrongIssuer) { try read(issuer: issuer) }
    }

    @Test(arguments: ["authorization_endpoint", "token_endpoint", "jwks_uri"])
    func `an endpoint that is missing or without TLS is refused`(name: String) {
        for value in [nil, 1, "", "http://idp.example/x", "/x", "https://", "ftp://idp.example"]
            as [JSONValue?]
        {
            #expect(throws: DiscoveryRefusal.endpoint) { try read { $0[name] = value } }
        }
    }

    @Test func `a provider must offer S256 if it names its methods`() throws {
        let name = "code_challenge_methods_supported"
        for value in [[], ["plain"], "S256", ["S256", 1]] as [JSONValue] {
            #expect(throws: DiscoveryRefusal.noS256) { try read { $0[name] = value } }
        }
        #expect(throws: Never.self) { try read { $0[name] = nil } }
    }

    @Test func `a provider must offer the code flow and an allowed algorithm`() {
        #expect(throws: DiscoveryRefusal.noCodeFlow) {
            try read { $0["response_types_supported"] = ["id_token"] }
        }
        #expect(throws: DiscoveryRefusal.noAllowedAlgorithm) { try read(allowing: [.edDSA]) }
    }

    @Test(arguments: ["", "[]", "null", "<html>"])
    func `a document that is no object is refused`(text: String) {
        #expect(throws: DiscoveryRefusal.malformed) {
            try ProviderMetadata(
                document: Array(text.utf8), issuer: "https://idp.example", allowing: [.es256])
        }
    }

    @Test(
        arguments: [
            ("https://idp.example", "https://idp.example/.well-known/openid-configuration"),
            ("https://idp.example/", "https://idp.example/.well-known/openid-configuration"),
            ("https://idp.example/realms/a", "https://idp.example/realms/a/.well-known/openid-configuration"),
            ("http://localhost:9400", "http://localhost:9400/.well-known/openid-configuration"),
            ("http://[::1]:9400", "http://[::1]:9400/.well-known/openid-configuration"),
            ("http://idp.example", nil), ("https://idp.example?a=b", nil), ("https://idp.example#a", nil),
            ("https://me@idp.example", nil), ("https://idp.example:port", nil), ("https://:443", nil),
            ("http://localhost.example", nil), ("http://127.0.0.1@idp.example", nil), ("idp.example", nil),
            ("https://idp.exa mple", nil), ("https://idp.example\\a", nil),
        ] as [(String, String?)])
    func `the document's URL follows from the issuer`(issuer: String, url: String?) {
        #expect(ProviderMetadata.discoveryURL(issuer: issuer)?.text == url)
    }
}
