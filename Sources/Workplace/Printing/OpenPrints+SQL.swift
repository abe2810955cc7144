import SQLite

extension ReadTransaction {
    /// How many jobs wait for printers.
    func openPrintCount() throws -> Int {
        try connection.first("SELECT count(*) FROM print_jobs WHERE ended_at IS NULL") { try $0.int(0) } ?? 0
    }
}
