import Essentials
import Ordering

extension WriteTransaction {
    /// Tells the diner what a step of an order means for them, and takes back what no longer holds.
    func tell(_ order: Order, of step: OrderTransition, at time: Timestamp) throws {
        // A guest has no inbox: the board calls the number, and the guest's own phone follows the order.
        guard order.diner != .guest else { return }
        let subject = NoticeSubject.order(order.id, number: order.number, cafe: order.cafe)
        switch (step.from, step.to) {
        case (_, .ready): try notify(order.diner, .orderReady, about: subject, at: time)
        // Only somebody who was told that the order is ready needs the correction.
        case (.ready, .preparing): try notify(order.diner, .orderCorrected, about: subject, at: time)
        // Whose payment came too late is told so with the payment.
        case (.accepted, .rejected), (.preparing, .rejected):
            try notify(order.diner, .orderRejected, about: subject, at: time)
        case (_, .notCollected): try notify(order.diner, .notCollected, about: subject, at: time)
        case (_, .collected), (_, .cancelled), (_, .rejected), (_, .expired):
            try withdraw(subject.tag, from: order.diner, at: time)
        default: break
        }
    }
}
