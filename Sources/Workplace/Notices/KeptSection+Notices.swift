import Essentials

extension KeptSection {
    /// The person's notices.
    static let inbox = KeptSection(
        "inbox", .lasting(Notice.retention), by: "at",
        [("kind", .text), ("about", .json), ("at", .time), ("readAt", .time)],
        sql: """
            SELECT kind, subject AS about, at, read_at AS readAt FROM notices WHERE person = ?1
            ORDER BY at, number
            """)

    /// How notices reach the person.
    static let noticeSettings = KeptSection(
        "notice-settings", .account, [("settings", .json), ("changedAt", .time)],
        sql: "SELECT document AS settings, changed_at AS changedAt FROM notice_settings WHERE person = ?1")

    /// Where notices reach the person; keys and tokens stay on the server.
    static let noticeChannels = KeptSection(
        "notice-channels", .untilRemoved, by: "since",
        [("kind", .text), ("address", .text), ("label", .text), ("since", .time), ("proofAt", .time)],
        sql: """
            SELECT kind, address, label, since, proof_at AS proofAt FROM notice_channels WHERE person = ?1
            ORDER BY number
            """)

    /// The deliveries of the person's notices, with their outcomes.
    static let deliveries = KeptSection(
        "notice-deliveries", .lasting(NoticeSender.recordRetention), by: "at",
        [("kind", .text), ("channel", .text), ("at", .time), ("endedAt", .time), ("outcome", .text)],
        sql: """
            SELECT kind, step AS channel, began_at AS at, ended_at AS endedAt, outcome FROM notice_deliveries
            WHERE person = ?1 ORDER BY number
            """)
}
