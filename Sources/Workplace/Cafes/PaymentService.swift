public import Essentials
public import Ordering

/// Takes payments through the provider: reserve, pay, confirm.
///
/// Placing the order reserves it. The person's page then pays at the provider. Every trigger does the same, whether it is a
/// webhook call, the page's return, or the timer: the server asks the provider for the payment's status and applies the answer
/// in one transaction.
public struct PaymentService: Sendable {
    let store: any WorkplaceStore
    let provider: (any PaymentProvider)?
    let locks: PaymentLocks
    let quotes: ReadyQuotes
    let due: @Sendable () -> Void
    let report: @Sendable (PaymentID, PaymentProviderError) -> Void
    let now: @Sendable () -> Timestamp

    /// The payment methods that people can use.
    public var means: [PaymentMeans] { provider == nil ? [.account] : [.account, .card] }

    /// What the payment page loads; `nil` without a provider.
    public var page: ProviderPage? { provider?.page }

    /// A payment that a page can pay now.
    public struct Session: Sendable {
        /// The payment.
        public let payment: Payment
        /// What the page loads from the provider.
        public let page: ProviderPage
        /// The secret with which the page pays.
        public let clientSecret: String
    }

    /// Checks that a payment method is offered.
    ///
    /// - Throws: ``PaymentRefusal/notOffered``.
    func check(_ means: PaymentMeans) throws(PaymentRefusal) {
        guard self.means.contains(means) else { throw .notOffered }
    }

    /// Finds the payment of one of a person's orders, or of a top-up.
    ///
    /// - Throws: ``PaymentRefusal/unknown``.
    public func payment(_ id: PaymentID, of person: PersonID) async throws -> Payment {
        try await store.read { try $0.payment(id, of: person) }
    }

    /// Begins a payment at the provider, or continues it.
    ///
    /// - Throws: ``PaymentRefusal``, or the store's error.
    public func open(_ id: PaymentID, of person: PersonID) async throws -> Session {
        // Locked, so that nothing ends the payment while the provider begins it.
        try await locks.withLock(on: id) {
            let payment = try await payment(id, of: person)
            guard let provider else { throw PaymentRefusal.notOffered }
            guard payment.stage == .open, now() < payment.endsAt else { throw PaymentRefusal.over }
            let found: ProviderPayment
            do {
                if let reference = payment.reference {
                    found = try await provider.find(reference)
                } else {
                    let begun = try await provider.begin(payment)
                    found = try await keep(begun, of: id, at: provider)
                }
            } catch let error as PaymentProviderError {
                report(id, error)
                throw PaymentRefusal.unreachable
            }
            due()
            guard found.status == .undecided, let secret = found.clientSecret else {
                _ = try await apply(found, to: payment)
                throw PaymentRefusal.over
            }
            return Session(payment: payment, page: provider.page, clientSecret: secret)
        }
    }

    /// Asks the provider for the status of a person's payment and applies the answer.
    ///
    /// When the provider cannot be reached, the payment stays unchanged and the timer retries.
    ///
    /// - Throws: ``PaymentRefusal/unknown``, or the store's error.
    public func check(_ id: PaymentID, of person: PersonID) async throws -> Payment {
        try await locks.withLock(on: id) {
            try await settle(try await payment(id, of: person)).payment
        }
    }

    /// Receives a webhook call about a payment or its refund.
    ///
    /// - Throws: ``PaymentRefusal/notOffered``, ``PaymentCallRefusal``, ``PaymentRefusal/unreachable`` when the provider must
    ///   retry the call, or the store's error.
    public func receive(_ body: [UInt8], signature: String?) async throws {
        guard let provider else { throw PaymentRefusal.notOffered }
        guard let id = try provider.payment(in: body, signature: signature, at: now()) else { return }
        let isAnswered = try await settle(id)
        for refund in try await store.read({ try $0.refunds(of: OrderID(sameAs: id)) }) {
            try await settle(refund.id)
        }
        guard isAnswered else { throw PaymentRefusal.unreachable }
    }

    /// Asks the provider about a payment, requests the necessary cancellation or refund, and applies the answer.
    ///
    /// - Returns: `false` for a decided payment about which the provider could not be asked; no timer retries it.
    @discardableResult
    func settle(_ id: PaymentID) async throws -> Bool {
        try await locks.withLock(on: id) {
            guard let payment = try await store.read({ try $0.payment(id) }) else { return true }
            return try await settle(payment).isAnswered
        }
    }

    /// A payment after the provider was asked about it.
    private typealias Settlement = (payment: Payment, isAnswered: Bool)

    /// Settles a payment that was read inside its lock.
    private func settle(_ payment: Payment) async throws -> Settlement {
        let first = try await settleOnce(payment)
        // A refund that was decided just now is requested at once.
        guard payment.stage != .returning, first.payment.stage == .returning else { return first }
        return (try await settleOnce(first.payment).payment, first.isAnswered)
    }

    /// Asks once.
    ///
    /// Returns `false` when only another webhook call retries.
    private func settleOnce(_ payment: Payment) async throws -> Settlement {
        guard let provider else {
            return (payment.machine.isDecided ? payment : try await postpone(payment), true)
        }
        do {
            return (try await settled(payment, at: provider), true)
        } catch let error as PaymentProviderError {
            report(payment.id, error)
            guard !payment.machine.isDecided else { return (payment, false) }
            return (try await postpone(payment, because: error), true)
        }
    }

