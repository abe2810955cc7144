import Essentials

extension KeptSection {
    /// The person's orders, with each transition.
    static let orders = KeptSection(
        "orders", .identity, by: "placedAt",
        [
            ("id", .text), ("cafe", .text), ("day", .day), ("number", .number), ("stage", .text),
            ("placedAt", .time), ("channel", .text), ("pickupFrom", .time), ("pickupTo", .time),
            ("basket", .json), ("steps", .json),
        ],
        sql: """
            SELECT id, cafe, day, sequence AS number, stage, placed_at AS placedAt, channel,
                pickup_start AS pickupFrom, pickup_end AS pickupTo, basket, (
                SELECT json_group_array(json_object('stages', stages, 'by', actor_kind, 'reason', reason,
                    'at', strftime('%Y-%m-%dT%H:%M:%fZ', at / 1000.0, 'unixepoch')))
                FROM (SELECT * FROM order_transitions WHERE order_id = id ORDER BY version) AS steps
            ) AS steps FROM orders WHERE person = ?1 ORDER BY id
            """)

    /// The movements of the person's meal accounts.
    ///
    /// Payments are found by orders, as in a statement.
    static let bookings = KeptSection(
        "bookings", .identity, by: "at", staysAfterErasure: true,
        [
            ("entry", .number), ("kind", .text), ("order", .text), ("cafe", .text), ("currency", .text),
            ("amount", .number), ("balance", .number), ("at", .time),
        ],
        sql: """
            SELECT entry, kind, order_id AS "order", cafe, currency, meal AS amount, balance, at FROM ledger
            WHERE person = ?1 AND entry IN (
                SELECT entry FROM orders JOIN ledger ON order_id = id AND kind = 'payment'
                    WHERE orders.person = ?1 AND meal IS NOT NULL
                UNION ALL SELECT entry FROM ledger WHERE person = ?1 AND kind <> 'payment'
            ) ORDER BY entry
            """)

    /// The payments by card for the person's orders, and of top-ups; the provider has the card.
    static let payments = KeptSection(
        "payments", .identity, by: "at",
        [
            ("order", .text), ("topUp", .text), ("currency", .text), ("amount", .number), ("stage", .text),
            ("reference", .text), ("key", .text), ("at", .time),
        ],
        sql: """
            SELECT payments.id AS "order", NULL AS topUp, currency, amount, payments.stage AS stage, reference,
                NULL AS key, placed_at AS at
            FROM orders JOIN payments USING (id) WHERE person = ?1
            UNION ALL SELECT NULL, payments.id, currency, amount, stage, reference, key, made_at
            FROM top_ups JOIN payments USING (id) WHERE person = ?1 ORDER BY at
            """)

    /// The refunds of the person's orders, and those that the person made for others.
    static let refunds = KeptSection(
        "refunds", .identity, by: "at", staysAfterErasure: true,
        [
            ("order", .text), ("currency", .text), ("net", .number), ("tax", .number), ("reason", .text),
            ("lines", .json), ("stage", .text), ("at", .time),
        ],
        sql: """
            SELECT order_id AS "order", currency, net, tax, reason, lines, refunds.stage AS stage, at
            FROM refunds JOIN orders ON orders.id = order_id
            WHERE person = ?1 OR (actor_kind = 'person' AND actor = ?1) ORDER BY refunds.id
            """)

    /// Corrections of the person's meal accounts, and corrections that the person made for others.
    static let corrections = KeptSection(
        "corrections", .identity, by: "at", staysAfterErasure: true,
        [
            ("correction", .text), ("currency", .text), ("amount", .number), ("reason", .text),
            ("stage", .text), ("at", .time),
        ],
        sql: """
            SELECT correction, currency, amount, reason, stage, made_at AS at
            FROM correction_entries JOIN corrections ON id = correction
            WHERE person = ?1 OR made_by = ?1 OR decided_by = ?1 ORDER BY correction, position
            """)

    /// The balances of the person's meal accounts.
    static let mealAccounts = KeptSection(
        "meal-accounts", .account, staysAfterErasure: true, [("currency", .text), ("amount", .number)],
        sql: "SELECT currency, amount FROM meal_balances WHERE person = ?1 ORDER BY currency")

    /// The pickup window that the person's basket holds.
    static let pickupHold = KeptSection(
        "pickup-hold", .untilTime, by: "until",
        [("cafe", .text), ("from", .time), ("to", .time), ("until", .time)],
        sql: """
            SELECT cafe, starts_at AS "from", ends_at AS "to", expires_at AS until FROM pickup_holds
            WHERE person = ?1
            """)

    /// The person's favourites.
    static let favourites = KeptSection(
        "favourites", .untilRemoved, [("cafe", .text), ("item", .text)],
        sql: "SELECT cafe, item FROM favourites WHERE person = ?1 ORDER BY cafe, item")

    /// The keys by which a repeated order is recognised.
    static let orderRequests = KeptSection(
        "order-requests", .lasting(IdempotencyKeyUse.retention), by: "usedAt",
        [("key", .text), ("order", .text), ("usedAt", .time)],
        sql: """
            SELECT key, order_id AS "order", used_at AS usedAt FROM idempotency_keys WHERE person = ?1
            ORDER BY used_at, key
            """)
}
