import Essentials

extension DueTimer {
    /// How many payments are settled at a time.
    private static let paymentsAtATime = 16

    /// Makes a timer that asks the provider about payments that are not decided, and for refunds.
    ///
    /// After a crash it goes on with each payment where it stood.
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
            let due = try await store.read { try $0.payments(dueBy: time, atMost: paymentsAtATime) }
            let refunds = try await store.read { try $0.refunds(dueBy: time, atMost: paymentsAtATime) }
            // A provider that answers slowly must not keep the other payments waiting.
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
