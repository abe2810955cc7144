"""Whether some order of the operations explains what clients saw (linearizability), for one object at a time.

Clients record when they sent a request and when its answer came. The checker searches for an order in which each operation
takes effect at one moment between the two, and in which each answer is the one that a single copy of the object would give. This
is the algorithm of Wing and Gong with the memory of Lowe: it never visits the same set of operations with the same state twice.

What the product claims for several nodes on one PostgreSQL: orders, balances, stock and pickup windows are linearizable at every
node, reads too. A read takes a new snapshot of the database after the request has come, so it sees everything that was
acknowledged at any node before. It does not claim this for what nodes keep in memory: the campus in force, roles and sessions are
up to a second old.
"""

import dataclasses
import itertools
import math
import threading
import time
from typing import Any

# The answer of an operation that has none: it took effect at some time after its beginning, or never.
UNKNOWN = object()
# A search that is longer than this says nothing.
STEPS_AT_MOST = 2_000_000


@dataclasses.dataclass(frozen=True)
class Operation:
    """One operation on one object, with the times at which it began and ended."""

    began: float
    ended: float
    name: str
    argument: Any = None
    answer: Any = UNKNOWN

    def __str__(self):
        answer = "no answer" if self.answer is UNKNOWN else self.answer
        return f"{self.began:.6f} to {self.ended:.6f}: {self.name}({self.argument}) -> {answer}"


class Recorder:
    """Collects the operations of several threads, by object."""

    def __init__(self):
        self.lock = threading.Lock()
        self.histories = {}

    def record(self, about, name, argument, perform):
        """Performs an operation and records it; `perform` returns its answer. One that raises has no answer."""
        began = time.monotonic()
        answer = UNKNOWN
        try:
            answer = perform()
            return answer
        finally:
            ended = math.inf if answer is UNKNOWN else time.monotonic()
            with self.lock:
                self.histories.setdefault(about, []).append(Operation(began, ended, name, argument, answer))

    def check(self, about, model):
        explain(self.histories.get(about, []), model)


class Unexplained(AssertionError):
    """No order of the operations explains their answers."""


class Undecided(AssertionError):
    """The search took too long."""


def explain(history, model):
    """Returns an order of the operations that explains their answers, or raises `Unexplained`.

    A model has the `initial` state and `step(state, operation)`, which returns the next state, or None when the operation does not
    give that answer in that state. States can be members of sets. For an operation without an answer, `step` says what it does if
    it takes effect.
    """
    operations = sorted(history, key=lambda operation: operation.began)
    needed = sum(1 << place for place, operation in enumerate(operations) if operation.answer is not UNKNOWN)
    seen = set()
    best = []
    # The operations that are placed as bits, the state after them, and their order as linked pairs.
    waiting = [(0, model.initial, None)]
    for _ in range(STEPS_AT_MOST):
        if not waiting:
            raise Unexplained(_told(operations, best))
        placed, state, order = waiting.pop()
        if placed & needed == needed:
            return _in_order(operations, order)
        if (placed, state) in seen:
            continue
        seen.add((placed, state))
        if order is not None and order[2] > len(best):
            best = _in_order(operations, order)
        # Later ones first, because the last one that is appended is looked at first.
        for place in reversed(list(_next(operations, placed))):
            after = model.step(state, operations[place])
            if after is not None:
                waiting.append((placed | 1 << place, after, (place, order, 1 + (order[2] if order else 0))))
    raise Undecided(f"{len(operations)} operations are not decided after {STEPS_AT_MOST} steps")


def _next(operations, placed):
    """The operations that may take effect next: those that began before any other that is not placed had ended."""
    first_end = math.inf
    for place, operation in enumerate(operations):
        if placed >> place & 1:
            continue
        if operation.began > first_end:
            return
        first_end = min(first_end, operation.ended)
        yield place


def _in_order(operations, order):
    found = []
    while order is not None:
        found.append(operations[order[0]])
        order = order[1]
    return found[::-1]


def _told(operations, best):
    left = [operation for operation in operations if operation not in best]
    shown = "\n".join(f"  {operation}" for operation in itertools.islice(left, 8))
    return f"Of {len(operations)} operations only {len(best)} can be put in an order. The first of the others:\n{shown}"


class Places:
    """A number of things, such as a stock or the room of a pickup window.

    `take` with a count answers True, or False when fewer are left; `look` answers whether one is left.
    """

    def __init__(self, count):
        self.initial = count

    def step(self, left, operation):
        if operation.name == "look":
            return left if operation.answer is UNKNOWN or operation.answer == (left > 0) else None
        has_room = left >= operation.argument
        if operation.answer is UNKNOWN:
            return left - operation.argument if has_room else left
        if operation.answer != has_room:
            return None
        return left - operation.argument if has_room else left


class Balance:
    """A meal account: `pay` with an amount answers True, or False when it holds less; `look` answers the amount that it holds."""

    def __init__(self, amount):
        self.initial = amount

    def step(self, amount, operation):
        if operation.name == "look":
            return amount if operation.answer is UNKNOWN or operation.answer == amount else None
        covers = amount >= operation.argument
        if operation.answer is not UNKNOWN and operation.answer != covers:
            return None
        return amount - operation.argument if covers else amount


class Order:
    """An order: `place` answers its number, the same one to each repetition of the request; `move` to a stage answers True, or
    False when it is there or beyond; `look` answers the stage, or None when there is no such order."""

    initial = (None, None)
    STAGES = ["placed", "preparing", "ready", "collected", "cancelled"]

    def step(self, state, operation):
        number, stage = state
        if operation.name == "look":
            return state if operation.answer is UNKNOWN or operation.answer == stage else None
        if operation.name == "place":
            if number is None:
                return (None if operation.answer is UNKNOWN else operation.answer, "placed") if stage is None else self._named(state, operation)
            return state if operation.answer is UNKNOWN or operation.answer == number else None
        if stage is None:
            return None
        moves = self.STAGES.index(operation.argument) > self.STAGES.index(stage)
        if operation.answer is not UNKNOWN and operation.answer != moves:
            return None
        return (number, operation.argument) if moves else state

    @staticmethod
    def _named(state, operation):
        """A repetition of a request whose first answer was lost names the order."""
        return state if operation.answer is UNKNOWN else (operation.answer, state[1])
