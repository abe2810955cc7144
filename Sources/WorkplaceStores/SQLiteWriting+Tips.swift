import Essentials
import SQLite
import TipCore
import Workplace

extension SQLiteWriting {
    func set(_ ledger: KeptTipLedger, of person: PersonID) throws {
        try connection.execute(
            """
            INSERT INTO tip_ledgers (person, revision, ledger) VALUES (?, ?, ?)
            ON CONFLICT (person) DO UPDATE SET revision = excluded.revision, ledger = excluded.ledger
            """, arguments: [.text(person.rawValue), .integer(ledger.revision), .blob(ledger.bytes)])
    }

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

    func removeTipDevice(_ device: TipReplica, of person: PersonID) throws {
        try connection.execute(
            "DELETE FROM tip_devices WHERE person = ? AND device = ?",
            arguments: [.text(person.rawValue), .device(device)])
    }

    func removeTipDevices(of person: PersonID) throws {
        try connection.execute("DELETE FROM tip_devices WHERE person = ?", person.rawValue)
    }

    func removeTips(unseenSince day: CalendarDate) throws {
        try connection.execute("DELETE FROM tip_devices WHERE last_day < ?", day.daysSinceEpoch)
        // A revision is a time in milliseconds, or a little more. A ledger of sixteen bytes holds nothing but how often it was
        // erased.
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

    /// Leaves only how often a ledger was erased: without that, a device that comes back would bring back what was erased.
    private func forget(_ kept: KeptTipLedger, of person: String) throws {
        let epoch: Int64
        do { epoch = try kept.ledger().epoch } catch { epoch = 0 }
        guard epoch > 0 else {
            try connection.execute("DELETE FROM tip_ledgers WHERE person = ?", person)
            return
        }
        // Another revision, so that a device that knows this one does not take it for what it knows.
        try connection.execute(
            "UPDATE tip_ledgers SET revision = ?, ledger = ? WHERE person = ?", kept.revision + 1,
            TipLedger(epoch: epoch).bytes, person)
    }

    func append(tipCatalogue document: [UInt8]?, by person: PersonID, at time: Timestamp) throws -> Int64 {
        try connection.execute(
            "INSERT INTO tip_catalogues (document, person, at) VALUES (?, ?, ?)", document, person.rawValue,
            time.millisecondsSinceEpoch)
        return connection.lastInsertedRowID
    }

    func setTipSwitch(of tip: TipID, isOn: Bool, by person: PersonID, at time: Timestamp) throws {
        try connection.execute(
            """
            INSERT INTO tip_switches (tip, is_on, person, at) VALUES (?, ?, ?, ?)
            ON CONFLICT (tip) DO UPDATE SET is_on = excluded.is_on, person = excluded.person, at = excluded.at
            """, tip.description, isOn, person.rawValue, time.millisecondsSinceEpoch)
    }

    func insert(_ look: TipLook) throws {
        try connection.execute(
            "INSERT INTO tip_looks (person, administrator, tip, at, catalogue) VALUES (?, ?, ?, ?, ?)",
            look.person.rawValue, look.administrator.rawValue, look.tip.description,
            look.time.millisecondsSinceEpoch, look.catalogue)
    }

    func removeTipLooks(before time: Timestamp) throws {
        try connection.execute("DELETE FROM tip_looks WHERE at < ?", time.millisecondsSinceEpoch)
    }
}

extension SQLValue {
    /// A device's number, as bits.
    fileprivate static func device(_ device: TipReplica) -> SQLValue {
        .integer(Int64(bitPattern: device.rawValue))
    }
}
