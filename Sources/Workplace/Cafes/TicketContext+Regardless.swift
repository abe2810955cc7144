import Essentials
import Kitchen

extension TicketContext {
    /// What a machine must know for an input that depends on the time alone: a notice or a withdrawal.
    ///
    /// Both must also work when the ticket's café has left the campus.
    init(at time: Timestamp, regardless ticket: Ticket) {
        self.init(now: time, serviceDay: ticket.serviceDay, undoWindow: .zero)
    }
}
