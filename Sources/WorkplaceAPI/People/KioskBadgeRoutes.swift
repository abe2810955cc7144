import Essentials
import HTTPCore
import JSON
import Workplace

/// The badge with which a person pays at kiosks: the person's own, and its block for the people who hand out badges.
struct KioskBadgeRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] {
        [own, setting, removing, blocking, unblocking, state, blockingOther, unblockingOther]
    }

    private static let path = "/api/v1/kiosk-badge"
    private static let pathOfPerson = "/api/v1/people/{person}/kiosk-badge"

    // MARK: - One's own

    private var own: APIRoute {
        APIRoute(
            method: .get, pattern: Self.path, access: .person,
            operation: Operation(
                id: "getKioskBadge", summary: "The badge with which you pay at kiosks, if you have set one.",
                tag: .kiosks, success: .json("KioskBadge"))
        ) { _, person in
            Self.answer(try await services.kioskBadges.badge(of: person.id), isOwn: true)
        }
    }

    private var setting: APIRoute {
        APIRoute(
            method: .put, pattern: Self.path, access: .provedPerson,
            operation: Operation(
                id: "setKioskBadge",
                summary: "Sets the number and the PIN of the badge with which you pay at kiosks.",
                tag: .kiosks, body: "KioskBadgeRequest", success: .json("KioskBadge"),
                problems: [.badgeTaken, .signInBusy])
        ) { request, caller in
            let body = try request.body(KioskBadgeBody.init)
            let badge = try await services.kioskBadges.set(
                number: body.number, pin: body.pin, of: caller.person.id, from: request.http.clientAddress)
            return Self.answer(badge, isOwn: true)
        }
    }

    private var removing: APIRoute {
        APIRoute(
            method: .delete, pattern: Self.path, access: .person,
            operation: Operation(
                id: "removeKioskBadge",
                summary: "Removes the badge with which you pay at kiosks; repeating it changes nothing.",
                tag: .kiosks, success: .empty)
        ) { request, person in
            try await services.kioskBadges.remove(of: person.id, from: request.http.clientAddress)
            return HTTPResponse(.noContent)
        }
    }

    private var blocking: APIRoute {
        APIRoute(
            method: .put, pattern: Self.path + "/block", access: .person,
            operation: Operation(
                id: "blockKioskBadge",
                summary: "Blocks your badge at all kiosks, at once; repeating it changes nothing.",
                tag: .kiosks, success: .json("KioskBadge"), problems: [.unknownBadge])
        ) { request, person in
            let badge = try await services.kioskBadges.setBlocked(
                true, of: person.id, by: person.id, from: request.http.clientAddress)
            return Self.answer(badge, isOwn: true)
        }
    }

    private var unblocking: APIRoute {
        APIRoute(
            method: .delete, pattern: Self.path + "/block", access: .provedPerson,
            operation: Operation(
                id: "unblockKioskBadge",
                summary: "Lets your badge pay at kiosks again; repeating it changes nothing.",
                tag: .kiosks, success: .json("KioskBadge"), problems: [.unknownBadge])
        ) { request, caller in
            let badge = try await services.kioskBadges.setBlocked(
                false, of: caller.person.id, by: caller.person.id, from: request.http.clientAddress)
            return Self.answer(badge, isOwn: true)
        }
    }

    // MARK: - Of others

    private var state: APIRoute {
        APIRoute(
            method: .get, pattern: Self.pathOfPerson, access: .wearableManager,
            operation: Operation(
                id: "getKioskBadgeOf",
                summary: "Whether a person has a badge for kiosks, and since when it is blocked.",
                tag: .kiosks, success: .json("KioskBadge"))
        ) { request, _ in
            Self.answer(try await services.kioskBadges.badge(of: try request.badgeOwner()), isOwn: false)
        }
    }

    private var blockingOther: APIRoute {
        APIRoute(
            method: .put, pattern: Self.pathOfPerson + "/block", access: .wearableManager,
            operation: Operation(
                id: "blockKioskBadgeOf",
                summary: "Blocks a person's badge at all kiosks, at once; repeating it changes nothing.",
                tag: .kiosks, success: .json("KioskBadge"), problems: [.unknownPerson, .unknownBadge])
        ) { request, actor in
            try await setBlocked(true, request, by: actor)
        }
    }

    private var unblockingOther: APIRoute {
        APIRoute(
            method: .delete, pattern: Self.pathOfPerson + "/block", access: .wearableManager,
            operation: Operation(
                id: "unblockKioskBadgeOf",
                summary: "Lets a person's badge pay at kiosks again; repeating it changes nothing.",
                tag: .kiosks, success: .json("KioskBadge"), problems: [.unknownPerson, .unknownBadge])
        ) { request, actor in
            try await setBlocked(false, request, by: actor)
        }
    }

    private func setBlocked(
        _ isBlocked: Bool, _ request: APIRequest, by actor: Person
    ) async throws -> HTTPResponse {
        let badge = try await services.kioskBadges.setBlocked(
            isBlocked, of: try request.badgeOwner(), by: actor.id, from: request.http.clientAddress)
        return Self.answer(badge, isOwn: false)
    }

    private static func answer(_ badge: KioskBadge?, isOwn: Bool) -> HTTPResponse {
        var json = JSONWriter()
        json.object { json in
            guard let badge else { return }
            if isOwn { json.member("number", badge.number) }
            json.member("setAt", badge.setAt)
            json.member("blockedAt", optional: badge.blockedAt)
        }
        return .json(json.bytes)
    }
}

extension APIRequest {
    fileprivate func badgeOwner() throws -> PersonID {
        try identifier("person", orThrow: Problem(.unknownPerson, detail: "There is no such person."))
    }
}

/// The body of a request that sets a badge.
private struct KioskBadgeBody {
    let number: String
    let pin: String

    init?(_ reader: JSONReader) {
        let number = reader["number"].text(
            as: { KioskBadge.number(typed: $0) }, "must be the number of a badge, 4 to 40 letters and digits")
        let pin = reader["pin"].text(
            as: { KioskBadge.isPIN($0) ? $0 : nil },
            "must be 4 to 8 digits that are neither all the same nor a row such as 1234")
        reader.refuseUnknownMembers(except: ["number", "pin"])
        guard let number, let pin else { return nil }
        self.number = number
        self.pin = pin
    }
}
