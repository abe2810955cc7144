import Foundation
import JSON

/// A code with which a person lets this program in, from a browser (RFC 8628).
public struct DeviceAuthorization: Sendable, Hashable {
    /// What this program asks to be let in as.
    public enum Purpose: String, Sendable, Hashable {
        /// A terminal that acts as the person.
        case terminal
        /// A gateway of the campus.
        case gateway
    }

    /// What this program asks to be let in as.
    package let purpose: Purpose
    /// What this program shows when it asks; a secret.
    package let deviceCode: String
    /// What the person types.
    public let userCode: String
    /// Where the person types it.
    public let address: String
    /// The address that has the code in it already.
    public let completeAddress: String
    /// How long the code works.
    public let lifetime: Duration
    /// How long to wait between two questions.
    package let interval: Duration

    package init(
        purpose: Purpose = .terminal, deviceCode: String, userCode: String, address: String,
        completeAddress: String, lifetime: Duration,
        interval: Duration
    ) {
        self.purpose = purpose
        self.deviceCode = deviceCode
        self.userCode = userCode
        self.address = address
        self.completeAddress = completeAddress
        self.lifetime = lifetime
        self.interval = interval
    }
}

/// A person did not let this program in.
public enum PairingFailure: String, Error, Sendable, Hashable, CustomStringConvertible {
    /// The person refused.
    case refused
    /// Nobody decided in time.
    case expired

    /// One sentence.
    public var description: String {
        switch self {
        case .refused: "It was refused in the browser."
        case .expired: "The code has expired; nobody approved it."
        }
    }
}

extension APIClient {
    private static let grant = "urn:ietf:params:oauth:grant-type:device_code"
    private static let slowDown: Duration = .seconds(5)

    /// Asks for a code with which a person lets this program in.
    ///
    /// - Parameter purpose: What the program asks to be let in as.
    /// - Returns: The code to show.
    /// - Throws: What ``get(_:)`` throws.
    public func beginPairing(
        as purpose: DeviceAuthorization.Purpose = .terminal
    ) async throws -> DeviceAuthorization {
        let answer = try await postForm("/oauth/device_authorization", ["client_id": purpose.rawValue])
        return try answer.reading { answer -> DeviceAuthorization? in
            let deviceCode = answer["device_code"].string()
            let userCode = answer["user_code"].string()
            let address = answer["verification_uri"].string()
            let complete = answer["verification_uri_complete"].string()
            let lifetime = answer["expires_in"].integer(in: 1...86_400)
            let interval = answer["interval"].integer(in: 1...3_600)
            guard let deviceCode, let userCode, let address, let complete, let lifetime, let interval else {
                return nil
            }
            return DeviceAuthorization(
                purpose: purpose, deviceCode: deviceCode, userCode: userCode, address: address,
                completeAddress: complete,
                lifetime: .seconds(lifetime), interval: .seconds(interval))
        }
    }

    /// Waits until a person has decided about a code, and takes the session that they give.
    ///
    /// - Parameters:
    ///   - authorization: The code.
    ///   - clock: What it sleeps by.
    /// - Returns: The token of the session, to be kept secret; ``signIn(token:)`` uses it later.
    /// - Throws: ``PairingFailure``, `CancellationError`, and what ``get(_:)`` throws.
    public mutating func finishPairing(
        _ authorization: DeviceAuthorization, clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> String {
        let token = try await approval(of: authorization, clock: clock).reading {
            $0["access_token"].string()
        }
        signIn(token: token)
        return token
    }

    /// Waits until a person has said which gateway this program is, and takes the key that the server gives.
    ///
    /// - Parameters:
    ///   - authorization: The code.
    ///   - clock: What it sleeps by.
    /// - Returns: The identifier of the gateway and its key, to be kept secret.
    /// - Throws: What ``finishPairing(_:clock:)`` throws.
    public func finishGatewayPairing(
        _ authorization: DeviceAuthorization, clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> (gateway: String, key: String) {
        try await approval(of: authorization, clock: clock).reading { answer in
            guard let gateway = answer["gateway"].string(), let key = answer["access_token"].string() else {
                return nil
            }
            return (gateway, key)
        }
    }

    private func approval(
        of authorization: DeviceAuthorization, clock: any Clock<Duration>
    ) async throws -> JSONValue {
        var interval = authorization.interval
        while true {
            try await clock.sleep(for: interval)
            do {
                return try await postForm(
                    "/oauth/token",
                    [
                        "grant_type": Self.grant, "client_id": authorization.purpose.rawValue,
                        "device_code": authorization.deviceCode,
                    ])
            } catch let problem as APIProblem {
                switch JSONReader(problem.document)["error"].optional?.string() {
                case "authorization_pending": continue
                case "slow_down": interval += Self.slowDown
                case "access_denied": throw PairingFailure.refused
                case "expired_token": throw PairingFailure.expired
                default: throw problem
                }
            } catch is NoAnswer {
                // A server that restarts has not forgotten the code.
                continue
            }
        }
    }

    /// The identifier of the person who is signed in.
    ///
    /// - Throws: What ``get(_:)`` throws; ``APIProblem`` with code `sign-in-required` when the session has ended.
    public func personSignedIn() async throws -> String {
        try await get("/api/v1/session").reading { $0["principal"]["id"].string() }
    }

    private func postForm(_ path: String, _ fields: [String: String]) async throws -> JSONValue {
        var allowed = CharacterSet.alphanumerics
        allowed.insert(charactersIn: "-._~")
        let body = fields.map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")"
        }.sorted().joined(separator: "&")
        return try await send(
            "POST", path, body: Array(body.utf8), type: "application/x-www-form-urlencoded")
    }
}
