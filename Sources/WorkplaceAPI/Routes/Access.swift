import Workplace

/// Says who may use a route, and what the route's handler learns about the caller.
///
/// Slices declare the values, such as ``employee``. A route that takes one cannot forget the check: its handler receives
/// the caller that the check returned, and the handler of an open route receives none.
struct Access<Caller: Sendable>: Sendable {
    /// The access as data, for the API's description and for tests.
    let rule: AccessRule
    /// Returns the caller of a request.
    ///
    /// It throws a `Problem` with status 401 for a request without a valid credential, `WorkplaceRefusal.forbidden` for a
    /// caller whom the rule excludes, and the store's own error.
    let caller: @Sendable (APIRequest, WorkplaceServices) async throws -> Caller
}

/// Names who may use a route.
enum AccessRule: CaseIterable, Sendable {
    /// Everybody, without signing in.
    case anyone
    /// Every session: people and devices.
    case signedIn
    /// People; each sees only what is theirs.
    case person
    /// People who order for themselves.
    case employee
    /// People who run the installation.
    case administrator
    /// The same people, when they showed within ten minutes who they are.
    case provedAdministrator
    /// People, when they showed within ten minutes who they are.
    case provedPerson
    /// Auditors and people who run the installation.
    case auditor
    /// People who manage the screens of some café; the handler checks which.
    case screenManager
    /// Managers and people who run the installation; where the path names a café, the role must hold there.
    case cafeManager
    /// People who run some site with its spots and gateways; where the path names a site, the role must hold there, else the handler checks which.
    case gatewayManager
    /// Facilities and people who run the installation, with a role that holds everywhere: a person belongs to no site.
    case wearableManager
    /// Finance, with a role that holds everywhere: a person's account belongs to no café.
    case finance
    /// People who approve corrections of punches at some site; the handler checks which.
    case approver
    /// People who see the attendance of others at some site; the handler checks which.
    case attendance
    /// Managers and finance; the handler checks whether the role holds at the café of the order.
    case refunds
    /// Cooks, managers and kitchen displays; a display only for its own café where the path names one.
    case kitchen
    /// The same callers as for ``kitchen``, and status boards of the café in the path.
    case board
    /// Kiosks, each for its own café.
    case kiosk
    /// Tablets at entrances, each for its own.
    case entrance
    /// A gateway, by its own key.
    case gateway
    /// Somebody who has the link that makes the first administrator.
    case setUpLink
}

extension AccessRule {
    /// What a request must show to get access.
    enum Credential: Sendable {
        case none
        case session
        case gatewayKey
        case setUpLink
    }

    /// The credential that a request must show.
    var credential: Credential {
        switch self {
        case .anyone: .none
        case .signedIn, .person, .employee, .administrator, .provedAdministrator, .provedPerson, .auditor,
            .screenManager, .cafeManager, .gatewayManager, .wearableManager, .refunds, .finance, .approver,
            .attendance, .kitchen, .board, .kiosk, .entrance:
            .session
        case .gateway: .gatewayKey
        case .setUpLink: .setUpLink
        }
    }

    /// The kinds of problems that the check answers with.
    ///
    /// - Parameter isRead: Whether the route changes nothing, so that it needs no anti-forgery token.
    /// - Returns: The kinds, which belong to the description of the route.
    func problems(isRead: Bool) -> [ProblemKind] {
        switch credential {
        case .none: []
        case .session:
            [.signInRequired] + (self == .signedIn ? [] : [.forbidden]) + (isRead ? [] : [.antiForgery])
                + (needsProof ? [.proofNeeded] : [])
        case .gatewayKey: ProblemKind.gateways
        case .setUpLink: [.signInRequired, .linkInvalid, .alreadySetUp]
        }
    }

    /// Whether the caller must have shown within ten minutes who they are.
    var needsProof: Bool { self == .provedAdministrator || self == .provedPerson }
}
