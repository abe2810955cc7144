import Essentials

extension DueTimer {
    /// The number of payments that are settled concurrently.
    private static let paymentsAtATime = 16

    /// Makes a timer that asks the provider about undecided payments, and for refunds.
    ///
    /// After a crash it continues each payment at its stored stage.
    ///
    /// - Parameters:
    ///   - store: The store of the payments.
    ///   - clock: The clock on which the timer sleeps.
    ///   - service: Settles payments and refunds.
    ///   - now: The present time.
    /// - Returns: The timer; call its method `run` to start it.
    static func payments(
        store: any WorkplaceStore, clock: any Clock<Duration>,
        service: PaymentService, now: @escaping @Sendable () -> Timestamp
    ) -> DueTimer {
        DueTimer(clock: clock, now: now) { time in
            guard store.duty != .other else { return nil }
            let due = try await store.read { try $0.payments(dueBy: time, atMost: paymentsAtATime) }
            let refunds = try await store.read { try $0.refunds(dueBy: time, atMost: paymentsAtATime) }
            // A slow answer of the provider must not delay the other payments.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for payment in due { group.addTask { try await service.settle(payment) } }
                for refund in refunds { group.addTask { try await service.settle(refund) } }
                try await group.waitForAll()
            }
            return try await store.read { reading in
                [try reading.nextPaymentDue(), try reading.nextRefundDue()].compactMap(\.self).min()
            }
        }
    }
}
