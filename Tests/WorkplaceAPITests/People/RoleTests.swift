import HTTPCore
import Testing

/// C116: every route for every role, and for the devices of another café.
@Suite(.timeLimit(.minutes(1)))
struct RoleTests {
    enum Who: String, CaseIterable {
        case nobody, ada, grace, carl, mia, ann, finn
        case kitchen = "kitchen-main"
        case board = "board-main"
        case otherKitchen = "kitchen-tokyo"
        case otherBoard = "board-tokyo"
        case kiosk = "kiosk-main"
        case door = "door-berlin"

        static let staff: Set<Who> = [.carl, .mia, .kitchen]
        static let managers: Set<Who> = [.mia, .ann]
        static let diners: Set<Who> = [.ada, .grace]
        static let people: Set<Who> = [.ada, .grace, .carl, .mia, .ann, .finn]
        static let everyone = Set(allCases)
        static let signedIn = everyone.subtracting([.nobody])

        static func all(_ some: Set<Who>, get code: String) -> [Who: String] {
            Dictionary(uniqueKeysWithValues: some.map { ($0, code) })
        }
    }

    struct Route: CustomTestStringConvertible, Sendable {
        let method: HTTPMethod
        let target: String
        var body = ""
        let allowed: Set<Who>
        /// What those get who are signed in and not allowed.
        var refusal = "forbidden"
        /// What some of them get instead.
        var refusals: [Who: String] = [:]
        /// Whether the body is a form.
        var isForm = false
        /// What a request without a session gets.
        var strangerRefusal = "sign-in-required"
        var fields: [(String, String)] {
            [("Idempotency-Key", "role")]
                + (isForm ? [("Content-Type", "application/x-www-form-urlencoded")] : [])
        }
        var testDescription: String { "\(method) \(target)" }
    }

    /// A route that anyone may ask with the token of a link.
    private static let emptyTable =
        #"{"name": "x.csv", "csv": "Employee", "map": {"base": "odoo"}, "reason": "x"}"#

    private static func link(_ target: String) -> Route {
        Route(
            method: .post, target: target, body: "{}", allowed: [], refusal: "invalid-request",
            strangerRefusal: "invalid-request")
    }

    private static let correction =
        #"{"entries": [{"person": "ada", "amount": {"amount": 100, "currency": "EUR"}, "reason": "Lunch"}]}"#

