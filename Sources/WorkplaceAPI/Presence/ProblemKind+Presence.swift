import HTTPCore
import Workplace

// Presence.
extension ProblemKind {
    static let consentNeeded = ProblemKind(
        .forbidden, "consent-needed", title: "Not without your consent",
        "Nothing about your presence is taken before you have switched on a purpose for it. Nothing was kept."
    )
    static let gatewayKeyRequired = ProblemKind(
        .unauthorized, "gateway-key-required", title: "No gateway's key",
        "The request shows no key that was issued to a gateway. Pair the gateway, or issue a key with vicinity gateways add."
    )
    static let gatewayKeyRevoked = ProblemKind(
        .forbidden, "gateway-key-revoked", title: "Key revoked",
        "The key was revoked. Nothing was taken; a new key must be issued to the gateway.")
    static let gatewayKeyOfAnother = ProblemKind(
        .forbidden, "gateway-key-of-another", title: "Another gateway's key",
        "The key was issued to another gateway than the one that the path names.")
    static let unknownGateway = ProblemKind(
        .notFound, "unknown-gateway", title: "Unknown gateway",
        "The campus has no gateway of that identifier.")

    static let wearableTaken = ProblemKind(
        .conflict, "wearable-taken", title: "In use already",
        "Somebody wears this badge or phone already, or it marks a place. Nothing was changed.")
    static let tooManyWearables = ProblemKind(
        .conflict, "too-many-wearables", title: "Too many badges and phones",
        "The person has as many badges and phones as possible. Take one away first.")
    static let unknownWearable = ProblemKind(
        .notFound, "unknown-wearable", title: "Unknown badge or phone",
        "The person has no such badge or phone.")

    static let tooManyReports = ProblemKind(
        .tooManyRequests, "too-many-reports",
        "The gateway or your device reports more often than the server takes. Nothing was taken; Retry-After says when to go on.",
        retryAfter: .seconds(1))
    static let tooManyGatewayKeys = ProblemKind(
        .tooManyRequests, "too-many-gateway-keys",
        "Many requests without a gateway's valid key came from this address. Retry-After says when to go on.",
        retryAfter: .seconds(60))

    /// What a gateway may be refused with, whatever it sends.
    static let gateways = [
        gatewayKeyRequired, gatewayKeyRevoked, gatewayKeyOfAnother, unknownGateway, tooManyGatewayKeys,
    ]
    static let presence =
        [consentNeeded, wearableTaken, tooManyWearables, unknownWearable, tooManyReports] + gateways
}

extension IntakeRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? {
        var problem: Problem
        switch self {
        case .tooManyReports(let wait):
            problem = Problem(.tooManyReports, detail: "More reports came than the server takes.")
            problem.retryAfter = wait
        case .tooManyWrongKeys(let wait):
            problem = Problem(.tooManyGatewayKeys, detail: "Many wrong keys came from your address.")
            problem.retryAfter = wait
        }
        return problem
    }
}

extension GatewayRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? { Problem(self) }
}

extension Problem {
    /// The problem for a gateway; `nil` for a refusal that concerns the command that issues keys.
    init?(_ refusal: GatewayRefusal) {
        switch refusal {
        case .keyMissing:
            self.init(.gatewayKeyRequired, detail: "Send the gateway's key as Authorization: Bearer.")
        case .keyRevoked: self.init(.gatewayKeyRevoked, detail: "This key was revoked.")
        case .keyOfAnother: self.init(.gatewayKeyOfAnother, detail: "This key is another gateway's.")
        case .keyInUse, .noKey: return nil
        }
    }
}

extension WearableRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? {
        switch self {
        case .taken: Problem(.wearableTaken, detail: "This badge or phone is somebody's already.")
        case .tooMany(let most):
            Problem(
                .tooManyWearables, detail: "The person has \(most) badges and phones; more are not possible.")
        case .unknownWearable: Problem(.unknownWearable, detail: "The person has no such badge or phone.")
        }
    }
}
