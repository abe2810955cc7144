public import Essentials
import JSON

/// Takes cards and wallets by Stripe's PaymentIntents.
///
/// The person's page sends the card to Stripe; this server only sends amounts. Each call has an idempotency key derived from
/// the payment. Before it creates a refund, the server looks for an existing one, so that a crash between the call and its
/// record refunds nothing twice.
public struct StripeProvider: PaymentProvider {
    /// The version of Stripe's API that this program speaks.
    public static let version = "2024-06-20"
    /// Stripe's own address.
    public static let address = "https://api.stripe.com"
    /// Stripe's own script.
    public static let script = "https://js.stripe.com/v3/"

    /// What the payment page loads from Stripe.
    public let page: ProviderPage
    private let address: String
    private let secretKey: String
    private let signature: StripeSignature
    private let transport: PaymentTransport

    /// Makes a provider.
    ///
    /// - Parameters:
    ///   - address: The address of Stripe's API, without a slash at the end.
    ///   - secretKey: The secret API key.
    ///   - webhookSecret: The secret with which Stripe signs its webhook calls.
    ///   - page: What the payment page loads.
    ///   - transport: Sends a call.
    public init(
        address: String = StripeProvider.address, secretKey: String, webhookSecret: String,
        page: ProviderPage, transport: @escaping PaymentTransport
    ) {
        self.address = address
        self.secretKey = secretKey
        signature = StripeSignature(secret: webhookSecret)
        self.page = page
        self.transport = transport
    }

    /// Creates a PaymentIntent; Stripe answers a repeated call with the first one.
    public func begin(_ payment: Payment) async throws(PaymentProviderError) -> ProviderPayment {
        let body = try await call(
            "/v1/payment_intents",
            form: [
                ("amount", "\(payment.amount.minorUnits)"),
                ("currency", payment.amount.currency.code.lowercased()),
                ("payment_method_types[]", "card"), ("metadata[payment]", payment.id.rawValue),
            ], key: "payment-\(payment.id)")
        return try Self.payment(body)
    }

    /// Retrieves a PaymentIntent.
    public func find(_ reference: String) async throws(PaymentProviderError) -> ProviderPayment {
        try Self.payment(try await call("/v1/payment_intents/\(reference)"))
    }

    /// Cancels a PaymentIntent, or retrieves it if that is too late.
    public func cancel(_ reference: String) async throws(PaymentProviderError) -> ProviderPayment {
        do {
            return try Self.payment(
                try await call("/v1/payment_intents/\(reference)/cancel", form: [], key: nil))
        } catch .refused {
            // It is paid, cancelled or being paid.
            return try await find(reference)
        }
    }

    /// Lists one PaymentIntent, to check whether Stripe accepts the key.
    public func check() async throws(PaymentProviderError) {
        guard case .object(let page) = try await call("/v1/payment_intents?limit=1"),
            case .array? = page["data"]
        else { throw .malformed }
    }

    /// Creates a refund, unless Stripe has one with the key that has not failed.
    public func refund(
        _ amount: Money, of id: PaymentID, reference: String, key: String, refusals: Int
    ) async throws(PaymentProviderError) -> ProviderRefundStatus {
        let earlier = try await refunds(with: key, of: reference)
        if let standing = earlier.compactMap(\.self).first { return standing }
        let tries = earlier.count + refusals
        let body = try await call(
            "/v1/refunds",
            form: [
                ("payment_intent", reference), ("amount", "\(amount.minorUnits)"),
                ("metadata[refund]", key), ("metadata[payment]", id.rawValue),
            ],
            // Stripe repeats the answer for a used key, so each retry after a failure or a refusal needs a new key. After a lost
            // answer the key stays.
            key: tries == 0 ? "refund-\(key)" : "refund-\(key)-\(tries)")
        guard let status = try Self.refundStatus(body) else { throw .refused("refund-failed") }
        return status
    }

    /// The statuses of the refunds with a key; `nil` for a failed one.
    ///
    /// Also finds refunds whose answer was lost.
    private func refunds(
        with key: String, of reference: String
    ) async throws(PaymentProviderError) -> [ProviderRefundStatus?] {
        let body = try await call("/v1/refunds?payment_intent=\(reference)&limit=100")
        guard case .object(let object) = body, case .array(let refunds)? = object["data"] else {
            throw .malformed
        }
        var found: [ProviderRefundStatus?] = []
        for refund in refunds {
            guard case .object(let members) = refund, case .object(let metadata)? = members["metadata"],
                metadata["refund"] == .string(key)
            else { continue }
            found.append(try Self.refundStatus(refund))
        }
        return found
    }

