import Essentials

/// What a lunch has left behind, from which it is found whether anything was lost or doubled.
struct LunchEvidence {
    /// An order as its person reads it.
    struct Order: Hashable {
        let id: String
        let ticket: String
    }

    /// A screen at the end.
    struct Screen {
        let name: String
        let cafe: String
        let work: LunchScreen.Work
        let topic: String
        /// What it would show if it were loaded anew.
        var snapshot: [String: ScreenLog.Shown]
        var log: ScreenLog?
        /// The numbers of the feed's entries for it since its snapshot, as the database has them.
        var stored: [Int64] = []
    }

    /// The counter of a pickup window.
    struct Window: Hashable {
        let cafe: String
        /// In milliseconds since 1970.
        let start: Int64
        let orders: Int
    }

    /// Memory may grow by this part and this many bytes once the server is warm: caches fill, and allocators keep some.
    private static let (growth, slack) = (1.25, Int64(8_000_000))

    let plan: LunchPlan
    var acknowledged: [LunchBook.Acknowledged] = []
    var ownOrders: [String: [Order]] = [:]
    var balances: [String: Int64] = [:]
    var screens: [Screen] = []
    var storedOrders: [String] = []
    var storedTickets: [String] = []
    var windows: [Window] = []
    var damage: String?
    var exitCode: Int32?
    var warmMemory: Int64?
    var endMemory: Int64?

    init(plan: LunchPlan) { self.plan = plan }

    /// One finding for each thing that must be so.
    var findings: [LunchFinding] {
        [orders, tickets, feed, pickups, accounts, database, stop, memory]
    }

    private var orders: LunchFinding {
        let ids = acknowledged.map(\.id)
        let own = ownOrders.values.flatMap { $0.map(\.id) }
        return LunchFinding(
            "orders", "\(ids.count) acknowledged, each there once",
            (ids.count == plan.orderCount, "\(ids.count) of \(plan.orderCount) were acknowledged"),
            (Set(acknowledged.map(\.number)).count == ids.count, "one was acknowledged twice"),
            (Set(ids).count == ids.count, "two have one identifier"),
            (own.sorted() == ids.sorted(), "people read \(own.count) orders, and not the acknowledged ones"),
            (
                storedOrders.sorted() == ids.sorted(),
                "the database has \(storedOrders.count) orders, and not the acknowledged ones"
            ))
    }

    private var tickets: LunchFinding {
        let tickets = acknowledged.map(\.ticket)
        let ids = acknowledged.map(\.id)
        let shown = screens.filter { $0.work == .expo }.flatMap { screen in
            (screen.log?.shown ?? [:]).map { ($0.key, $0.value.stage) }
        }
        return LunchFinding(
            "tickets", "\(tickets.count), one for each order, all handed over",
            (Set(tickets).count == tickets.count, "two orders have one ticket"),
            (
                storedTickets.sorted() == ids.sorted(),
                "the database has \(storedTickets.count) tickets, and not one for each order"
            ),
            (
                shown.map(\.0).sorted() == tickets.sorted(),
                "the kitchens saw \(shown.count) tickets, and not those of the orders"
            ),
            (shown.allSatisfy { $0.1 == "collected" }, "a ticket was not handed over"))
    }

    private var feed: LunchFinding {
        var claims: [(Bool, String)] = []
        for screen in screens {
            guard let log = screen.log else {
                claims.append((false, "\(screen.name) did not open"))
                continue
            }
            claims.append((log.fault == nil, "\(screen.name): \(log.fault ?? "")"))
            claims.append(
                (
                    log.numbers == screen.stored,
                    "\(screen.name) saw \(log.numbers.count) changes of \(screen.stored.count)"
                ))
            claims.append(
                (log.open == screen.snapshot, "\(screen.name) shows something else than its snapshot"))
        }
        let count = screens.reduce(0) { $0 + $1.stored.count }
        return LunchFinding(
            "screens", "\(screens.count) saw each of their \(count) changes once and in order", claims)
    }

    private var pickups: LunchFinding {
        var counts: [Window: Int] = [:]
        for order in acknowledged {
            let start = Timestamp(order.window)?.millisecondsSinceEpoch ?? -1
            counts[Window(cafe: order.cafe, start: start, orders: 0), default: 0] += 1
        }
        let booked = Set(counts.map { Window(cafe: $0.key.cafe, start: $0.key.start, orders: $0.value) })
        let most = counts.values.max() ?? 0
        return LunchFinding(
            "windows", "\(counts.count) with room for \(plan.windowCapacity), the fullest with \(most)",
            (most <= plan.windowCapacity, "one with room for \(plan.windowCapacity) has \(most) orders"),
            (Set(windows.filter { $0.orders > 0 }) == booked, "their counters are not what was booked"))
    }

    private var accounts: LunchFinding {
        var spent: [String: Int64] = [:]
        for order in acknowledged { spent[order.person, default: 0] += order.total }
        let wrong = plan.people.first {
            balances[$0] != LunchPlan.openingBalance - spent[$0, default: 0]
        }
        let prices = acknowledged.allSatisfy { $0.total == plan.order($0.number).total }
        return LunchFinding(
            "accounts", "\(balances.count), each paid for its orders once",
            (wrong == nil, "the balance of \(wrong ?? "") is not what its orders cost"),
            (prices, "an order cost something else than its items"))
    }

    private var database: LunchFinding {
        LunchFinding("database", "sound, as vicinity verify reads it", (damage == nil, damage ?? ""))
    }

    private var stop: LunchFinding {
        LunchFinding(
            "stop", "in order",
            (
                exitCode == 0,
                exitCode.map { "the server ended with exit code \($0)" } ?? "the server did not end"
            ))
    }

    private var memory: LunchFinding {
        guard let warmMemory, let endMemory else {
            return LunchFinding("memory", "unknown: the lunch was too short, or the system does not say")
        }
        let limit = Int64(Double(warmMemory) * Self.growth) + Self.slack
        let (warm, end) = (ByteCount.text(warmMemory), ByteCount.text(endMemory))
        let text = "\(warm) when the server was warm, \(end) at the end"
        return LunchFinding("memory", text, (endMemory <= limit, text))
    }
}

/// Whether something is so, and what was looked at or what is wrong.
struct LunchFinding: Hashable {
    let name: String
    let isSound: Bool
    let detail: String

    /// Is sound when all claims hold; else says what the first one that does not hold says.
    init(_ name: String, _ detail: String, _ claims: [(holds: Bool, otherwise: String)]) {
        let broken = claims.first { !$0.holds }
        self.name = name
        isSound = broken == nil
        self.detail = broken?.otherwise ?? detail
    }

    init(_ name: String, _ detail: String, _ claims: (holds: Bool, otherwise: String)...) {
        self.init(name, detail, claims)
    }

    /// A line as `vicinity verify` prints it.
    var line: String { VerifyCommand.line(isSound ? "ok" : "failed", name, detail) }
}
