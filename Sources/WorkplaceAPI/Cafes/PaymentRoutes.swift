import Essentials
import HTTPCore
import JSON
import Ordering
import Workplace

/// Card payments: the session that a page needs to pay, and the webhook of the payment provider.
struct PaymentRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [means, one, session, check, stripe] }

    private var means: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/payment-means", access: .employee,
            operation: Operation(
                id: "listPaymentMeans", summary: "What orders can be paid with here.", tag: .orders,
                success: .json("PaymentMeans"))
        ) { _, _ in
            var json = JSONWriter()
            json.object { json in
                json.member("means") { json in
                    json.array { json in
                        for means in services.payments.means { json.string(means.rawValue) }
                    }
                }
            }
            return .json(json.bytes)
        }
    }

    private var one: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/payments/{payment}", access: .employee,
            operation: Operation(
                id: "getPayment",
                summary:
                    "A payment for one of one's own orders or for one's meal account, as the server knows it.",
                tag: .orders, success: .json("Payment"), problems: [.unknownPayment])
        ) { request, person in
            Self.answer(try await services.payments.payment(try request.payment(), of: person.id))
        }
    }

    private var session: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/payments/{payment}/session", access: .employee,
            operation: Operation(
                id: "openPayment",
                summary:
                    "What a page needs to pay at the provider. Repeating it goes on with the same payment; no card number comes here.",
                tag: .orders, success: .json("PaymentSession"),
                problems: [.unknownPayment, .cardPaymentsOff, .paymentOver, .paymentProviderUnreachable])
        ) { request, person in
            let session = try await services.payments.open(try request.payment(), of: person.id)
            var json = JSONWriter()
            json.paymentSession(session)
            return .json(json.bytes)
        }
    }

    private var check: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/payments/{payment}/check", access: .employee,
            operation: Operation(
                id: "checkPayment",
                summary:
                    "Asks the provider how a payment stands, and applies the answer: a page calls it when it comes back from paying.",
                tag: .orders, success: .json("Payment"), problems: [.unknownPayment])
        ) { request, person in
            Self.answer(try await services.payments.check(try request.payment(), of: person.id))
        }
    }

    private var stripe: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/payments/stripe/webhook",
            operation: Operation(
                id: "receiveStripeEvent",
                summary:
                    "Takes an event of Stripe, which signs it. The server then asks Stripe how the payment stands; events that it does not need are accepted and ignored.",
                tag: .orders,
                parameters: [
                    Operation.Parameter(
                        name: "Stripe-Signature", place: .header,
                        summary: "`t=SECONDS,v1=HEX`, at most five minutes old.", isRequired: true)
                ], body: "StripeEvent", success: .empty,
                problems: [.cardPaymentsOff, .paymentCallRefused, .paymentProviderUnreachable])
        ) { request in
            try request.requireJSON()
            // Described even where no provider is configured.
            guard let signature = request.http.fields["Stripe-Signature"] else {
                throw PaymentCallRefusal.wrongSignature
            }
            try await services.payments.receive(request.http.body, signature: signature)
            return HTTPResponse(.noContent)
        }
    }

    private static func answer(_ payment: Payment) -> HTTPResponse {
        var json = JSONWriter()
        json.payment(payment)
        return .json(json.bytes)
    }
}

extension APIRequest {
    fileprivate func payment() throws -> PaymentID {
        try identifier("payment", orThrow: Problem(PaymentRefusal.unknown))
    }
}

extension JSONWriter {
    /// Writes the session that a page needs to pay.
    mutating func paymentSession(_ session: PaymentService.Session) {
        object { json in
            json.member("payment") { $0.payment(session.payment) }
            json.member("provider", session.page.provider)
            json.member("publishableKey", session.page.publishableKey)
            json.member("script", session.page.script)
            json.member("clientSecret", session.clientSecret)
        }
    }

    /// Writes a payment as its person sees it.
    mutating func payment(_ payment: Payment) {
        object { json in
            json.member("id", payment.id.rawValue)
            if case .order(let order) = payment.purpose { json.member("order", order.rawValue) }
            json.member("amount", payment.amount)
            json.member("stage", payment.stage.rawValue)
            json.member("until", payment.endsAt)
        }
    }
}

extension PaymentRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? { Problem(self) }
}

extension PaymentCallRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? {
        let detail =
            switch self {
            case .wrongSignature: "The call is not signed by the payment provider."
            case .wrongTime: "The call was signed too long ago, or in the future."
            case .malformed: "The event cannot be read."
            }
        return Problem(.paymentCallRefused, detail: detail)
    }
}

extension Problem {
    fileprivate init(_ refusal: PaymentRefusal) {
        switch refusal {
        case .notOffered:
            self.init(
                .cardPaymentsOff, detail: "This installation takes no cards. Pay with the meal account.")
        case .unknown: self.init(.unknownPayment, detail: "You have no such payment.")
        case .over:
            self.init(
                .paymentOver,
                detail: "The payment is decided, or the time to pay is over. Look at the order.")
        case .unreachable:
            self.init(
                .paymentProviderUnreachable,
                detail: "The payment provider cannot be reached. Nothing was charged; try again.")
        case .nothingToPay:
            self.init(
                .nothingToPay, detail: "The order costs nothing, so there is nothing to pay by card.")
        }
    }
}
