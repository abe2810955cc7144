import Essentials
import HTTPCore
import JSON

/// A kind of problem: the stable code that clients act on, and what it means to people.
struct ProblemKind: Hashable, Sendable {
    let status: HTTPStatus
    /// Stable; the last part of the problem's `type`.
    let code: String
    /// The kind in a few words.
    let title: String
    /// What happened and what one can do, in one or two sentences.
    let explanation: String
    /// When the client may ask again.
    var retryAfter: Duration?
    /// What the client must show to be let in.
    var challenge: StaticString? { status == .unauthorized ? "Bearer" : nil }

    /// The kind with a code; `nil` for a code that no part of the server uses.
    static func named(_ code: String) -> ProblemKind? { byCode[code] }

    /// Every kind, grouped by topic.
    static let all =
        access + accounts + requests + repetition + lookups + orders + payments + pickups + favourites
        + kitchen + handovers + printing + campus + pictures
        + attendance + dayCorrections + attendanceTeam + attendanceExchange + shiftCalendars + offlinePunches
        + presence
        + notices
        + tips
        + feed + operation + ownData + [preferencesTooLarge]

    private static let byCode = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })
}

extension ProblemKind {
    /// Makes a kind with the usual words of its status.
    init(_ status: HTTPStatus, _ code: String, _ explanation: String, retryAfter: Duration? = nil) {
        self.init(
            status: status, code: code, title: status.reason, explanation: explanation, retryAfter: retryAfter
        )
    }

    /// Makes a kind with words of its own.
    init(
        _ status: HTTPStatus, _ code: String, title: String, _ explanation: String,
        retryAfter: Duration? = nil
    ) {
        self.init(
            status: status, code: code, title: title, explanation: explanation, retryAfter: retryAfter)
    }
}

extension Problem {
    /// Makes a problem of a kind.
    init(
        _ kind: ProblemKind, detail: String, errors: [FieldError] = [],
        members: [(name: String, value: Member)] = []
    ) {
        self.init(
            kind.status, code: kind.code, title: kind.title, detail: detail, errors: errors, members: members,
            challenge: kind.challenge, retryAfter: kind.retryAfter)
    }
}

extension Problem.Member {
    /// Makes a member from an amount, in minor units with its currency.
    static func money(_ money: Money) -> Self {
        var json = JSONWriter()
        json.money(money)
        return .json(json.bytes)
    }
}
