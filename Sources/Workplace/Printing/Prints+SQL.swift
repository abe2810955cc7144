import Essentials
import Kitchen
import Ordering
import SQLite

extension ReadTransaction {
    private static let printJobColumns = "cafe, number, printer, place, kind, order_id, is_repeat, tried_at"
    /// When a ticket enters the line; a cook may pull it forward.
    private static let lineEntry = "coalesce(pulled_at, released_at)"

    /// The first job that is due at a printer.
    func nextPrintJob(at printer: PrinterID, of cafe: CafeID, dueBy time: Timestamp) throws -> PrintJob? {
        let sql = """
            SELECT \(Self.printJobColumns) FROM print_jobs
            WHERE cafe = ? AND place = ? AND due_at <= ? AND ended_at IS NULL ORDER BY number LIMIT 1
            """
        return try connection.first(
            sql, cafe.rawValue, printer.rawValue, time.millisecondsSinceEpoch, row: printJob)
    }

    /// When the next job is due at a printer.
    func nextPrintDue(at printer: PrinterID, of cafe: CafeID) throws -> Timestamp? {
        let sql = "SELECT min(due_at) FROM print_jobs WHERE cafe = ? AND place = ? AND ended_at IS NULL"
        return try connection.first(sql, cafe.rawValue, printer.rawValue) { try $0.optionalTimestamp(0) }
            ?? nil
    }

    /// The jobs of a café that have not ended, in order.
    func openPrintJobs(of cafe: CafeID) throws -> [PrintJob] {
        let sql = """
            SELECT \(Self.printJobColumns) FROM print_jobs WHERE cafe = ? AND ended_at IS NULL ORDER BY number
            """
        return try connection.all(sql, cafe.rawValue, row: printJob)
    }

    /// The jobs of an order, in order.
    func printJobs(of order: OrderID) throws -> [PrintJob] {
        let sql = "SELECT \(Self.printJobColumns) FROM print_jobs WHERE order_id = ? ORDER BY number"
        return try connection.all(sql, order.rawValue, row: printJob)
    }

    /// The tickets in the line of a café for which no jobs were made yet.
    ///
    /// - Parameters:
    ///   - cafe: The café.
    ///   - first: Tickets that entered the line earlier are left out.
    ///   - time: Tickets that enter the line later are left out.
    /// - Returns: The tickets, the earliest first.
    /// - Throws: The store's own error.
    func ticketsToPrint(of cafe: CafeID, since first: Timestamp, until time: Timestamp) throws -> [Ticket] {
        let sql = """
            SELECT order_id FROM tickets WHERE cafe = ? AND stage NOT IN ('collected', 'cancelled')
                AND stage IN ('waiting', 'preparing') AND \(Self.lineEntry) BETWEEN ? AND ?
                AND NOT EXISTS (SELECT 1 FROM print_plans WHERE print_plans.order_id = tickets.order_id)
            ORDER BY \(Self.lineEntry), order_id
            """
        let orders = try connection.all(
            sql, cafe.rawValue, first.millisecondsSinceEpoch, time.millisecondsSinceEpoch
        ) { row in
            try row.decoded(from: "tickets", id: nil) { TicketID(try $0.text(0)) }
        }
        return try orders.compactMap { try ticket($0) }
    }

    /// When the next ticket of a café enters the line.
    func nextTicketEntry(of cafe: CafeID, after time: Timestamp) throws -> Timestamp? {
        let sql = """
            SELECT min(\(Self.lineEntry)) FROM tickets
            WHERE cafe = ? AND stage NOT IN ('collected', 'cancelled') AND \(Self.lineEntry) > ?
            """
        return try connection.first(sql, cafe.rawValue, time.millisecondsSinceEpoch) {
            try $0.optionalTimestamp(0)
        } ?? nil
    }

    private func printJob(_ row: borrowing StoreRow) throws -> PrintJob {
        try row.decoded(from: "print_jobs", id: nil) { row in
            guard let cafe = CafeID(try row.text(0)), let printer = PrinterID(try row.text(2)),
                let place = PrinterID(try row.text(3)), let kind = PrintJob.Kind(rawValue: try row.text(4)),
                let order = OrderID(try row.text(5))
            else { return nil }
            return PrintJob(
                cafe: cafe, number: try row.int(1), printer: printer, place: place, kind: kind, order: order,
                isRepeat: try row.bool(6), triedAt: try row.optionalTimestamp(7))
        }
    }
}