    private func settled(_ payment: Payment, at provider: any PaymentProvider) async throws -> Payment {
        let time = now()
        switch (payment.stage, payment.reference) {
        case (.paid, _), (.returned, nil), (.ended, nil): return payment
        // No page has the secret to pay it yet.
        case (.open, nil) where time < payment.endsAt: return payment
        case (.open, nil), (.ending, nil), (.returning, nil): return try await endUnlessBegun(payment)
        case (.open, let reference?) where time < payment.endsAt:
            return try await apply(try await provider.find(reference), to: payment)
        // Late money is returned.
        case (.ended, let reference?):
            return try await apply(try await provider.find(reference), to: payment)
        case (.open, let reference?), (.ending, let reference?):
            let answer = try await provider.cancel(reference)
            let asked = try await apply(answer, to: payment)
            // A payment in progress cannot be cancelled; the reservation ends nevertheless.
            return answer.status == .undecided ? try await apply(.reservationEnded, to: asked) : asked
        case (.returning, let reference?), (.returned, let reference?):
            // The amount that was taken, which may differ from the requested amount.
            let taken = try await provider.find(reference).amount
            switch try await provider.refund(
                taken, of: payment.id, reference: reference, key: "\(payment.id)-return",
                refusals: payment.refusals)
            {
            case .returned: return try await apply(.returned, to: payment)
            case .pending: return try await postpone(payment)
            }
        }
    }

    /// Requests a refund from the provider, unless it has one that has not failed, and stores its status.
    func settle(_ id: RefundID) async throws {
        try await locks.withLock(on: PaymentID(sameAs: id)) {
            guard var refund = try await store.read({ try $0.refund(id) }) else { return }
            let (order, time) = (refund.order, now())
            do {
                guard let provider,
                    let reference = try await store.read({ try $0.payment(PaymentID(sameAs: order)) })?
                        .reference
                else { throw PaymentProviderError.unreachable("there is none") }
                refund.note(
                    try await provider.refund(
                        refund.total, of: PaymentID(sameAs: order), reference: reference, key: id.rawValue,
                        refusals: refund.refusals),
                    at: time)
            } catch let error as PaymentProviderError {
                report(PaymentID(sameAs: refund.order), error)
                refund.note(error, at: time)
            }
            let settled = refund
            try await store.write { try $0.update(settled) }
            due()
        }
    }

    /// Ends a payment that nobody has begun; does nothing if somebody has begun it since.
    private func endUnlessBegun(_ payment: Payment) async throws -> Payment {
        let time = now()
        return try await change(payment) { transaction in
            guard try transaction.payment(payment.id)?.reference == nil else { return }
            try transaction.apply(.canceled, to: payment.id, at: time)
        }
    }

    /// Stores the provider's reference before any page can pay.
    private func keep(
        _ begun: ProviderPayment, of id: PaymentID, at provider: any PaymentProvider
    ) async throws -> ProviderPayment {
        let time = now()
        let kept = try await store.write { transaction in
            guard var payment = try transaction.payment(id), payment.stage == .open else {
                return nil as String?
            }
            if let reference = payment.reference { return reference }
            payment.reference = begun.reference
            payment.scheduleAfterAnswer(at: time)
            try transaction.update(payment)
            return begun.reference
        }
        guard let kept else {
            // It ended meanwhile; no page has the secret to pay it.
            throw PaymentRefusal.over
        }
        return kept == begun.reference ? begun : try await provider.find(kept)
    }

    private func apply(_ answer: ProviderPayment, to payment: Payment) async throws -> Payment {
        switch answer.status {
        case .succeeded: try await apply(.succeeded, to: payment, paid: answer.amount)
        case .canceled: try await apply(.canceled, to: payment)
        case .undecided: try await apply(.undecided, to: payment)
        }
    }

    private func apply(
        _ input: PaymentStateMachine.Input, to payment: Payment, paid: Money? = nil
    ) async throws -> Payment {
        let time = now()
        return try await change(payment) { [quotes] transaction in
            try transaction.apply(input, to: payment.id, paid: paid, at: time, quoting: quotes)
        }
    }

    /// Schedules a retry after a failed or unfinished call; an expired reservation ends nevertheless.
    private func postpone(
        _ payment: Payment, because error: PaymentProviderError? = nil
    ) async throws -> Payment {
        let (id, time) = (payment.id, now())
        return try await change(payment) { transaction in
            if let payment = try transaction.payment(id), payment.stage == .open, payment.endsAt <= time {
                try transaction.apply(.reservationEnded, to: id, at: time)
            }
            guard var payment = try transaction.payment(id) else { return }
            if case .refused? = error, payment.stage == .returning { payment.refusals += 1 }
            payment.scheduleAfterFailure(at: time)
            try transaction.update(payment)
        }
    }

    /// Runs one transaction about a payment, and wakes the timer.
    ///
    /// - Returns: The payment as it is then.
    private func change(
        _ payment: Payment, by body: @escaping @Sendable (WriteTransaction) throws -> Void
    ) async throws -> Payment {
        let changed = try await store.write { transaction in
            try body(transaction)
            return try transaction.payment(payment.id) ?? payment
        }
        due()
        return changed
    }
}

/// Why a payment is refused; nothing was charged.
public enum PaymentRefusal: Error, Hashable, Sendable {
    /// The installation has no payment provider.
    case notOffered
    /// There is no such payment, or it is another person's.
    case unknown
    /// The payment is decided, or its time has expired.
    case over
    /// The provider cannot be reached, or has refused; the order stays reserved for its time.
    case unreachable
    /// The order costs nothing.
    case nothingToPay
}
