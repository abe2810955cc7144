import Essentials
import Ordering

extension WriteTransaction {
    /// Sends the diner the notice of an order's transition, and withdraws notices that no longer hold.
    func notifyDiner(of order: Order, after step: OrderTransition, at time: Timestamp) throws {
        // A guest has no inbox: the board calls the number, and the guest's own phone follows the order.
        guard order.diner != .guest else { return }
        let subject = NoticeSubject.order(order.id, number: order.number, cafe: order.cafe)
        switch (step.from, step.to) {
        case (_, .ready): try notify(order.diner, .orderReady, about: subject, at: time)
        // Only a person who got the ready notice needs the correction.
        case (.ready, .preparing): try notify(order.diner, .orderCorrected, about: subject, at: time)
        // A rejection because of a late payment has its own notice.
        case (.accepted, .rejected), (.preparing, .rejected):
            try notify(order.diner, .orderRejected, about: subject, at: time)
        case (_, .notCollected): try notify(order.diner, .notCollected, about: subject, at: time)
        case (_, .collected), (_, .cancelled), (_, .rejected), (_, .expired):
            try withdraw(subject.tag, from: order.diner, at: time)
        default: break
        }
    }
}
