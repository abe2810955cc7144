import Essentials
import Kitchen

extension TicketContext {
    /// Makes the context of an input that depends only on the time: a notice or a cancellation.
    ///
    /// Both must work for a café that has left the campus.
    init(at time: Timestamp, regardless ticket: Ticket) {
        self.init(
            now: time, serviceDay: ticket.serviceDay, undoWindow: .zero,
            entersLineAt: ticket.entersLineAt)
    }
}