    /// `{order}` and `{ticket}` stand for Ada's order at the main café.
    static let routes: [Route] = [
        Route(method: .get, target: "/healthz", allowed: Who.everyone),
        Route(method: .get, target: "/readyz", allowed: Who.everyone),
        Route(method: .get, target: "/openapi.json", allowed: Who.everyone),
        Route(method: .get, target: "/problems/busy", allowed: Who.everyone),
        Route(method: .get, target: "/api/v1/sign-in", allowed: Who.everyone),
        Route(method: .post, target: "/api/v1/session", body: #"{"person": "ada"}"#, allowed: Who.everyone),
        Route(method: .get, target: "/api/v1/session", allowed: Who.signedIn),
        Route(method: .delete, target: "/api/v1/session", allowed: Who.signedIn),
        Route(
            method: .post, target: "/api/v1/session/proof", body: #"{"password": "x"}"#, allowed: [],
            refusals: Who.all(Who.people, get: "wrong-credentials")),
        Route(
            method: .put, target: "/api/v1/password", body: #"{"password": "eleven quiet herons"}"#,
            allowed: [],
            refusals: Who.all(Who.people, get: "wrong-credentials")),
        Route(
            method: .post, target: "/api/v1/session/passkey-options", allowed: [],
            refusal: "passkeys-unavailable", strangerRefusal: "passkeys-unavailable"),
        Route(
            method: .post, target: "/api/v1/password-links", body: #"{"name": "nobody@example.org"}"#,
            allowed: [], refusal: "mail-not-configured", strangerRefusal: "mail-not-configured"),
        Route(method: .get, target: "/api/v1/passkeys", allowed: Who.people),
        Route(
            method: .post, target: "/api/v1/passkeys/options", allowed: [],
            refusals: Who.all(Who.people, get: "passkeys-unavailable")),
        Route(
            method: .post, target: "/api/v1/passkeys", body: "{}", allowed: [],
            refusals: Who.all(Who.people, get: "invalid-request")),
        Route(
            method: .patch, target: "/api/v1/passkeys/{passkey}", body: #"{"name": "Laptop"}"#, allowed: [],
            refusals: Who.all(Who.people, get: "unknown-passkey")),
        Route(
            method: .delete, target: "/api/v1/passkeys/{passkey}", allowed: [],
            refusals: Who.all(Who.people, get: "unknown-passkey")),
        Route(method: .get, target: "/api/v1/recovery-codes", allowed: Who.people),
        Route(method: .post, target: "/api/v1/recovery-codes", allowed: Who.people),
        Route(method: .get, target: "/api/v1/sessions", allowed: Who.people),
        Route(method: .delete, target: "/api/v1/sessions", allowed: Who.people),
        Route(
            method: .delete, target: "/api/v1/sessions/{session}", allowed: [],
            refusals: Who.all(Who.people, get: "unknown-session")),
        Route(
            method: .get, target: "/api/v1/set-up", allowed: [], refusal: "link-invalid"),
        Route(
            method: .post, target: "/api/v1/set-up", body: "{}", allowed: [], refusal: "link-invalid"),
        Route(
            method: .post, target: "/api/v1/set-up/passkey-options", body: "{}", allowed: [],
            refusal: "link-invalid"),
        link("/api/v1/invitation/check"),
        link("/api/v1/invitation"),
        Route(method: .get, target: "/api/v1/people", allowed: [.ann]),
        Route(
            method: .post, target: "/api/v1/people",
            body: #"{"name": "Bo", "signInName": "bo", "roles": [], "language": "en"}"#, allowed: [.ann]),
        Route(
            method: .patch, target: "/api/v1/people/{person}", body: "{}", allowed: [],
            refusals: [.ann: "unknown-person"]),
        Route(
            method: .post, target: "/api/v1/people/{person}/invitation", allowed: [],
            refusals: [.ann: "unknown-person"]),
        Route(
            method: .delete, target: "/api/v1/people/{person}/sessions", allowed: [],
            refusals: [.ann: "unknown-person"]),
        Route(method: .get, target: "/api/v1/security-log", allowed: [.ann]),
        Route(method: .get, target: "/api/v1/notices", allowed: Who.people),
        Route(method: .get, target: "/api/v1/notices/settings", allowed: Who.people),
        Route(
            method: .put, target: "/api/v1/notices/settings",
            body:
                #"{"order": ["push", "ntfy", "gotify", "mail"], "off": [], "quietHours": [], "inQuietHours": "later", "detail": "full"}"#,
            allowed: Who.people),
        Route(method: .get, target: "/api/v1/notices/channels", allowed: Who.people),
        Route(
            method: .post, target: "/api/v1/notices/channels",
            body: #"{"kind": "ntfy", "url": "https://ntfy.example.org/topic"}"#, allowed: Who.people),
        Route(method: .get, target: "/api/v1/notices/delivery", allowed: [.ann]),
        Route(method: .get, target: "/api/v1/webhooks", allowed: [.ann]),
        Route(
            method: .post, target: "/api/v1/webhooks",
            body:
                #"{"label": "Log", "url": "https://log.example.org/in", "form": "standard", "events": ["order.ready"]}"#,
            allowed: [.ann]),
        Route(
            method: .post, target: "/api/v1/notices/{notice}/read", allowed: [],
            refusals: Who.all(Who.people, get: "unknown-notice")),
        Route(
            method: .post, target: "/api/v1/notices/read", body: #"{"upTo": "none"}"#, allowed: [],
            refusals: Who.all(Who.people, get: "unknown-notice")),
        Route(
            method: .patch, target: "/api/v1/notices/channels/{channel}", body: #"{"label": "x"}"#,
            allowed: [],
            refusals: Who.all(Who.people, get: "unknown-channel")),
        Route(
            method: .delete, target: "/api/v1/notices/channels/{channel}", allowed: [],
            refusals: Who.all(Who.people, get: "unknown-channel")),
        Route(
            method: .post, target: "/api/v1/notices/channels/{channel}/test", allowed: [],
            refusals: Who.all(Who.people, get: "unknown-channel")),
        Route(
            method: .post, target: "/api/v1/notices/channels/{channel}/code", allowed: [],
            refusals: Who.all(Who.people, get: "unknown-channel")),
        Route(
            method: .patch, target: "/api/v1/webhooks/{webhook}", body: #"{"label": "x"}"#, allowed: [],
            refusals: [.ann: "unknown-webhook"]),
        Route(
            method: .delete, target: "/api/v1/webhooks/{webhook}", allowed: [],
            refusals: [.ann: "unknown-webhook"]),
        Route(
            method: .post, target: "/api/v1/webhooks/{webhook}/secret", allowed: [],
            refusals: [.ann: "unknown-webhook"]),
        Route(
            method: .post, target: "/api/v1/webhooks/{webhook}/test", allowed: [],
            refusals: [.ann: "unknown-webhook"]),
        Route(
            method: .get, target: "/api/v1/webhooks/{webhook}/deliveries", allowed: [],
            refusals: [.ann: "unknown-webhook"]),
        Route(
            method: .post, target: "/api/v1/webhooks/{webhook}/replay",
            body: #"{"from": "2026-11-24T00:00:00Z", "to": "2026-11-24T01:00:00Z"}"#, allowed: [],
            refusals: [.ann: "unknown-webhook"]),
        Route(method: .get, target: "/api/v1/preferences", allowed: Who.people),
        Route(method: .patch, target: "/api/v1/preferences", body: #"{"clock": "24"}"#, allowed: Who.people),
        Route(method: .get, target: "/api/v1/own-data", allowed: Who.people),
        Route(method: .get, target: "/api/v1/own-data/export", allowed: Who.people),
        // Ada's order is under way.
        Route(
            method: .delete, target: "/api/v1/own-data", allowed: Who.people.subtracting([.ada]),
            refusals: [.ada: "orders-open"]),
        Route(
            method: .post, target: "/oauth/device_authorization", body: "client_id=board",
            allowed: Who.everyone, isForm: true),
        Route(method: .get, target: "/oauth/qr-code?user_code=WDJB-MJHT", allowed: Who.everyone),
        Route(
            method: .get, target: "/api/v1/pairings/{code}", allowed: [],
            refusals: Who.all(Who.people, get: "unknown-code")),
        Route(
            method: .post, target: "/api/v1/pairings/{code}/approval", body: "{}", allowed: [],
            refusals: Who.all(Who.people, get: "unknown-code")),
        Route(
            method: .post, target: "/api/v1/pairings/{code}/refusal", allowed: [],
            refusals: Who.all(Who.people, get: "unknown-code")),
        Route(method: .get, target: "/api/v1/screens", allowed: [.mia, .ann]),
        Route(
            method: .delete, target: "/api/v1/screens/{screen}", allowed: [],
            refusals: [.mia: "unknown-screen", .ann: "unknown-screen"]),
        Route(method: .get, target: "/api/v1/campus-file", allowed: [.ann]),
        Route(
            method: .put, target: "/api/v1/campus-file", body: "{}", allowed: [],
            refusals: [.ann: "invalid-request"]),
        Route(
            method: .post, target: "/api/v1/cafes/main-cafe/pictures", body: "GIF89a", allowed: [],
            refusals: Who.all(Who.managers, get: "unsupported-picture")),
        Route(
            method: .get, target: "/api/v1/pictures/photo-0/160", allowed: [], refusal: "unknown-picture",
            strangerRefusal: "unknown-picture"),
        Route(
            method: .post, target: "/api/v1/cafes/main-cafe/printers/none/test-pages", allowed: [],
            refusals: Who.all(Who.managers, get: "unknown-printer")),
        Route(method: .get, target: "/api/v1/organisation", allowed: [.ann]),
        Route(
            method: .post, target: "/api/v1/organisation/trials", body: #"{"service": "payments"}"#,
            allowed: [.ann]),
        Route(method: .get, target: "/api/v1/data-announcements", allowed: Who.people),
        Route(
            method: .post, target: "/api/v1/sites/berlin/data-announcements", body: #"{"practices": []}"#,
            allowed: [], refusals: [.ann: "invalid-request"]),
        Route(method: .get, target: "/api/v1/managed-sites", allowed: [.ann]),
        Route(method: .get, target: "/api/v1/sites/berlin/attendance-rules", allowed: [.ann]),
        Route(
            method: .put, target: "/api/v1/sites/berlin/attendance-rules", body: "{}", allowed: [],
            refusals: [.ann: "invalid-request"]),
        Route(
            method: .post, target: "/api/v1/sites/berlin/attendance-rules/effect", body: #"{"rules": {}}"#,
            allowed: [.ann]),
        Route(
            method: .post, target: "/api/v1/sites/berlin/attendance-rules/retention-effect",
            body: #"{"attendanceRetention": {"payday": 25}}"#, allowed: [.ann]),
        Route(method: .get, target: "/api/v1/sites/berlin/draft", allowed: [.ann]),
        Route(
            method: .put, target: "/api/v1/sites/berlin/draft", body: #"{"document": {}, "base": 1}"#,
            allowed: [], refusals: [.ann: "invalid-request"]),
        Route(
            method: .delete, target: "/api/v1/sites/berlin/draft", allowed: [],
            refusals: [.ann: "invalid-request"]),
        Route(
            method: .post, target: "/api/v1/sites/berlin/revisions", allowed: [],
            refusals: [.ann: "invalid-request"]),
        Route(method: .get, target: "/api/v1/sites/berlin/revisions", allowed: [.ann]),
        Route(method: .get, target: "/api/v1/sites/berlin/revisions/1", allowed: [.ann]),
        Route(
            method: .post, target: "/api/v1/sites/berlin/revisions/1/return", body: #"{"seen": 1}"#,
            allowed: [], refusals: [.ann: "nothing-to-publish"]),
        Route(
            method: .get, target: "/api/v1/sites/berlin/spots/berlin-door/qr-code", allowed: [.ann]),
        Route(method: .get, target: "/api/v1/managed-cafes", allowed: Who.managers),
        Route(method: .get, target: "/api/v1/cafes/main-cafe/report", allowed: Who.managers),
        Route(method: .get, target: "/api/v1/cafes/main-cafe/draft", allowed: Who.managers),
        // Without the version that was seen nothing changes.
        Route(
            method: .put, target: "/api/v1/cafes/main-cafe/draft", body: #"{"document": {}, "base": 1}"#,
            allowed: [], refusals: Who.all(Who.managers, get: "invalid-request")),
        Route(
            method: .delete, target: "/api/v1/cafes/main-cafe/draft", allowed: [],
            refusals: Who.all(Who.managers, get: "invalid-request")),
        Route(method: .get, target: "/api/v1/cafes/main-cafe/draft/menu", allowed: Who.managers),
        Route(
            method: .post, target: "/api/v1/cafes/main-cafe/revisions", allowed: [],
            refusals: Who.all(Who.managers, get: "invalid-request")),
        Route(method: .get, target: "/api/v1/cafes/main-cafe/revisions", allowed: Who.managers),
        Route(method: .get, target: "/api/v1/cafes/main-cafe/revisions/1", allowed: Who.managers),
        Route(
            method: .post, target: "/api/v1/cafes/main-cafe/revisions/1/return", body: #"{"seen": 1}"#,
            allowed: [], refusals: Who.all(Who.managers, get: "nothing-to-publish")),
        Route(method: .get, target: "/api/v1/cafes", allowed: Who.everyone),
        Route(method: .get, target: "/api/v1/cafes/main-cafe", allowed: Who.everyone),
        Route(method: .get, target: "/api/v1/cafes/main-cafe/menu", allowed: Who.everyone),
        Route(
            method: .post, target: "/api/v1/cafes/main-cafe/quote", body: #"{"lines": []}"#,
            allowed: Who.everyone),
        Route(method: .post, target: "/api/v1/orders", body: APIFixture.soup(), allowed: Who.diners),
        Route(method: .get, target: "/api/v1/orders", allowed: Who.diners),
        Route(method: .get, target: "/api/v1/orders/{order}", allowed: [.ada]),
        Route(method: .get, target: "/api/v1/orders/{order}/handover-code", allowed: [.ada]),
        Route(method: .post, target: "/api/v1/orders/{order}/start", allowed: [.ada]),
        Route(method: .post, target: "/api/v1/orders/{order}/cancellation", allowed: [.ada]),
        Route(method: .get, target: "/api/v1/payment-means", allowed: Who.diners),
        // Ada's order is paid from the meal account, so it has no payment.
        Route(
            method: .get, target: "/api/v1/payments/{payment}", allowed: [],
            refusals: Who.all(Who.diners, get: "unknown-payment")),
        Route(
            method: .post, target: "/api/v1/payments/{payment}/session", allowed: [],
            refusals: Who.all(Who.diners, get: "unknown-payment")),
        Route(
            method: .post, target: "/api/v1/payments/{payment}/check", allowed: [],
            refusals: Who.all(Who.diners, get: "unknown-payment")),
        Route(
            method: .post, target: "/api/v1/payments/stripe/webhook", body: "{}", allowed: [],
            refusal: "payment-call-refused", strangerRefusal: "payment-call-refused"),
        Route(
            method: .post, target: "/api/v1/orders/{order}/refunds", body: #"{"reason": "cold"}"#,
            allowed: [.mia, .finn]),
        Route(method: .get, target: "/api/v1/orders/{order}/refunds", allowed: [.mia, .finn]),
        Route(
            method: .get, target: "/api/v1/refundable-orders?cafe=main-cafe&day=2026-11-21&number=001",
            allowed: [.mia, .finn]),
        Route(method: .get, target: "/api/v1/accounts", allowed: [.finn]),
        Route(method: .get, target: "/api/v1/accounts/ada", allowed: [.finn]),
        Route(method: .get, target: "/api/v1/account-corrections", allowed: [.finn]),
        Route(
            method: .post, target: "/api/v1/account-corrections/preview", body: correction, allowed: [.finn]),
        Route(method: .post, target: "/api/v1/account-corrections", body: correction, allowed: [.finn]),
        Route(
            method: .post, target: "/api/v1/account-corrections/{correction}/decision",
            body: #"{"confirmed": true}"#, allowed: [], refusals: [.finn: "unknown-correction"]),
        Route(method: .get, target: "/api/v1/account", allowed: Who.diners),
        // The installation takes no cards.
        Route(
            method: .post, target: "/api/v1/account/top-ups",
            body: #"{"amount": {"amount": 2000, "currency": "EUR"}}"#, allowed: [],
            refusals: Who.all(Who.diners, get: "card-payments-off")),
        Route(method: .get, target: "/api/v1/cafes/main-cafe/windows", allowed: Who.everyone),
        Route(
            method: .put, target: "/api/v1/pickup-hold",
            body: #"{"cafe": "main-cafe", "lines": [{"item": "soup", "quantity": 1}]}"#, allowed: [],
            refusals: Who.all(Who.diners, get: "pickup-not-offered")),
        Route(method: .delete, target: "/api/v1/pickup-hold", allowed: Who.people),
        Route(method: .get, target: "/api/v1/favourites", allowed: Who.people),
        Route(method: .put, target: "/api/v1/cafes/main-cafe/favourites/soup", allowed: Who.diners),
        Route(method: .delete, target: "/api/v1/cafes/main-cafe/favourites/soup", allowed: Who.people),
        Route(method: .delete, target: "/api/v1/favourites", allowed: Who.people),
        Route(method: .get, target: "/api/v1/cafes/main-cafe/tickets", allowed: Who.staff),
        Route(method: .get, target: "/api/v1/cafes/main-cafe/tickets?state=collected", allowed: Who.staff),
        Route(method: .get, target: "/api/v1/tickets/{ticket}", allowed: Who.staff),
        Route(
            method: .post, target: "/api/v1/tickets/{ticket}/actions", body: #"{"action": "start"}"#,
            allowed: Who.staff),
        Route(
            method: .post, target: "/api/v1/tickets/{ticket}/rejection",
            body: #"{"reason": "busy", "soldOut": ["another"]}"#, allowed: [],
            refusals: Who.all(Who.staff, get: "invalid-request")),
        Route(method: .get, target: "/api/v1/cafes/main-cafe/unseen", allowed: Who.staff),
        Route(method: .get, target: "/api/v1/cafes/main-cafe/replay", allowed: Who.staff),
        Route(
            method: .post, target: "/api/v1/cafes/main-cafe/sightings",
            body: #"{"tickets": [], "stations": ["grill"]}"#, allowed: Who.staff),
        Route(method: .get, target: "/api/v1/cafes/main-cafe/sold-out", allowed: Who.staff),
        Route(
            method: .post, target: "/api/v1/cafes/main-cafe/sold-out",
            body: #"{"soldOut": true, "items": ["soup"]}"#, allowed: Who.staff),
        Route(method: .get, target: "/api/v1/cafes/main-cafe/counter", allowed: Who.staff),
        Route(
            method: .post, target: "/api/v1/cafes/main-cafe/counter/orders", body: "{}", allowed: [],
            refusals: Who.all(Who.staff, get: "invalid-request")),
        Route(
            method: .post, target: "/api/v1/cafes/main-cafe/counter/orders/none/cancellation",
            body: #"{"reason": "mistake"}"#, allowed: [],
            refusals: Who.all(Who.staff, get: "unknown-order")),
        Route(
            method: .post, target: "/api/v1/cafes/main-cafe/handovers", body: #"{"code": "1"}"#,
            allowed: [], refusals: Who.all(Who.staff, get: "wrong-handover-code")),
        Route(method: .get, target: "/api/v1/cafes/main-cafe/coming", allowed: Who.staff),
        Route(method: .get, target: "/api/v1/cafes/main-cafe/pace", allowed: Who.staff),
        Route(
            method: .post, target: "/api/v1/cafes/main-cafe/pace", body: #"{"delayMinutes": 10}"#,
            allowed: Who.staff),
        Route(method: .get, target: "/api/v1/cafes/main-cafe/printers", allowed: Who.staff),
        Route(
            method: .post, target: "/api/v1/tickets/{ticket}/prints", allowed: [],
            refusals: Who.all(Who.staff, get: "no-printer")),
        Route(
            method: .post, target: "/api/v1/orders/{order}/receipt-prints", body: "{}", allowed: [],
            refusals: Who.all(Who.staff, get: "no-printer").merging(Who.all(Who.diners, get: "forbidden")) {
                first, _ in
                first
            }),
        Route(method: .get, target: "/api/v1/cafes/main-cafe/board", allowed: Who.staff.union([.board])),
        Route(method: .get, target: "/api/v1/kiosk", allowed: [.kiosk]),
        Route(
            method: .put, target: "/api/v1/kiosk/help", body: #"{"wanted": false}"#, allowed: [.kiosk]),
        Route(
            method: .post, target: "/api/v1/kiosk/exit", body: #"{"code": "000000"}"#, allowed: [.kiosk]),
        Route(
            method: .post, target: "/api/v1/kiosk/orders",
            body: #"{"lines": [{"item": "cake", "quantity": 1}], "payment": "counter", "#
                + #""expectedTotal": {"amount": 380, "currency": "EUR"}}"#, allowed: [.kiosk]),
        Route(
            method: .get, target: "/api/v1/followed-orders/{order}", allowed: [], refusal: "unknown-order",
            strangerRefusal: "unknown-order"),
        Route(
            method: .get, target: "/api/v1/followed-orders/{order}/receipt", allowed: [],
            refusal: "unknown-order", strangerRefusal: "unknown-order"),
        Route(
            method: .get, target: "/api/v1/followed-orders/{order}/qr-code", allowed: [],
            refusal: "unknown-order", strangerRefusal: "unknown-order"),
        Route(
            method: .post, target: "/api/v1/kiosk/orders/none/cancellation", allowed: [],
            refusals: [.kiosk: "unknown-order"]),
        Route(
            method: .get, target: "/api/v1/followed-orders/none/payment", allowed: [],
            refusal: "unknown-payment", strangerRefusal: "unknown-payment"),
        Route(
            method: .post, target: "/api/v1/followed-orders/none/payment/session", allowed: [],
            refusal: "unknown-payment", strangerRefusal: "unknown-payment"),
        Route(
            method: .post, target: "/api/v1/followed-orders/none/payment/check", allowed: [],
            refusal: "unknown-payment", strangerRefusal: "unknown-payment"),
        Route(
            method: .get, target: "/api/v1/followed-orders/none/payment/qr-code", allowed: [],
            refusal: "unknown-payment", strangerRefusal: "unknown-payment"),
        Route(method: .get, target: "/api/v1/kiosk-badge", allowed: Who.people),
        Route(
            method: .put, target: "/api/v1/kiosk-badge", body: #"{"number": "04AB", "pin": "1"}"#,
            allowed: [],
            refusals: Who.all(Who.people, get: "invalid-request")),
        Route(method: .delete, target: "/api/v1/kiosk-badge", allowed: Who.people),
        Route(
            method: .put, target: "/api/v1/kiosk-badge/block", allowed: [],
            refusals: Who.all(Who.people, get: "unknown-badge")),
        Route(
            method: .delete, target: "/api/v1/kiosk-badge/block", allowed: [],
            refusals: Who.all(Who.people, get: "unknown-badge")),
        Route(method: .get, target: "/api/v1/people/ada/kiosk-badge", allowed: [.ann]),
        Route(
            method: .put, target: "/api/v1/people/ada/kiosk-badge/block", allowed: [],
            refusals: [.ann: "unknown-badge"]),
        Route(
            method: .delete, target: "/api/v1/people/ada/kiosk-badge/block", allowed: [],
            refusals: [.ann: "unknown-badge"]),
        Route(method: .get, target: "/api/v1/cafes/main-cafe/unpaid-orders", allowed: Who.staff),
        Route(
            method: .post, target: "/api/v1/cafes/main-cafe/unpaid-orders/none/payment",
            body: #"{"payment": "cash"}"#, allowed: [],
            refusals: Who.all(Who.staff, get: "unknown-order")),
        Route(method: .get, target: "/api/v1/cafes/main-cafe/help-calls", allowed: Who.staff),
        Route(method: .delete, target: "/api/v1/cafes/main-cafe/help-calls/kiosk-main", allowed: Who.staff),
        Route(method: .get, target: "/api/v1/door-code", allowed: [.door]),
        link("/api/v1/door-scans"),
        Route(method: .get, target: "/api/v1/attendance", allowed: Who.people),
        Route(method: .get, target: "/api/v1/attendance/replay", allowed: Who.people),
        Route(method: .get, target: "/api/v1/attendance/month?month=2026-11", allowed: Who.people),
        Route(
            method: .post, target: "/api/v1/attendance/corrections",
            body: #"{"day": "2099-01-01", "marks": [], "reason": "ill", "site": "berlin"}"#, allowed: [],
            refusals: Who.all(Who.people, get: "day-not-over")),
        Route(
            method: .post, target: "/api/v1/attendance/corrections/{correction}/withdrawal", allowed: [],
            refusals: Who.all(Who.people, get: "unknown-day-correction")),
        Route(method: .get, target: "/api/v1/attendance/month.csv?month=2026-11", allowed: Who.people),
        Route(method: .get, target: "/api/v1/attendance/people/ada/month.csv", allowed: [.mia, .finn]),
        Route(method: .get, target: "/api/v1/attendance/export", allowed: [.mia, .finn]),
        Route(method: .get, target: "/api/v1/attendance/export.csv", allowed: [.mia, .finn]),
        Route(method: .get, target: "/api/v1/attendance/totals.csv", allowed: [.mia, .finn]),
        Route(method: .get, target: "/api/v1/attendance/people", allowed: [.mia, .finn]),
        Route(
            method: .get, target: "/api/v1/attendance/people/ada/month", allowed: [.mia, .finn]),
        Route(method: .get, target: "/api/v1/attendance/corrections", allowed: [.mia]),
        Route(
            method: .post, target: "/api/v1/attendance/corrections/{correction}/decision",
            body: #"{"verdict": "accept"}"#, allowed: [], refusals: [.mia: "unknown-day-correction"]),
        Route(method: .get, target: "/api/v1/attendance/who-is-in", allowed: Who.people),
        Route(
            method: .post, target: "/api/v1/entrance-visits", body: #"{"number": "1", "pin": "1"}"#,
            allowed: [], refusals: [.door: "wrong-badge-or-pin"]),
        Route(
            method: .post, target: "/api/v1/entrance-visits/{visit}/punch", body: #"{"kind": "in"}"#,
            allowed: [], refusals: [.door: "entrance-visit-over"]),
        Route(method: .get, target: "/api/v1/attendance/payroll", allowed: [.mia, .finn]),
        Route(
            method: .get, target: "/api/v1/attendance/payroll/{template}", allowed: [],
            refusals: Who.all([.mia, .finn], get: "unknown-payroll-template")),
        Route(method: .get, target: "/api/v1/attendance/imports/maps", allowed: [.mia, .finn]),
        Route(
            method: .post, target: "/api/v1/attendance/imports/preview", body: emptyTable,
            allowed: [.mia, .finn]),
        Route(
            method: .post, target: "/api/v1/attendance/imports", body: emptyTable, allowed: [],
            refusals: Who.all([.mia, .finn], get: "attendance-import-mistakes")),
        Route(method: .get, target: "/api/v1/attendance/calendar", allowed: Who.people),
        Route(method: .post, target: "/api/v1/attendance/calendar", allowed: Who.people),
        Route(method: .delete, target: "/api/v1/attendance/calendar", allowed: Who.people),
        Route(
            method: .get, target: "/api/v1/attendance/calendars/{secret}/shifts.ics", allowed: [],
            refusal: "unknown-calendar", strangerRefusal: "unknown-calendar"),
        Route(method: .get, target: "/api/v1/attendance/delegations", allowed: [.mia]),
        Route(
            method: .post, target: "/api/v1/attendance/delegations",
            body: #"{"delegate": "ada", "lastDay": "2000-01-01"}"#, allowed: [],
            refusals: [.mia: "invalid-delegation"]),
        Route(
            method: .delete, target: "/api/v1/attendance/delegations/{delegation}", allowed: [],
            refusals: [.mia: "unknown-delegation"]),
        Route(
            method: .post, target: "/api/v1/attendance/closings",
            body: #"{"month": "2099-01", "site": "berlin"}"#, allowed: [],
            refusals: [.mia: "month-not-over", .finn: "month-not-over"]),
        Route(
            method: .post, target: "/api/v1/attendance/closings/{closing}/reopening",
            body: #"{"reason": "x"}"#, allowed: [],
            refusals: [.mia: "unknown-closing", .finn: "unknown-closing"]),
        Route(
            method: .post, target: "/api/v1/attendance/closings/{closing}/reopening/agreement", allowed: [],
            refusals: [.mia: "unknown-closing", .finn: "unknown-closing"]),
        Route(
            method: .delete, target: "/api/v1/attendance/closings/{closing}/reopening", allowed: [],
            refusals: [.mia: "unknown-closing", .finn: "unknown-closing"]),
        Route(
            method: .post, target: "/api/v1/attendance/punches", body: #"{"kind": "in", "site": "berlin"}"#,
            allowed: Who.people),
        Route(
            method: .put, target: "/api/v1/attendance/reminders", body: #"{"on": true}"#, allowed: Who.people),
        Route(
            method: .put, target: "/api/v1/attendance/hours", body: #"{"window": 60}"#, allowed: Who.people),
        Route(method: .get, target: "/api/v1/presence/following", allowed: Who.diners),
        Route(
            method: .put, target: "/api/v1/presence/following", body: #"{"following": true}"#,
            allowed: Who.diners),
        Route(method: .delete, target: "/api/v1/presence/following", allowed: Who.diners),
        Route(method: .get, target: "/api/v1/presence/conditions", allowed: Who.diners),
        Route(
            method: .post, target: "/api/v1/presence/events", body: #"{"device": "laptop", "events": []}"#,
            allowed: Who.diners),
        Route(
            method: .post, target: "/api/v1/tips/ledger",
            body: #"{"device": "0000000000000100", "platform": "web", "language": "en", "cursor": 0}"#,
            allowed: Who.people),
        Route(method: .delete, target: "/api/v1/tips/ledger", allowed: Who.people),
        Route(method: .get, target: "/api/v1/tips?platform=web", allowed: Who.signedIn),
        Route(method: .get, target: "/api/v1/tips/seen", allowed: Who.people),
        Route(method: .get, target: "/api/v1/tips/export", allowed: Who.people),
        Route(method: .get, target: "/api/v1/tips/statistics", allowed: [.ann]),
        Route(method: .get, target: "/api/v1/tips/catalogue", allowed: [.ann]),
        Route(method: .put, target: "/api/v1/tips/catalogue", body: TipSample.text, allowed: [.ann]),
        Route(method: .delete, target: "/api/v1/tips/catalogue", allowed: [.ann]),
        Route(
            method: .put, target: "/api/v1/tips/{tip}/switch", body: #"{"isOn": false}"#, allowed: [.ann]),
        Route(method: .get, target: "/api/v1/tips/{tip}/explanation", allowed: Who.people),
        Route(method: .get, target: "/api/v1/tips/{tip}/explanation?person=ada", allowed: [.ada, .ann]),
        Route(method: .get, target: "/api/v1/gateways", allowed: [.ann]),
        Route(method: .delete, target: "/api/v1/gateways/main-ear/key", allowed: [.ann]),
        Route(method: .get, target: "/api/v1/wearables", allowed: [.ann]),
        Route(method: .get, target: "/api/v1/presence/wearables", allowed: Who.people),
        Route(method: .get, target: "/api/v1/people/ada/wearables", allowed: [.ann]),
        Route(
            method: .post, target: "/api/v1/people/ada/wearables",
            body: #"{"kind": "phone", "key": "000102030405060708090a0b0c0d0e0f"}"#, allowed: [.ann]),
        Route(
            method: .delete, target: "/api/v1/people/ada/wearables/none", allowed: [],
            refusals: [.ann: "unknown-wearable"]),
        Route(
            method: .post, target: "/api/v1/gateways/main-ear/reports", body: "{}", allowed: [],
            refusal: "gateway-key-required", strangerRefusal: "gateway-key-required"),
        Route(method: .get, target: "/api/v1/feed?topics=cafe/main-cafe/kitchen", allowed: Who.staff),
        Route(
            method: .get, target: "/api/v1/feed?topics=cafe/main-cafe/board",
            allowed: Who.staff.union([.board])),
        Route(method: .get, target: "/api/v1/feed?topics=cafe/main-cafe/menu", allowed: Who.signedIn),
        Route(method: .get, target: "/api/v1/feed?topics=person/ada", allowed: [.ada]),
    ]
}