extension WriteTransaction {
    /// Adds a job, due at once.
    func addPrint(
        _ kind: PrintJob.Kind, of order: OrderID, at cafe: CafeID, by printer: PrinterID,
        place: PrinterID? = nil,
        isRepeat: Bool = false, time: Timestamp
    ) throws {
        try connection.execute(
            """
            INSERT INTO print_jobs (cafe, number, printer, place, kind, order_id, is_repeat, due_at)
            VALUES (?1, (SELECT coalesce(max(number), 0) + 1 FROM print_jobs WHERE cafe = ?1), ?, ?, ?, ?, ?, ?)
            """, cafe.rawValue, printer.rawValue, (place ?? printer).rawValue, kind.rawValue, order.rawValue,
            isRepeat,
            time.millisecondsSinceEpoch)
    }

    /// Records that the jobs of a ticket are made.
    func markPlanned(_ ticket: Ticket, at time: Timestamp) throws {
        try connection.execute(
            "INSERT INTO print_plans (order_id, planned_at) VALUES (?, ?) ON CONFLICT DO NOTHING",
            ticket.order.rawValue,
            time.millisecondsSinceEpoch)
    }

    /// Removes the record, so that jobs are made again for the present printers.
    func unmarkPlanned(_ order: OrderID) throws {
        try connection.execute("DELETE FROM print_plans WHERE order_id = ?", order.rawValue)
    }

    /// Records that a job may be printed from now on.
    ///
    /// - Returns: Whether the job is still open at that printer.
    func markTried(_ job: PrintJob, at time: Timestamp) throws -> Bool {
        try connection.execute(
            "UPDATE print_jobs SET tried_at = ? WHERE cafe = ? AND number = ? AND place = ? AND ended_at IS NULL",
            time.millisecondsSinceEpoch, job.cafe.rawValue, job.number, job.place.rawValue)
        return try connection.changedRows == 1
    }

    /// Ends a job that is printed or no longer needed.
    func endPrint(_ job: PrintJob, at time: Timestamp) throws {
        try connection.execute(
            "UPDATE print_jobs SET ended_at = ? WHERE cafe = ? AND number = ? AND ended_at IS NULL",
            time.millisecondsSinceEpoch, job.cafe.rawValue, job.number)
    }

    /// Moves a job to a printer.
    func movePrint(_ job: PrintJob, to place: PrinterID, due: Timestamp) throws {
        try connection.execute(
            "UPDATE print_jobs SET place = ?, due_at = ? WHERE cafe = ? AND number = ? AND ended_at IS NULL",
            place.rawValue, due.millisecondsSinceEpoch, job.cafe.rawValue, job.number)
    }

    /// Adds a cancellation at each printer that may have printed the order's ticket, and ends its open tickets.
    func cancelPrints(of order: Order, at time: Timestamp) throws {
        let tickets = try printJobs(of: order.id).filter { $0.kind == .ticket }
        for job in tickets { try endPrint(job, at: time) }
        var told: Set<PrinterID> = []
        for job in tickets where job.triedAt != nil && told.insert(job.printer).inserted {
            try addPrint(
                .cancellation, of: order.id, at: order.cafe, by: job.printer, place: job.place, time: time)
        }
    }

    /// Removes jobs that ended before an instant.
    ///
    /// The last job of each café stays, so that no number is used twice.
    func removePrints(before time: Timestamp) throws {
        try connection.execute(
            """
            DELETE FROM print_jobs WHERE ended_at < ? AND number < (
                SELECT max(number) FROM print_jobs AS later WHERE later.cafe = print_jobs.cafe)
            """, time.millisecondsSinceEpoch)
        try connection.execute("DELETE FROM print_plans WHERE planned_at < ?", time.millisecondsSinceEpoch)
    }
}

extension SQLiteSchema {
    /// Print jobs.
    static let prints = """
        -- The printers are those of the campus file; place is the printer whose turn it is. tried_at is when the job was
        -- last sent: from then on it may be on paper. ended_at is when it was on paper, or nobody needed it any more.
        CREATE TABLE print_jobs (
            cafe TEXT NOT NULL,
            number INTEGER NOT NULL,
            printer TEXT NOT NULL,
            place TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind = 'ticket' OR kind = 'cancellation' OR kind = 'receipt'),
            order_id TEXT NOT NULL REFERENCES orders (id),
            is_repeat INTEGER NOT NULL CHECK (is_repeat = 0 OR is_repeat = 1),
            due_at INTEGER NOT NULL,
            tried_at INTEGER,
            ended_at INTEGER,
            PRIMARY KEY (cafe, number)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX print_jobs_open ON print_jobs (cafe, place, due_at) WHERE ended_at IS NULL;
        CREATE INDEX print_jobs_of_order ON print_jobs (order_id, number);
        CREATE INDEX print_jobs_ended ON print_jobs (ended_at) WHERE ended_at IS NOT NULL;

        -- The orders whose tickets have their jobs, also where no printer prints them.
        CREATE TABLE print_plans (
            order_id TEXT PRIMARY KEY NOT NULL REFERENCES orders (id),
            planned_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
