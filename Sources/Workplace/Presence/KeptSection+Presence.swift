import Essentials

extension KeptSection {
    /// Whether the person's page follows them to their café.
    static let following = KeptSection(
        "following", .untilRemoved, [("since", .time)],
        sql: "SELECT since FROM following WHERE person = ?1")

    /// Where the person's devices or badge were heard.
    static let presence = KeptSection(
        "presence", .lasting(PresenceEvent.retention), by: "receivedAt",
        [("device", .text), ("spot", .text), ("state", .number), ("at", .time), ("receivedAt", .time)],
        sql: """
            SELECT device, spot, state, at, received_at AS receivedAt FROM presence_events WHERE person = ?1
            ORDER BY device, number
            """)
}
