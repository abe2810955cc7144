-- The statements of one order as the program sends them (log_statement = all), for pgbench --protocol prepared.
-- The harness defines the variable `basket` as the document of an order's lines. A colon before a digit would be a variable too.
\set diner random(0, 4095)
\set day 20784
\set now 1795817212900
\set one random(1, 9000000000000000000)
\set two random(1, 9000000000000000000)
BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
SELECT pg_current_xact_id()::text FROM (SELECT pg_advisory_xact_lock(8532460273505236089)) AS locked;
SELECT fingerprint, order_id, used_at FROM idempotency_keys
WHERE person = 'diner-' || lpad(:diner::text, 4, '0') AND key = :one::text;
SELECT amount, (
    SELECT coalesce(sum(amount), 0) FROM order_waits
    WHERE person = 'diner-' || lpad(:diner::text, 4, '0') AND currency = 'EUR' AND has_ended = 0
) AS waiting
FROM meal_balances WHERE person = 'diner-' || lpad(:diner::text, 4, '0') AND currency = 'EUR' \gset
SELECT scope, thing, until FROM pauses WHERE cafe = 'main-cafe' AND until > :now ORDER BY scope, thing;
SELECT minutes, until FROM delays WHERE cafe = 'main-cafe' AND since <= :now AND until > :now ORDER BY since DESC LIMIT 1;
SELECT kind, thing, until FROM sold_out WHERE cafe = 'main-cafe' AND until > :now ORDER BY kind, thing;
SELECT coalesce((SELECT sequence FROM orders WHERE cafe = 'main-cafe' AND day = :day ORDER BY sequence DESC LIMIT 1), 0) + 1 AS sequence
\gset
INSERT INTO orders (id, person, cafe, day, sequence, stage, version, placed_at,
    channel, basket, pickup_start, pickup_end, pickup_soonest, pickup_entry, means)
VALUES (:one::text || :two::text, 'diner-' || lpad(:diner::text, 4, '0'), 'main-cafe', :day, :sequence, 'accepted', 2, :now, 'web',
    :basket, NULL, NULL, NULL, NULL, NULL);
INSERT INTO order_transitions (order_id, version, stages, actor_kind, actor, device, at, reason)
VALUES (:one::text || :two::text, 2, 'draft placed accepted', 'person', 'diner-' || lpad(:diner::text, 4, '0'), NULL, :now, NULL);
SELECT order_id, COALESCE(pulled_at, released_at), raised_at, stage, marks, work,
    CASE stage WHEN 'preparing' THEN (
        SELECT max(at) FROM order_transitions
        WHERE order_transitions.order_id = tickets.order_id AND stages LIKE '% preparing'
    ) END
FROM tickets
WHERE cafe = 'main-cafe' AND stage NOT IN ('collected', 'cancelled')
    AND (stage = 'waiting' OR stage = 'preparing')
    AND COALESCE(pulled_at, released_at) BETWEEN :now::bigint - 14400000 AND :now
ORDER BY released_at, order_id LIMIT 300;
SELECT own, ahead, width, outcomes FROM quote_calibrations WHERE cafe = 'main-cafe';
SELECT minutes, until FROM delays WHERE cafe = 'main-cafe' AND since <= :now AND until > :now ORDER BY since DESC LIMIT 1;
INSERT INTO tickets (order_id, cafe, day, stage, version, marks, was_recalled, bumped_at,
    notice_due, released_at, raised_at, pulled_at, kind, work, quote_own, quote_ahead, quote_from,
    quote_until)
VALUES (:one::text || :two::text, 'main-cafe', :day, 'waiting', 0, 'ooo', 0, NULL, NULL, :now, NULL, NULL, 'soonest',
    'grill 10 1 smash-burger;cold 6 1 grain-bowl;bar 3 2 cappuccino', 600000, 600000, 1795818060000, 1795818900000);
UPDATE meal_balances SET amount = :amount::bigint - 2860 WHERE person = 'diner-' || lpad(:diner::text, 4, '0') AND currency = 'EUR';
INSERT INTO ledger (kind, order_id, person, cafe, currency, meal, sales, tax, funding, balance, at, source,
    movement)
VALUES ('payment', :one::text || :two::text, 'diner-' || lpad(:diner::text, 4, '0'), 'main-cafe', 'EUR', -2860, 2588, 272, NULL,
    :amount::bigint - 2860, :now, NULL, NULL);
INSERT INTO feed (topic, kind, body, at) VALUES ('cafe/main-cafe/kitchen', 'ticket',
    '{"ticket":"' || :one::text || '","order":"' || :two::text || '","number":"002","stage":"waiting","version": 0}', :now) RETURNING number;
INSERT INTO feed (topic, kind, body, at) VALUES ('cafe/main-cafe/board', 'board', '{"number":"002","stage":"preparing"}', :now)
RETURNING number;
INSERT INTO feed (topic, kind, body, at) VALUES ('person/diner-' || lpad(:diner::text, 4, '0'), 'order',
    '{"order":"' || :one::text || '","number":"002","stage":"accepted","version": 2}', :now) RETURNING number;
INSERT INTO idempotency_keys (person, key, fingerprint, order_id, used_at)
VALUES ('diner-' || lpad(:diner::text, 4, '0'), :one::text, '\x6ec089b66433d16b1f87b3b44aa9f625b26f978c53c7eb26eecc815634197912',
    :one::text || :two::text, :now);
NOTIFY vicinity_feed;
COMMIT;
