import JSON
import OpenIDConnect
import Synchronization

/// A provider that answers calls from memory, and remembers them.
final class FakeProvider: Sendable {
    struct Failure: Error {}

    struct Behaviour: Sendable {
        var isDown = false
        var discovery: JSONObject = [
            "issuer": "https://idp.example",
            "authorization_endpoint": "https://idp.example/authorize?tenant=1",
            "token_endpoint": "https://idp.example/token",
            "jwks_uri": "https://idp.example/keys",
            "end_session_endpoint": "https://idp.example/logout",
            "response_types_supported": ["code", "id_token"],
            "code_challenge_methods_supported": ["plain", "S256"],
            "id_token_signing_alg_values_supported": ["RS256", "ES256"],
        ]
        var keys: [UInt8] = []
        var tokenStatus = 200
        var tokenAnswer: JSONObject = [:]
    }

    let behaviour: Mutex<Behaviour>
    private let log = Mutex<[ProviderRequest]>([])

    init(keys: [UInt8]) { behaviour = Mutex(Behaviour(keys: keys)) }

    func change(_ change: (inout sending Behaviour) -> Void) { behaviour.withLock { change(&$0) } }

    /// How many calls have gone to a path.
    func count(_ path: String) -> Int { log.withLock { $0.count { $0.url.text.hasSuffix(path) } } }

    /// What was sent to a path.
    func bodies(_ path: String) -> [[UInt8]] {
        log.withLock { log in log.filter { $0.url.text.hasSuffix(path) }.compactMap(\.body) }
    }

    func answer(_ request: ProviderRequest) throws -> ProviderResponse {
        log.withLock { $0.append(request) }
        let behaviour = behaviour.withLock { $0 }
        if behaviour.isDown { throw Failure() }
        switch request.url.text {
        case "https://idp.example/.well-known/openid-configuration":
            return ProviderResponse(status: 200, body: JSONValue.object(behaviour.discovery).bytes)
        case "https://idp.example/keys": return ProviderResponse(status: 200, body: behaviour.keys)
        case "https://idp.example/token":
            return ProviderResponse(
                status: behaviour.tokenStatus, body: JSONValue.object(behaviour.tokenAnswer).bytes)
        default: return ProviderResponse(status: 404, body: [])
        }
    }
}
