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

    func tipDevices(of person: PersonID) throws -> [TipDevice] {
        let sql = """
            SELECT device, platform, language, last_day FROM tip_devices
            WHERE person = ? ORDER BY last_day DESC, device
            """
        return try connection.all(sql, person.rawValue) { row in
            try row.decoded(from: .tipDevices, id: nil) { try $0.tipDevice() }
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
