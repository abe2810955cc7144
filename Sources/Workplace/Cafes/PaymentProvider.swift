public import Essentials

/// A company that takes cards for the organisation, such as Stripe.
///
/// All its calls may be repeated: a payment, its cancellation and a return happen once for each identifier.
public protocol PaymentProvider: Sendable {
    /// What the page that pays loads of the provider.
    var page: ProviderPage { get }

    /// Begins a payment, or finds the one that was begun with the same identifier.
    func begin(_ payment: Payment) async throws(PaymentProviderError) -> ProviderPayment

    /// Finds a payment by the provider's name for it.
    func find(_ reference: String) async throws(PaymentProviderError) -> ProviderPayment

    /// Ends a payment that nobody has paid, and tells how it stands.
    func cancel(_ reference: String) async throws(PaymentProviderError) -> ProviderPayment

    /// Returns money of a payment, once for each key; asks again for a return that has failed.
    ///
    /// - Parameters:
    ///   - amount: What goes back.
    ///   - id: The payment.
    ///   - reference: The provider's name for the payment.
    ///   - key: Names the return.
    ///   - refusals: How often the provider has refused this return: it may answer a repeated call as before.
    /// - Returns: How the return stands.
    /// - Throws: ``PaymentProviderError`` when the provider has not taken the return on.
    func refund(
        _ amount: Money, of id: PaymentID, reference: String, key: String, refusals: Int
    ) async throws(PaymentProviderError) -> ProviderRefundStatus

    /// Verifies a call of the provider.
    ///
    /// - Parameters:
    ///   - body: The bytes of the body.
    ///   - signature: The field with the signature, if the call has one.
    ///   - time: The present time.
    /// - Returns: The payment that the call is about, itself or a return of it; `nil` for a call that is about something
    ///   else.
    /// - Throws: ``PaymentCallRefusal``.
    func payment(
        in body: [UInt8], signature: String?, at time: Timestamp
    ) throws(PaymentCallRefusal) -> PaymentID?
}

/// A payment as the provider has it.
public struct ProviderPayment: Hashable, Sendable {
    /// What the provider has decided.
    public enum Status: Hashable, Sendable {
        /// The money is taken.
        case succeeded
        /// The money will not be taken any more.
        case canceled
        /// Nothing is decided.
        case undecided
    }

    /// The provider's name for it.
    public let reference: String
    /// What the provider has decided.
    public let status: Status
    /// What is paid, or is to be paid.
    public let amount: Money
    /// What lets a page pay it.
    public let clientSecret: String?

    /// Makes a payment from its parts.
    public init(reference: String, status: Status, amount: Money, clientSecret: String?) {
        self.reference = reference
        self.status = status
        self.amount = amount
        self.clientSecret = clientSecret
    }
}

/// How a return of money stands at the provider.
public enum ProviderRefundStatus: Hashable, Sendable {
    /// The money is on its way back, and it may still fail.
    case pending
    /// The money is back.
    case returned
}

/// What the page that pays loads of the provider, and nothing else does.
public struct ProviderPage: Hashable, Sendable {
    /// The name of the provider.
    public let provider: String
    /// The key by which the page names the organisation; it is no secret.
    public let publishableKey: String
    /// The address of the provider's script.
    public let script: String
    /// Where the script comes from.
    public let scriptOrigins: [String]
    /// Where the script may call.
    public let callOrigins: [String]
    /// Whose pages it may show inside ours.
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

/// Why a provider has not done what it was asked for.
public enum PaymentProviderError: Error, Hashable, Sendable {
    /// There is no answer, or the provider asks to come again later.
    case unreachable(String)
    /// The provider refuses; with its code.
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

/// Why a call of a provider is not accepted.
public enum PaymentCallRefusal: Error, Hashable, Sendable {
    /// The signature is missing, malformed or not the provider's.
    case wrongSignature
    /// The call was signed too long ago, or in the future.
    case wrongTime
    /// The signed body cannot be read.
    case malformed
}
