import JSON
import WorkplaceClient

extension WaitingOrder {
    /// Finds the only order with a number.
    ///
    /// - Throws: `CommandFailure` without one, and with several, which it names.
    static func one(
        numbered number: String, at cafe: String?, among orders: [WaitingOrder]
    ) throws(CommandFailure) -> WaitingOrder {
        let found = orders.filter { $0.number == number && (cafe == nil || $0.cafe == cafe) }
        guard let first = found.first else {
            throw CommandFailure("You have no order \(number) that waits; vicinity orders lists yours.")
        }
        guard found.count == 1 else {
            let cafes = found.map(\.cafe.plain).joined(separator: ", ")
            throw CommandFailure("Orders \(number) wait at \(cafes); say which with --cafe.")
        }
        return first
    }
}
