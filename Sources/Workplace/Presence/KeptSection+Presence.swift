import Essentials

extension KeptSection {
    /// Whether the person's page follows them to their café.
    static let following = KeptSection(
        "following", .untilRemoved, [("since", .time)],
        sql: "SELECT since FROM following WHERE person = ?1")

    /// The person's badges and phones; of a key only the beginning of its digest.
    static let wearables = KeptSection(
        "wearables", .untilRemoved, by: "assignedAt",
        [("kind", .text), ("label", .text), ("shown", .text), ("assignedAt", .time)],
        sql: """
            SELECT kind, label, shown, assigned_at AS assignedAt FROM wearables WHERE person = ?1
            ORDER BY assigned_at, id
            """)

    /// Where the person's devices or badge were heard.
    static let presence = KeptSection(
        "presence", .lasting(PresenceEvent.retention), by: "receivedAt",
        [("device", .text), ("spot", .text), ("state", .number), ("at", .time), ("receivedAt", .time)],
        sql: """
            SELECT device, spot, state, at, received_at AS receivedAt FROM presence_events WHERE person = ?1
            ORDER BY device, number
            """)
}
