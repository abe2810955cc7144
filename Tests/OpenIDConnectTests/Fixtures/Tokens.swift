import Foundation
import JSON
import Testing

@testable import OpenIDConnect

/// Keys and tokens of `tokens.json`, which `tokens.py` wrote.
enum Tokens {
    static let now = NumericDate(secondsSinceEpoch: 1_800_000_000)
    static let accessToken = "an access token"
    static let expected = TokenExpectations(issuer: "https://idp.example", clientID: "vicinity")
    static let demands = IDToken.Demands(nonce: "the nonce")

    static func text(_ name: String) throws -> String {
        try #require(try all().object("tokens")?.text(name), "no token \(name)")
    }

    /// The bytes of a key set: `keys`, `one key` or `renewed keys`.
    static func keyDocument(_ name: String = "keys") throws -> [UInt8] {
        try #require(try all()[name]).bytes
    }

    static func keys(_ name: String = "keys") throws -> JSONWebKeySet {
        try #require(JSONWebKeySet(document: try keyDocument(name)))
    }

    static func verified(_ name: String, by keys: String = "keys") throws -> VerifiedToken {
        try SignedToken(try text(name), allowing: Set(SigningAlgorithm.allCases))
            .verified(by: try Tokens.keys(keys))
    }

    static func idToken(
        _ name: String, demands: IDToken.Demands = demands, accessToken: String? = accessToken,
        groupsClaim: String = "groups"
    ) throws -> IDToken {
        try IDToken(
            try verified(name), expected: expected, demands: demands, accessToken: accessToken,
            groupsClaim: groupsClaim, now: now)
    }

    static func logout(_ name: String) throws -> LogoutToken {
        try LogoutToken(try verified(name), expected: expected, now: now)
    }

    private static func all() throws -> JSONObject {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        return try #require(
            JSONObject(parsing: Array(try Data(contentsOf: folder.appending(path: "tokens.json")))))
    }
}