    /// The status of a refund; `nil` for a failed one.
    private static func refundStatus(
        _ body: JSONValue
    ) throws(PaymentProviderError) -> ProviderRefundStatus? {
        switch text("status", of: body) {
        case nil: throw .malformed
        case "succeeded"?: .returned
        case "failed"?, "canceled"?: nil
        // Pending, or Stripe waits for the person.
        default: .pending
        }
    }

    /// Verifies an event of a payment or a refund, and returns the payment if it is one of ours.
    public func payment(
        in body: [UInt8], signature field: String?, at time: Timestamp
    ) throws(PaymentCallRefusal) -> PaymentID? {
        try signature.check(field, body: body, at: time)
        let event: JSONValue
        do { event = try JSONValue(parsing: body) } catch { throw .malformed }
        guard case .object(let members) = event, case .string(let type)? = members["type"],
            case .object(let data)? = members["data"], case .object(let object)? = data["object"]
        else { throw .malformed }
        // Only the payment is read from the event. Events come late, twice and out of order, so the server asks Stripe for the
        // status.
        let kinds = ["payment_intent.", "refund.", "charge.refund."]
        guard kinds.contains(where: { type.hasPrefix($0) }), case .object(let metadata)? = object["metadata"],
            case .string(let id)? = metadata["payment"]
        else { return nil }
        return PaymentID(id)
    }

    /// Sends a call and reads its answer.
    ///
    /// - Parameters:
    ///   - path: The path at Stripe's address.
    ///   - form: The form to send; `nil` for a call that reads.
    ///   - key: The idempotency key, for a call that creates something.
    /// - Returns: The answer.
    /// - Throws: ``PaymentProviderError`` for a refusal, and without an answer that can be read.
    private func call(
        _ path: String, form: [(name: String, value: String)]? = nil, key: String? = nil
    ) async throws(PaymentProviderError) -> JSONValue {
        var header = [
            (name: "Authorization", value: "Bearer \(secretKey)"),
            (name: "Stripe-Version", value: Self.version),
        ]
        if let key { header.append((name: "Idempotency-Key", value: key)) }
        if form != nil { header.append((name: "Content-Type", value: "application/x-www-form-urlencoded")) }
        let body = form.map { fields in
            fields.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }.joined(separator: "&")
        }
        let answer: PaymentAnswer
        do {
            answer = try await transport(
                PaymentCall(url: address + path, header: header, body: body.map { Array($0.utf8) }))
        } catch { throw .unreachable("\(error)") }
        let json = try? JSONValue(parsing: answer.body)
        switch answer.status {
        case 200..<300:
            guard let json else { throw .malformed }
            return json
        case 409, 429, 500...: throw .unreachable("status \(answer.status)")
        case 401, 403: throw .refused("status \(answer.status): is the secret key right?")
        default:
            var code = "status \(answer.status)"
            if case .object(let members)? = json, let error = members["error"],
                let name = Self.text("code", of: error) ?? Self.text("type", of: error)
            {
                code = name
            }
            throw .refused(code)
        }
    }

    private static func payment(_ body: JSONValue) throws(PaymentProviderError) -> ProviderPayment {
        guard case .object(let members) = body, let reference = text("id", of: body), reference.isReference,
            let status = text("status", of: body), case .integer(let asked)? = members["amount"],
            let currency = text("currency", of: body).flatMap({ Currency($0.uppercased()) })
        else { throw .malformed }
        let decided: ProviderPayment.Status =
            switch status {
            case "succeeded": .succeeded
            case "canceled": .canceled
            default: .undecided
            }
        var amount = asked
        if decided == .succeeded, case .integer(let received)? = members["amount_received"] {
            amount = received
        }
        return ProviderPayment(
            reference: reference, status: decided, amount: Money(minorUnits: amount, currency: currency),
            clientSecret: text("client_secret", of: body))
    }

    private static func text(_ name: String, of value: JSONValue) -> String? {
        guard case .object(let members) = value, case .string(let text)? = members[name] else { return nil }
        return text
    }
}

/// Sends a call to a payment provider.
public typealias PaymentTransport = @Sendable (PaymentCall) async throws -> PaymentAnswer

/// A call to a payment provider.
public struct PaymentCall: Sendable {
    /// The URL.
    public let url: String
    /// The header fields.
    public let header: [(name: String, value: String)]
    /// The body; `nil` for a call that reads.
    public let body: [UInt8]?
}

/// A payment provider's answer.
public struct PaymentAnswer: Sendable {
    /// The status.
    public let status: Int
    /// The body.
    public let body: [UInt8]

    /// Makes an answer.
    public init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}

extension String {
    /// Whether the text can be a provider's reference, which is part of the path of later calls.
    fileprivate var isReference: Bool {
        (1...255).contains(utf8.count)
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
