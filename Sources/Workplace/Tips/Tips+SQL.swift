package import Essentials
import SQLite
import TipCore

extension ReadTransaction {
    /// A person's ledger of tips; `nil` if there never was one.
    func tipLedger(of person: PersonID) throws -> KeptTipLedger? {
        let sql = "SELECT revision, ledger FROM tip_ledgers WHERE person = ?"
        return try connection.first(sql, arguments: [.text(person.rawValue)]) {
            KeptTipLedger(revision: try $0.int64(0), bytes: try $0.blob(1))
        }
    }

    /// The ledgers of people's tips, sorted by person, after a given person.
    package func tipLedgers(
        after person: PersonID?, limit: Int
    ) throws -> [(person: PersonID, ledger: KeptTipLedger)] {
        let sql = "SELECT person, revision, ledger FROM tip_ledgers WHERE person > ? ORDER BY person LIMIT ?"
        return try connection.all(sql, person?.rawValue ?? "", limit) { row in
            try row.decoded(from: "tip_ledgers", id: nil) { row in
                guard let person = PersonID(try row.text(0)) else { return nil }
                return (person, KeptTipLedger(revision: try row.int64(1), bytes: try row.blob(2)))
            }
        }
    }

    /// The devices on which a person is shown tips, the last seen first.
    func tipDevices(of person: PersonID) throws -> [TipDevice] {
        let sql = """
            SELECT device, platform, language, last_day FROM tip_devices
            WHERE person = ? ORDER BY last_day DESC, device
            """
        return try connection.all(sql, person.rawValue) { row in
            try row.decoded(from: "tip_devices", id: nil) { try $0.tipDevice() }
        }
    }

