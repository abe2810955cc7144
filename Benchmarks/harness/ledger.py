"""Checks a database after a round: what was acknowledged is there, once, and every sum is right."""
import sqlite3


def check(database, acknowledged):
    """Raises when an order is missing, double, or not paid for exactly once."""
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        findings = {name: connection.execute(sql).fetchone()[0] for name, sql in QUESTIONS.items()}
    finally:
        connection.close()
    compare(findings, acknowledged)


def compare(findings, acknowledged):
    """Raises when the answers to the questions are not those of a sound database."""
    expected = {name: acknowledged if name.startswith("count of") else 0 for name in QUESTIONS}
    wrong = {name: value for name, value in findings.items() if value != expected[name]}
    if wrong:
        raise RuntimeError(f"after {acknowledged} acknowledged orders the database is wrong: {wrong}")


# Those that begin with "count of" must equal the number of acknowledged orders, the others must be zero.
QUESTIONS = {
    "count of orders": "SELECT count(*) FROM orders",
    "count of tickets": "SELECT count(DISTINCT order_id) FROM tickets",
    "count of keys": "SELECT count(*) FROM idempotency_keys",
    "count of keyed orders": "SELECT count(DISTINCT order_id) FROM idempotency_keys",
    "count of payments": "SELECT count(DISTINCT entry) FROM postings WHERE kind = 'payment'",
    "count of paid orders": "SELECT count(DISTINCT order_id) FROM postings WHERE kind = 'payment'",
    "count of kitchen entries": "SELECT count(*) FROM feed WHERE kind = 'ticket'",
    "entries that do not balance": """
        SELECT count(*) FROM (SELECT entry FROM postings GROUP BY entry HAVING sum(amount) <> 0) AS unbalanced""",
    "accounts that differ from their postings": """
        SELECT count(*) FROM meal_balances AS balance WHERE amount <> (
            SELECT sum(posting.amount) FROM postings AS posting
            WHERE account_kind = 'meal' AND owner = balance.person AND posting.currency = balance.currency)""",
    "gaps in the numbers of the day": "SELECT coalesce(max(sequence), 0) - count(*) FROM orders",
}
