import Essentials

extension KeptSection {
    /// Everything that is kept about a person, in the order in which pages list it.
    static let all: [KeptSection] = [
        .accounts, .preferences, .orders, .bookings, .payments, .refunds, .corrections, .mealAccounts,
        .orderRequests,
        .pickupHold, .favourites,
        .punches, .dayCorrections, .closedMonths, .approvalDelegations, .calendarAddresses, .offlinePunches,
        .reminderSettings, .provisionalExits, .crossings, .following, .presence, .wearables, .notices, .inbox,
        .noticeSettings, .noticeChannels, .deliveries, .tips, .tipDevices,
        .sessions,
        .passkeys, .recoveryCodes, .identities, .pairings, .kioskBadge, .securityLog, .looks, .screens,
        .tipChanges, .cafeChanges,
    ]

    /// Who read data about the person.
    static let looks = KeptSection(
        "looks", .lasting(DataLook.retention), by: "to",
        [
            ("viewer", .text), ("what", .text), ("detail", .text), ("from", .time), ("to", .time),
            ("times", .number), ("everybody", .flag),
        ],
        sql: """
            SELECT viewer, what, NULL AS detail, first_at AS "from", last_at AS "to", times,
                CASE WHEN person = '' THEN 1 ELSE 0 END AS everybody
            FROM data_looks WHERE person IN (?1, '') AND viewer <> ?1
            UNION ALL SELECT administrator, 'tip', tip, at, at, 1, 0 FROM tip_looks WHERE person = ?1
            ORDER BY 5 DESC
            """)
}
