"""What a small team would write for pickup windows: FastAPI that checks a counter, and books and inserts, in one transaction.

DB=FILE uvicorn fastapi_windows:app
"""
import os
import sqlite3

from fastapi import FastAPI, HTTPException

from order_model import Order

WINDOWS = 48
CAPACITY = 100_000

database = sqlite3.connect(os.environ["DB"], isolation_level=None, check_same_thread=False)
database.execute("PRAGMA journal_mode=WAL")
database.execute("PRAGMA synchronous=FULL")
database.executescript(
    """
    CREATE TABLE IF NOT EXISTS windows(start INTEGER PRIMARY KEY, taken INTEGER NOT NULL, capacity INTEGER NOT NULL);
    CREATE TABLE IF NOT EXISTS orders(id INTEGER PRIMARY KEY, at TEXT DEFAULT CURRENT_TIMESTAMP, body TEXT);
    CREATE TABLE IF NOT EXISTS bookings(order_id INTEGER PRIMARY KEY, start INTEGER NOT NULL);
    """
)
database.executemany(
    "INSERT OR IGNORE INTO windows(start, taken, capacity) VALUES(?, 0, ?)", [(start, CAPACITY) for start in range(WINDOWS)]
)
app = FastAPI()


@app.get("/readyz")
async def ready():
    return {"status": "ok"}


# On the event loop and not in a thread pool: with one database connection that is the faster of the two.
@app.post("/orders", status_code=201)
async def place(order: Order):
    database.execute("BEGIN IMMEDIATE")
    try:
        first = database.execute("SELECT start FROM windows WHERE taken < capacity ORDER BY start LIMIT 1").fetchone()
        if first is None:
            raise HTTPException(409, "no window has room")
        database.execute("UPDATE windows SET taken = taken + 1 WHERE start = ?", first)
        cursor = database.execute("INSERT INTO orders(body) VALUES(?)", (order.model_dump_json(),))
        database.execute("INSERT INTO bookings(order_id, start) VALUES(?, ?)", (cursor.lastrowid, *first))
        database.execute("COMMIT")
    except BaseException:
        database.execute("ROLLBACK")
        raise
    return {"id": cursor.lastrowid, "state": "accepted", "start": first[0]}
