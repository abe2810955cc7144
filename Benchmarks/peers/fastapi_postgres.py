"""What a small team would write instead on PostgreSQL: FastAPI and SQLAlchemy, which commit one row for each order before they answer.

DB=postgresql+asyncpg://… uvicorn fastapi_postgres:app
"""
import contextlib
import os
from datetime import datetime

from fastapi import FastAPI
from sqlalchemy import DateTime, Text, func
from sqlalchemy.ext.asyncio import async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from order_model import Order

# As many connections as there are clients of the benchmark, so that none waits for another.
engine = create_async_engine(os.environ["DB"], pool_size=64, max_overflow=0)
sessions = async_sessionmaker(engine, expire_on_commit=False)


class Base(DeclarativeBase):
    pass


class Row(Base):
    __tablename__ = "peer_orders"
    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    body: Mapped[str] = mapped_column(Text)


@contextlib.asynccontextmanager
async def life(_):
    async with engine.begin() as connection:
        await connection.run_sync(Base.metadata.create_all)
    yield
    await engine.dispose()


app = FastAPI(lifespan=life)


@app.get("/readyz")
async def ready():
    return {"status": "ok"}


@app.post("/orders", status_code=201)
async def place(order: Order):
    row = Row(body=order.model_dump_json())
    async with sessions.begin() as session:
        session.add(row)
    return {"id": row.id, "state": "accepted"}
