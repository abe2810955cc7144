"""Buyers in processes of their own, who all want the same pickup window at once."""

import multiprocessing
import queue

from client import Client
from waiting import PATIENCE_SECONDS

PROCESSES = 4


def _buy(port, tokens, barrier, orders, answers):
    """Waits for all other processes, then orders for one person after the other."""
    clients = [Client(port, token) for token in tokens]
    barrier.wait(PATIENCE_SECONDS)
    for client, (key, body) in zip(clients, orders):
        answer = client.send("POST", "/api/v1/orders", body, idempotency_key=key)
        answers.put((answer.status, answer.json))


def buy_at_once(port, tokens, key, body):
    """Everybody orders the same thing; returns a status and an answer for each."""
    context = multiprocessing.get_context("spawn")
    barrier, answers = context.Barrier(PROCESSES), context.Queue()
    shares = [tokens[index::PROCESSES] for index in range(PROCESSES)]
    processes = [
        context.Process(target=_buy, args=(port, share, barrier, [(key, body)] * len(share), answers), daemon=True)
        for share in shares
    ]
    for process in processes:
        process.start()
    try:
        found = [answers.get(timeout=PATIENCE_SECONDS) for _ in tokens]
    except queue.Empty:
        raise AssertionError("a buyer got no answer") from None
    finally:
        for process in processes:
            process.join(PATIENCE_SECONDS)
            process.kill()
    return found
