import JSON
import Ordering

// When tickets ask for attention.
extension CampusDecoder {
    /// Reads the thresholds of each kind of order; `nil` after a mistake.
    func ticketAges(_ member: JSONReader) -> [OrderKind: TicketAges]? {
        guard let reader = member.optional else { return [:] }
        let kinds = OrderKind.allCases.map(\.rawValue)
        let ages = reader.members { name, reader -> (OrderKind, TicketAges)? in
            let kind = OrderKind(rawValue: name)
            if kind == nil {
                reader.note(.value, "must be named after a kind of order: \(kinds.joined(separator: ", "))")
            }
            reader.refuseMembers(except: ["ageingMinutes", "lateMinutes"])
            let ageing = reader["ageingMinutes"].integer(in: 1...240)
            let late = reader["lateMinutes"].integer(in: 1...240)
            guard let kind, let ageing, let late else { return nil }
            guard ageing < late else {
                reader["lateMinutes"].note(.value, "must be above ageingMinutes")
                return nil
            }
            return (kind, TicketAges(ageing: .seconds(60 * ageing), late: .seconds(60 * late)))
        }
        return ages.map { Dictionary($0) { first, _ in first } }
    }
}
