"""What a small team would write instead: FastAPI that commits one row for each order before it answers.

DB=FILE uvicorn fastapi_orders:app
"""
import os
import sqlite3

from fastapi import FastAPI

from order_model import Order

database = sqlite3.connect(os.environ["DB"], isolation_level=None, check_same_thread=False)
database.execute("PRAGMA journal_mode=WAL")
database.execute("PRAGMA synchronous=FULL")
database.execute(
    "CREATE TABLE IF NOT EXISTS orders(id INTEGER PRIMARY KEY, at TEXT DEFAULT CURRENT_TIMESTAMP, body TEXT)"
)
app = FastAPI()


@app.get("/readyz")
async def ready():
    return {"status": "ok"}


# On the event loop and not in a thread pool: with one database connection that is the faster of the two.
@app.post("/orders", status_code=201)
async def place(order: Order):
    cursor = database.execute("INSERT INTO orders(body) VALUES(?)", (order.model_dump_json(),))
    return {"id": cursor.lastrowid, "state": "accepted"}
