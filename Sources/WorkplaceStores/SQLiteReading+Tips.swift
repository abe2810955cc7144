import Essentials
import SQLite
import TipCore
import Workplace

extension SQLiteReading {
    func tipLedger(of person: PersonID) throws -> KeptTipLedger? {
        let sql = "SELECT revision, ledger FROM tip_ledgers WHERE person = ?"
        return try connection.first(sql, arguments: [.text(person.rawValue)]) {
            KeptTipLedger(revision: try $0.int64(0), bytes: try $0.blob(1))
        }
    }

    func tipLedgers(after person: PersonID?, limit: Int) throws -> [(person: PersonID, ledger: KeptTipLedger)]
    {
        let sql = "SELECT person, revision, ledger FROM tip_ledgers WHERE person > ? ORDER BY person LIMIT ?"
        return try connection.all(sql, person?.rawValue ?? "", limit) { row in
            try row.decoded(from: .tipLedgers, id: nil) { row in
                guard let person = PersonID(try row.text(0)) else { return nil }
                return (person, KeptTipLedger(revision: try row.int64(1), bytes: try row.blob(2)))
            }
        }
    }

    func peopleWithTips(after person: PersonID?, limit: Int) throws -> [PersonID] {
        let sql = """
            SELECT person FROM tip_ledgers WHERE person > ?
            UNION SELECT person FROM tip_devices WHERE person > ? ORDER BY person LIMIT ?
            """
        let last = person?.rawValue ?? ""
        return try connection.all(sql, last, last, limit) { row in
            try row.decoded(from: .tipLedgers, id: nil) { PersonID(try $0.text(0)) }
        }
    }

    func tipDevices(of person: PersonID) throws -> [TipDevice] {
        let sql = """
            SELECT device, platform, language, last_day FROM tip_devices
            WHERE person = ? ORDER BY last_day DESC, device
            """
        return try connection.all(sql, person.rawValue) { row in
            try row.decoded(from: .tipDevices, id: nil) { try $0.tipDevice() }
        }
    }

    func tipUsage(of person: PersonID) throws -> TipUsage {
        // An order that waits is placed for one cause and accepted for another, so that its first step is version 1.
        let last = """
            SELECT count(DISTINCT cafe), count(waited) FROM (
                SELECT cafe, (SELECT 1 FROM order_transitions WHERE order_id = orders.id AND version = 1) AS waited
                FROM orders WHERE person = ? ORDER BY id DESC LIMIT ?)
            """
        let recent = try connection.first(last, person.rawValue, TipUsage.lastOrders) {
            (cafes: try $0.int(0), waited: try $0.int(1))
        }
        return TipUsage(
            orders: try count("SELECT 1 FROM orders WHERE person = ?", person),
            waitingOrders: recent?.waited ?? 0, cafes: recent?.cafes ?? 0,
            sameItemOrders: try sameItemOrders(of: person),
            favourites: try count("SELECT 1 FROM favourites WHERE person = ?", person),
            punches: try count("SELECT 1 FROM punches WHERE person = ?", person))
    }

    /// How many of the last orders had the same item of a café, of the one that most of them had.
    ///
    /// A basket that is damaged is told of when its order is asked for; here it counts as empty.
    private func sameItemOrders(of person: PersonID) throws -> Int {
        let sql = """
            SELECT count(DISTINCT placed.id) AS times FROM (
                SELECT id, cafe, basket FROM orders WHERE person = ? ORDER BY id DESC LIMIT ?
            ) AS placed, json_each(iif(json_valid(placed.basket), placed.basket, '{}'), '$.lines') AS line
            GROUP BY placed.cafe, json_extract(line.value, '$.item') ORDER BY times DESC LIMIT 1
            """
        return try connection.first(sql, person.rawValue, TipUsage.lastBaskets) { try $0.int(0) } ?? 0
    }

    /// How many rows there are, counted no further than asked for.
    private func count(_ rows: String, _ person: PersonID) throws -> Int {
        try connection.first("SELECT count(*) FROM (\(rows) LIMIT ?)", person.rawValue, TipUsage.most) {
            try $0.int(0)
        } ?? 0
    }

    func tipCatalogues(before number: Int64?, limit: Int) throws -> [TipCatalogueRevision] {
        let sql =
            "SELECT number, document, at FROM tip_catalogues WHERE number < ? ORDER BY number DESC LIMIT ?"
        return try connection.all(sql, number ?? .max, limit) { row in
            TipCatalogueRevision(
                number: try row.int64(0), document: try row.isNull(1) ? nil : try row.blob(1),
                time: try row.timestamp(2))
        }
    }

    func tipSwitches() throws -> [TipID: Bool] {
        let rows = try connection.all("SELECT tip, is_on FROM tip_switches") { row in
            (TipID(try row.text(0)), try row.bool(1))
        }
        return Dictionary(rows) { _, last in last }
    }

    func tipLooks(at person: PersonID) throws -> [TipLook] {
        let sql = "SELECT administrator, tip, at, catalogue FROM tip_looks WHERE person = ? ORDER BY number"
        return try connection.all(sql, person.rawValue) { row in
            try row.decoded(from: .tipLooks, id: nil) { row in
                guard let administrator = PersonID(try row.text(0)) else { return nil }
                return TipLook(
                    person: person, administrator: administrator, tip: TipID(try row.text(1)),
                    catalogue: try row.int64(3), time: try row.timestamp(2))
            }
        }
    }
}

extension Row {
    fileprivate func tipDevice() throws -> TipDevice? {
        guard let platform = TipDevice.Platform(rawValue: try text(1)),
            let language = LanguageTag(try text(2))
        else { return nil }
        return TipDevice(
            id: TipReplica(rawValue: UInt64(bitPattern: try int64(0))), platform: platform,
            language: language,
            lastSeen: try date(3))
    }
}
