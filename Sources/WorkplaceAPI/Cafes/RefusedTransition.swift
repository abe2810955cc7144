public import Essentials
import HTTPCore
import Kitchen
import Ordering
import Workplace

/// A refused transition of an order or its ticket, for the log.
///
/// It names the order and the reason, and no person.
public struct RefusedTransition: Hashable, Sendable {
    /// The order, also when its ticket refused.
    public let order: OrderID
    /// The stable code of the problem that answered the request.
    public let code: String

    /// Makes the log entry of a request's error; `nil` for an error of another kind.
    init?(_ error: any Error, answeredBy problem: Problem, _ parameters: PathParameters) {
        switch error {
        case let refused as TicketRefused: order = refused.ticket.order
        case is OrderTransitionRefusal:
            guard let order = parameters.value(of: "order").flatMap({ OrderID($0) }) else { return nil }
            self.order = order
        default: return nil
        }
        code = problem.code
    }
}

extension RefusedTransition: CustomStringConvertible {
    /// One line.
    public var description: String { "Refused \(code): order \(order)" }
}
