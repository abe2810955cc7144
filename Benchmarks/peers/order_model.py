"""The order that the FastAPI peers take."""
from pydantic import BaseModel


class Item(BaseModel):
    sku: str
    qty: int
    opt: list[str] = []


class Order(BaseModel):
    table: int
    items: list[Item]
    note: str = ""
