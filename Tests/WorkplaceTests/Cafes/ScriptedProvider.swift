import Essentials
import Synchronization

@testable import Workplace

/// A payment provider that does what a test says: it succeeds, is away, or is too late.
final class ScriptedProvider: PaymentProvider {
    private struct State {
        var payments: [String: ProviderPayment] = [:]
        var refunds: [String: Money] = [:]
        var refundStatus = ProviderRefundStatus.returned
        var refundRefusal: String?
        var refusals: [Int] = []
        var isAway = false
        var cancels = true
        var whileBeginning: (@Sendable () async -> Void)?
    }

    let page = ProviderPage(
        provider: "scripted", publishableKey: "pk", script: "https://pay.example/script",
        scriptOrigins: ["https://pay.example"], callOrigins: ["https://pay.example"],
        frameOrigins: ["https://pay.example"])
    private let state = Mutex(State())

    /// What has gone back, by key.
    var refunds: [String: Money] { state.withLock { $0.refunds } }

    /// Answers no call from now on, or answers again.
    func setAway(_ isAway: Bool) { state.withLock { $0.isAway = isAway } }

    /// Whether a payment that nobody has paid can be cancelled.
    func setCancels(_ cancels: Bool) { state.withLock { $0.cancels = cancels } }

    /// How returns stand from now on.
    func setRefundStatus(_ status: ProviderRefundStatus) { state.withLock { $0.refundStatus = status } }

    /// Refuses all returns from now on, with a code, or takes them on again.
    func setRefundRefusal(_ code: String?) { state.withLock { $0.refundRefusal = code } }

    /// How many refusals each call for a return named.
    var namedRefusals: [Int] { state.withLock { $0.refusals } }

    /// Does something while the next payment begins.
    func whileBeginning(_ work: @escaping @Sendable () async -> Void) {
        state.withLock { $0.whileBeginning = work }
    }

    /// The person pays, the amount that was asked for or another one.
    func pay(_ id: PaymentID, _ amount: Money? = nil) {
        state.withLock { state in
            let reference = "pi_\(id)"
            guard let payment = state.payments[reference], payment.status == .undecided else { return }
            state.payments[reference] = ProviderPayment(
                reference: reference, status: .succeeded, amount: amount ?? payment.amount,
                clientSecret: "secret")
        }
    }

    /// The provider takes the money of a payment that it had cancelled.
    func payCanceled(_ id: PaymentID) {
        state.withLock { state in
            guard let payment = state.payments["pi_\(id)"] else { return }
            state.payments[payment.reference] = ProviderPayment(
                reference: payment.reference, status: .succeeded, amount: payment.amount, clientSecret: nil)
        }
    }

    /// What a payment's status is.
    func status(_ id: PaymentID) -> ProviderPayment.Status? {
        state.withLock { $0.payments["pi_\(id)"]?.status }
    }

    func begin(_ payment: Payment) async throws(PaymentProviderError) -> ProviderPayment {
        try checkPresence()
        let work = state.withLock { state in
            defer { state.whileBeginning = nil }
            return state.whileBeginning
        }
        await work?()
        return state.withLock { state in
            let reference = "pi_\(payment.id)"
            if let begun = state.payments[reference] { return begun }
            let begun = ProviderPayment(
                reference: reference, status: .undecided, amount: payment.amount, clientSecret: "secret")
            state.payments[reference] = begun
            return begun
        }
    }

    func check() async throws(PaymentProviderError) { try checkPresence() }

    func find(_ reference: String) async throws(PaymentProviderError) -> ProviderPayment {
        try checkPresence()
        guard let found = state.withLock({ $0.payments[reference] }) else { throw .refused("missing") }
        return found
    }

    func cancel(_ reference: String) async throws(PaymentProviderError) -> ProviderPayment {
        try checkPresence()
        state.withLock { state in
            guard state.cancels, let payment = state.payments[reference], payment.status == .undecided else {
                return
            }
            state.payments[reference] = ProviderPayment(
                reference: reference, status: .canceled, amount: payment.amount, clientSecret: nil)
        }
        return try await find(reference)
    }

    func refund(
        _ amount: Money, of id: PaymentID, reference: String, key: String, refusals: Int
    ) async throws(PaymentProviderError) -> ProviderRefundStatus {
        try checkPresence()
        let (refusal, status) = state.withLock { state in
            state.refusals.append(refusals)
            if state.refundRefusal == nil { state.refunds[key] = amount }
            return (state.refundRefusal, state.refundStatus)
        }
        if let refusal { throw .refused(refusal) }
        return status
    }

    func payment(
        in body: [UInt8], signature: String?, at time: Timestamp
    ) throws(PaymentCallRefusal) -> PaymentID? {
        PaymentID(String(decoding: body, as: UTF8.self))
    }

    private func checkPresence() throws(PaymentProviderError) {
        if state.withLock({ $0.isAway }) { throw .unreachable("away") }
    }
}
