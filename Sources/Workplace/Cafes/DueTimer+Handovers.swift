public import Essentials
import Kitchen
import Ordering

extension DueTimer {
    /// Makes a timer that reminds people of ready orders, and gives up orders that nobody collects.
    ///
    /// - Parameters:
    ///   - store: The store of the orders.
    ///   - clock: The clock on which the timer sleeps.
    ///   - now: The present time.
    /// - Returns: The timer; call its method `run` to start it.
    public static func handovers(
        store: any WorkplaceStore, clock: any Clock<Duration>, now: @escaping @Sendable () -> Timestamp
    ) -> DueTimer {
        DueTimer(clock: clock, now: now) { time in
            let due = try await store.read { try $0.handoverWaits(dueBy: time) }
            try await due.forEachDespiteFailures { order in
                try await store.write { try $0.stepHandover(of: order, at: time) }
            }
            return try await store.read { try $0.nextHandoverDue() }
        }
    }
}

extension WriteTransaction {
    /// Takes the step that is due for an order that waits for its person, with its row, in one transaction.
    fileprivate func stepHandover(of id: OrderID, at time: Timestamp) throws {
        guard var wait = try handoverWait(of: id), let step = wait.step(at: time) else { return }
        guard let order = try order(id), order.stage == .ready else { return try endHandoverWait(of: id) }
        switch step {
        case .remind:
            if wait.dueAt == nil { try endHandoverWait(of: id) } else { try update(wait, of: id) }
            guard order.diner != .guest else { return }
            try notify(
                order.diner, .orderWaiting,
                about: .order(order.id, number: order.number, cafe: order.cafe), at: time)
        case .giveUp(let percent):
            guard let ticket = try ticket(TicketID(of: id)) else { return }
            let move = TicketMove(
                input: .giveUp, actor: .system, expectedVersion: nil,
                context: TicketContext(at: time, regardless: ticket))
            _ = try move.apply(to: ticket, in: self)
            // A guest's money is in the till, and no guest is there to take it back.
            guard order.diner != .guest, let amount = try refundPlan(of: order).amount(percent: percent)
            else { return }
            var generator = SystemRandomNumberGenerator()
            try insert(
                Refund(
                    id: RefundID(at: time, using: &generator), order: order, amount: amount,
                    reason: OrderStage.notCollected.rawValue,
                    cause: TransitionCause(actor: .system, at: time)),
                of: order)
        }
    }
}