    /// The counts of a person's actions for rules of tips.
    func tipUsage(of person: PersonID) throws -> TipUsage {
        // A waiting order is placed and accepted for different causes, so that its first row of transitions
        // has version 1.
        let last = """
            SELECT count(DISTINCT cafe), count(waited) FROM (
                SELECT cafe, (SELECT 1 FROM order_transitions WHERE order_id = orders.id AND version = 1) AS waited
                FROM orders WHERE person = ? ORDER BY id DESC LIMIT ?) AS last
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

    /// How many of the last orders had the most frequent item of a café.
    ///
    /// A damaged basket counts as empty here; it is reported when its order is read.
    private func sameItemOrders(of person: PersonID) throws -> Int {
        let sql = """
            SELECT count(DISTINCT placed.id) AS times FROM (
                SELECT id, cafe, basket FROM orders WHERE person = ? ORDER BY id DESC LIMIT ?
            ) AS placed, json_each(CASE WHEN json_valid(placed.basket) THEN placed.basket ELSE '{}' END, '$.lines') AS line
            GROUP BY placed.cafe, json_extract(line.value, '$.item') ORDER BY times DESC LIMIT 1
            """
        return try connection.first(sql, person.rawValue, TipUsage.lastBaskets) { try $0.int(0) } ?? 0
    }

    /// The number of rows, up to a limit.
    private func count(_ rows: String, _ person: PersonID) throws -> Int {
        try connection.first(
            "SELECT count(*) FROM (\(rows) LIMIT ?) AS found", person.rawValue, TipUsage.most
        ) {
            try $0.int(0)
        } ?? 0
    }

    /// The published and withdrawn catalogues of tips before a given one, the latest first.
    func tipCatalogues(before number: Int64?, limit: Int) throws -> [TipCatalogueRevision] {
        let sql =
            "SELECT number, document, at FROM tip_catalogues WHERE number < ? ORDER BY number DESC LIMIT ?"
        return try connection.all(sql, number ?? .max, limit) { row in
            TipCatalogueRevision(
                number: try row.int64(0), document: try row.isNull(1) ? nil : try row.blob(1),
                time: try row.timestamp(2))
        }
    }

    /// The number of the last catalogue of tips that was published or withdrawn; 0 before the first.
    func lastTipCatalogue() throws -> Int64 {
        try connection.first("SELECT number FROM tip_catalogues ORDER BY number DESC LIMIT 1") {
            try $0.int64(0)
        } ?? 0
    }

    /// The tips that were switched on or off, whatever their catalogue says.
    func tipSwitches() throws -> [TipID: Bool] {
        let rows = try connection.all("SELECT tip, is_on FROM tip_switches") { row in
            (TipID(try row.text(0)), try row.bool(1))
        }
        return Dictionary(rows) { _, last in last }
    }

    /// The questions of administrators about a person, in order.
    func tipAccessRecords(at person: PersonID) throws -> [TipAccessRecord] {
        let sql = "SELECT administrator, tip, at, catalogue FROM tip_looks WHERE person = ? ORDER BY number"
        return try connection.all(sql, person.rawValue) { row in
            try row.decoded(from: "tip_looks", id: nil) { row in
                guard let administrator = PersonID(try row.text(0)) else { return nil }
                return TipAccessRecord(
                    person: person, administrator: administrator, tip: TipID(try row.text(1)),
                    catalogue: try row.int64(3), time: try row.timestamp(2))
            }
        }
    }
}

extension StoreRow {
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

extension WriteTransaction {
    /// Replaces a person's ledger of tips.
    package func set(_ ledger: KeptTipLedger, of person: PersonID) throws {
        try connection.execute(
            """
            INSERT INTO tip_ledgers (person, revision, ledger) VALUES (?, ?, ?)
            ON CONFLICT (person) DO UPDATE SET revision = excluded.revision, ledger = excluded.ledger
            """, arguments: [.text(person.rawValue), .integer(ledger.revision), .blob(ledger.bytes)])
    }

    /// Stores the latest description of a person's device.
    func set(_ device: TipDevice, of person: PersonID) throws {
        try connection.execute(
            """
            INSERT INTO tip_devices (person, device, platform, language, last_day) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (person, device) DO UPDATE SET
                platform = excluded.platform, language = excluded.language, last_day = excluded.last_day
            """,
            arguments: [
                .text(person.rawValue), .device(device.id), .text(device.platform.rawValue),
                .text(device.language.description), .date(device.lastSeen),
            ])
    }

    /// Deletes a device of a person; does nothing if it is unknown.
    func removeTipDevice(_ device: TipReplica, of person: PersonID) throws {
        try connection.execute(
            "DELETE FROM tip_devices WHERE person = ? AND device = ?",
            arguments: [.text(person.rawValue), .device(device)])
    }

    /// Deletes all devices of a person.
    func removeTipDevices(of person: PersonID) throws {
        try connection.execute("DELETE FROM tip_devices WHERE person = ?", person.rawValue)
    }

    /// Removes the data of people who no longer see tips.
    ///
    /// These are devices that were last seen before a day, and ledgers without a device that have not changed
    /// since the beginning of that day in UTC.
    func removeTips(unseenSince day: CalendarDate) throws {
        try connection.execute("DELETE FROM tip_devices WHERE last_day < ?", day.daysSinceEpoch)
        // A revision is a time in milliseconds, or a little more. A ledger of at most sixteen bytes holds
        // only the number of erasures.
        let sql = """
            SELECT person, revision, ledger FROM tip_ledgers
            WHERE person > ? AND revision < ? AND length(ledger) > 16
                AND NOT EXISTS (SELECT 1 FROM tip_devices WHERE tip_devices.person = tip_ledgers.person)
            ORDER BY person LIMIT 100
            """
        var last: String? = ""
        while let before = last {
            let unseen = try connection.all(sql, before, Int64(day.daysSinceEpoch) * 86_400_000) { row in
                (
                    person: try row.text(0),
                    kept: KeptTipLedger(revision: try row.int64(1), bytes: try row.blob(2))
                )
            }
            for row in unseen { try forget(row.kept, of: row.person) }
            last = unseen.last?.person
        }
    }

    /// Keeps only the number of a ledger's erasures: without it, a device that comes back would restore
    /// erased data.
    private func forget(_ kept: KeptTipLedger, of person: String) throws {
        let epoch: Int64
        do { epoch = try kept.ledger().epoch } catch { epoch = 0 }
        guard epoch > 0 else {
            try connection.execute("DELETE FROM tip_ledgers WHERE person = ?", person)
            return
        }
        // A new revision, so that a device with the earlier revision notices the change.
        try connection.execute(
            "UPDATE tip_ledgers SET revision = ?, ledger = ? WHERE person = ?", kept.revision + 1,
            TipLedger(epoch: epoch).bytes, person)
    }

    /// Stores a published catalogue of tips, or the return to the shipped catalogue.
    ///
    /// - Returns: The number of the revision.
    func append(tipCatalogue document: [UInt8]?, by person: PersonID, at time: Timestamp) throws -> Int64 {
        try connection.insert(
            "INSERT INTO tip_catalogues (document, person, at) VALUES (?, ?, ?)",
            numbered: "INSERT INTO tip_catalogues (number, document, person, at) VALUES (?, ?, ?, ?)",
            arguments: [document.sqlValue, .text(person.rawValue), .time(time)])
    }

    /// Stores that a tip was switched on or off.
    func setTipSwitch(of tip: TipID, isOn: Bool, by person: PersonID, at time: Timestamp) throws {
        try connection.execute(
            """
            INSERT INTO tip_switches (tip, is_on, person, at) VALUES (?, ?, ?, ?)
            ON CONFLICT (tip) DO UPDATE SET is_on = excluded.is_on, person = excluded.person, at = excluded.at
            """, tip.description, isOn, person.rawValue, time.millisecondsSinceEpoch)
    }

    /// Stores an administrator's question about a person.
    func insert(_ access: TipAccessRecord) throws {
        try connection.execute(
            "INSERT INTO tip_looks (person, administrator, tip, at, catalogue) VALUES (?, ?, ?, ?, ?)",
            access.person.rawValue, access.administrator.rawValue, access.tip.description,
            access.time.millisecondsSinceEpoch, access.catalogue)
    }

    /// Deletes the questions of administrators before an instant.
    func removeTipAccessRecords(before time: Timestamp) throws {
        try connection.execute("DELETE FROM tip_looks WHERE at < ?", time.millisecondsSinceEpoch)
    }
}

extension SQLValue {
    /// A device's number, as bits.
    fileprivate static func device(_ device: TipReplica) -> SQLValue {
        .integer(Int64(bitPattern: device.rawValue))
    }
}

extension SQLiteSchema {
    /// Ledgers of people's tips, and their devices; catalogues, switches, and questions of administrators.
    static let tips = """
        -- With a row number, because ledgers are long.
        CREATE TABLE tip_ledgers (
            person TEXT PRIMARY KEY NOT NULL,
            revision INTEGER NOT NULL CHECK (revision > 0),
            ledger BLOB NOT NULL
        ) STRICT;

        -- A day is counted from 1970-01-01. A device's number is the bits of 64 without a sign.
        CREATE TABLE tip_devices (
            person TEXT NOT NULL,
            device INTEGER NOT NULL,
            platform TEXT NOT NULL CHECK (platform = 'web' OR platform = 'terminal'),
            language TEXT NOT NULL,
            last_day INTEGER NOT NULL,
            PRIMARY KEY (person, device)
        ) STRICT, WITHOUT ROWID;

        -- A catalogue without a document is the one that is shipped.
        CREATE TABLE tip_catalogues (
            number INTEGER PRIMARY KEY,
            document BLOB,
            person TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE tip_switches (
            tip TEXT PRIMARY KEY NOT NULL,
            is_on INTEGER NOT NULL CHECK (is_on = 0 OR is_on = 1),
            person TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- An administrator asked why a person is not shown a tip.
        CREATE TABLE tip_looks (
            number INTEGER PRIMARY KEY,
            person TEXT NOT NULL,
            administrator TEXT NOT NULL,
            tip TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX tip_looks_of_person ON tip_looks (person, number);
        """

    /// Finds the entries of the feed about a person's tips; other entries cost no more than before.
    static let tipChanges = "CREATE INDEX feed_of_tips ON feed (topic) WHERE kind = 'tips'"
}
