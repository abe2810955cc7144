import Essentials
import HTTPCore
import JSON
import Ordering
import QRCode
import Workplace

/// The card payment of a guest's order on the guest's own phone.
///
/// It is open to everybody who has the order's identifier, which cannot be guessed.
struct GuestPaymentRoutes: Sendable {
    /// The number of provider calls for one order in a minute.
    private static let questionsPerMinute = 30

    let services: WorkplaceServices
    private let questions = MinuteLimit(questionsPerMinute, namesAtMost: 10_000)

    init(services: WorkplaceServices) { self.services = services }

    var routes: [APIRoute] { [one, session, check, picture] }

    private static let path = "/api/v1/followed-orders/{order}/payment"

    private var one: APIRoute {
        APIRoute(
            method: .get, pattern: Self.path,
            operation: Operation(
                id: "getGuestPayment",
                summary: "The payment by card of a guest's order, as the server knows it.",
                tag: .kiosks, success: .json("Payment"), problems: [.unknownPayment])
        ) { request in
            try answer(try await services.payments.payment(try request.guestPayment(), of: .guest))
        }
    }

    private var session: APIRoute {
        APIRoute(
            method: .post, pattern: Self.path + "/session",
            operation: Operation(
                id: "openGuestPayment",
                summary:
                    "What a page needs to pay a guest's order at the provider. Repeating it goes on with the same payment.",
                tag: .kiosks, success: .json("PaymentSession"),
                problems: [
                    .antiForgery, .unknownPayment, .cardPaymentsOff, .paymentOver,
                    .paymentProviderUnreachable,
                ])
        ) { request in
            try Authenticator.refuseOtherSites(request.http)
            let id = try request.guestPayment()
            _ = try await services.payments.payment(id, of: .guest)
            guard questions.add(id.rawValue, at: services.now()) == nil else {
                throw PaymentRefusal.unreachable
            }
            var json = JSONWriter()
            json.paymentSession(try await services.payments.open(id, of: .guest))
            return try Self.private(.json(json.bytes))
        }
    }

    private var check: APIRoute {
        APIRoute(
            method: .post, pattern: Self.path + "/check",
            operation: Operation(
                id: "checkGuestPayment",
                summary: """
                    Asks the provider how the payment of a guest's order stands, and applies the answer; the provider is asked at \
                    most \(Self.questionsPerMinute) times in a minute.
                    """,
                tag: .kiosks, success: .json("Payment"), problems: [.antiForgery, .unknownPayment])
        ) { request in
            try Authenticator.refuseOtherSites(request.http)
            let id = try request.guestPayment()
            let known = try await services.payments.payment(id, of: .guest)
            guard questions.add(id.rawValue, at: services.now()) == nil else { return try answer(known) }
            return try answer(try await services.payments.check(id, of: .guest))
        }
    }

    private var picture: APIRoute {
        APIRoute(
            method: .get, pattern: Self.path + "/qr-code",
            operation: Operation(
                id: "getGuestPaymentPicture",
                summary: "The address of the page that pays a guest's order, as a QR code.", tag: .kiosks,
                success: .picture, problems: [.unknownPayment])
        ) { request in
            try Authenticator.refuseOtherSites(request.http)
            let id = try request.guestPayment()
            _ = try await services.payments.payment(id, of: .guest)
            // In the fragment, which browsers do not send, so that no log has it.
            guard let picture = QRCode(request.http.address(of: "/pay#guest.\(id)")) else {
                throw PaymentRefusal.unknown
            }
            return try Self.private(.content(Array(picture.svg.utf8), type: "image/svg+xml"))
        }
    }

    private func answer(_ payment: Payment) throws -> HTTPResponse {
        var json = JSONWriter()
        json.payment(payment)
        return try Self.private(.json(json.bytes))
    }

    private static func `private`(_ response: HTTPResponse) throws -> HTTPResponse {
        var response = response
        try response.fields.set("Cache-Control", "no-store")
        return response
    }
}

extension APIRequest {
    fileprivate func guestPayment() throws -> PaymentID {
        try identifier("order", orThrow: Problem(.unknownPayment, detail: "There is no such payment."))
    }
}
