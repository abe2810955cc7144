import Essentials
import SQLite

extension KeptSection {
    /// Whether anything is kept of the person's tips; the export writes the ledger itself.
    static let tips = KeptSection(
        "tips", .lasting(.seconds(TipDevice.retentionDays * 86_400)), by: "changedAt",
        [("changedAt", .time)],
        sql: "SELECT revision AS changedAt FROM tip_ledgers WHERE person = ?1 AND length(ledger) > 16")

    /// The devices on which the person sees tips.
    static let tipDevices = KeptSection(
        "devices", .lasting(.seconds(TipDevice.retentionDays * 86_400)), by: "lastSeen",
        [("platform", .text), ("language", .text), ("lastSeen", .time)],
        sql: """
            SELECT platform, language, last_day * 86400000 AS lastSeen FROM tip_devices WHERE person = ?1
            ORDER BY last_day DESC, device
            """)

    /// Which catalogues of tips the person published, and which tips they switched.
    static let tipChanges = KeptSection(
        "tip-changes", .account, by: "at", staysAfterErasure: true, [("what", .text), ("at", .time)],
        sql: """
            SELECT 'catalogue ' || number AS what, at FROM tip_catalogues WHERE person = ?1
            UNION ALL SELECT tip, at FROM tip_switches WHERE person = ?1 ORDER BY at
            """)
}

extension WriteTransaction {
    /// Removes the questions of administrators about a person.
    func removeTipAccessRecords(about person: PersonID) throws {
        try connection.execute("DELETE FROM tip_looks WHERE person = ?", person.rawValue)
    }
}
