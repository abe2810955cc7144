import Essentials
import SQLite

extension ReadTransaction {
    /// What waits to be sent, by kind.
    ///
    /// - Complexity: O(*n*) in the number of waiting items.
    func outboxStates() throws -> [OutboxState] {
        try OutboxState.Kind.allCases.map { kind in
            let (table, begin) =
                switch kind {
                case .notices: ("notice_deliveries", "began_at")
                case .webhooks: ("webhook_deliveries", "at")
                }
            let sql = "SELECT count(*), min(\(begin)), min(due_at) FROM \(table) WHERE due_at IS NOT NULL"
            let state = try connection.first(sql) { row in
                OutboxState(
                    kind: kind, waiting: try row.int(0), oldest: try row.optionalTimestamp(1),
                    due: try row.optionalTimestamp(2))
            }
            return state ?? OutboxState(kind: kind, waiting: 0, oldest: nil, due: nil)
        }
    }
}
