public import Essentials

/// A company that takes cards for the organisation, such as Stripe.
///
/// All calls are idempotent: a payment, its cancellation and a refund happen once for each identifier.
public protocol PaymentProvider: Sendable {
    /// What the payment page loads from the provider.
    var page: ProviderPage { get }

    /// Begins a payment, or finds the payment that was begun with the same identifier.
    func begin(_ payment: Payment) async throws(PaymentProviderError) -> ProviderPayment

    /// Finds a payment by the provider's reference.
    func find(_ reference: String) async throws(PaymentProviderError) -> ProviderPayment

    /// Cancels a payment that nobody has paid, and returns its state.
    func cancel(_ reference: String) async throws(PaymentProviderError) -> ProviderPayment

    /// Refunds an amount of a payment, once for each key; retries a refund that has failed.
    ///
    /// - Parameters:
    ///   - amount: The amount of the refund.
    ///   - id: The payment.
    ///   - reference: The provider's reference of the payment.
    ///   - key: Identifies the refund.
    ///   - refusals: How often the provider has refused this refund; it may answer a repeated call as before.
    /// - Returns: The status of the refund.
    /// - Throws: ``PaymentProviderError`` when the provider has not accepted the refund.
    func refund(
        _ amount: Money, of id: PaymentID, reference: String, key: String, refusals: Int
    ) async throws(PaymentProviderError) -> ProviderRefundStatus

    /// Asks the provider whether it accepts this server; moves no money.
    func check() async throws(PaymentProviderError)

    /// Verifies a webhook call of the provider.
    ///
    /// - Parameters:
    ///   - body: The bytes of the body.
    ///   - signature: The signature field of the call, if any.
    ///   - time: The present time.
    /// - Returns: The payment that the call is about, or whose refund it is about; `nil` for a call about something else.
    /// - Throws: ``PaymentCallRefusal``.
    func payment(
        in body: [UInt8], signature: String?, at time: Timestamp
    ) throws(PaymentCallRefusal) -> PaymentID?
}

/// A payment as the provider has it.
public struct ProviderPayment: Hashable, Sendable {
    /// The provider's decision.
    public enum Status: Hashable, Sendable {
        /// The provider has taken the money.
        case succeeded
        /// The provider will not take the money.
        case canceled
        /// The provider has not decided.
        case undecided
    }

    /// The provider's reference.
    public let reference: String
    /// What the provider has decided.
    public let status: Status
    /// The amount that is paid or to pay.
    public let amount: Money
    /// The secret with which a page pays it.
    public let clientSecret: String?

    /// Makes a payment from its parts.
    public init(reference: String, status: Status, amount: Money, clientSecret: String?) {
        self.reference = reference
        self.status = status
        self.amount = amount
        self.clientSecret = clientSecret
    }
}

/// The status of a refund at the provider.
public enum ProviderRefundStatus: Hashable, Sendable {
    /// The refund is accepted and may still fail.
    case pending
    /// The money is returned.
    case returned
}

/// What the payment page loads from the provider; no other page loads it.
public struct ProviderPage: Hashable, Sendable {
    /// The name of the provider.
    public let provider: String
    /// The public key that identifies the organisation; it is not a secret.
    public let publishableKey: String
    /// The address of the provider's script.
    public let script: String
    /// The origins of the script.
    public let scriptOrigins: [String]
    /// The origins that the script may call.
    public let callOrigins: [String]
    /// The origins whose pages it may show in frames.
    public let frameOrigins: [String]

    /// Makes a description from its parts.
    public init(
        provider: String, publishableKey: String, script: String, scriptOrigins: [String],
        callOrigins: [String], frameOrigins: [String]
    ) {
        self.provider = provider
        self.publishableKey = publishableKey
        self.script = script
        self.scriptOrigins = scriptOrigins
        self.callOrigins = callOrigins
        self.frameOrigins = frameOrigins
    }
}

/// Why a provider has not carried out a call.
public enum PaymentProviderError: Error, Hashable, Sendable {
    /// There is no answer, or the provider asks to retry later.
    case unreachable(String)
    /// The provider refuses, with its code.
    case refused(String)
    /// The answer cannot be read.
    case malformed
}

extension PaymentProviderError: CustomStringConvertible {
    /// The reason as a sentence; it names no person and no card.
    public var description: String {
        switch self {
        case .unreachable(let reason): "The payment provider cannot be reached: \(reason)"
        case .refused(let code): "The payment provider refuses: \(code)"
        case .malformed: "The payment provider's answer cannot be read."
        }
    }
}

/// Why a webhook call is not accepted.
public enum PaymentCallRefusal: Error, Hashable, Sendable {
    /// The signature is missing, malformed or not the provider's.
    case wrongSignature
    /// The call was signed too long ago, or in the future.
    case wrongTime
    /// The signed body cannot be read.
    case malformed
}
