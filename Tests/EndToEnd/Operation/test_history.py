"""The history checker finds what must not happen, and accepts what may."""

import math
import random
import threading

import pytest

from history import UNKNOWN, Balance, Operation, Order, Places, Recorder, Undecided, Unexplained, explain
import history as module


def taken(began, ended, answer, count=1):
    return Operation(began, ended, "take", count, answer)


def looked(began, ended, answer):
    return Operation(began, ended, "look", None, answer)


def paid(began, ended, answer, amount):
    return Operation(began, ended, "pay", amount, answer)


def test_operations_one_after_another_are_explained_in_their_order():
    operations = [taken(0, 1, True), looked(2, 3, True), taken(4, 5, True), looked(6, 7, False), taken(8, 9, False)]
    assert explain(operations, Places(2)) == operations


def test_operations_at_the_same_time_may_be_in_any_order():
    # The refused one began first, and the accepted one ended last.
    operations = [taken(0, 10, False), taken(1, 11, True), looked(2, 3, True), looked(4, 5, False)]
    assert [operation.answer for operation in explain(operations, Places(1))] == [True, True, False, False]


def test_the_last_one_sold_twice_is_found():
    with pytest.raises(Unexplained, match="Of 2 operations only 1"):
        explain([taken(0, 2, True), taken(1, 3, True)], Places(1))


def test_a_lost_sale_is_found():
    """Two were sold of two, and a third is accepted later, as when a node has counted from an old state."""
    with pytest.raises(Unexplained):
        explain([taken(0, 1, True), taken(2, 3, True), taken(4, 5, True)], Places(2))


def test_stock_that_was_lost_is_found():
    """A buyer is refused although one is left."""
    with pytest.raises(Unexplained):
        explain([taken(0, 1, True), taken(2, 3, False)], Places(2))


def test_a_stale_read_after_an_acknowledged_write_is_found():
    with pytest.raises(Unexplained):
        explain([taken(0, 1, True), looked(2, 3, True)], Places(1))
    # While the write is not acknowledged, the old value is right.
    explain([taken(0, 4, True), looked(2, 3, True)], Places(1))


def test_a_read_that_goes_back_is_found():
    """One reader sees a payment that is not acknowledged yet, and a later reader does not."""
    seen, unseen = looked(1, 2, 900), looked(3, 4, 1_000)
    explain([paid(0, 9, True, 100), looked(1, 2, 1_000), looked(3, 4, 900)], Balance(1_000))
    with pytest.raises(Unexplained):
        explain([paid(0, 9, True, 100), seen, unseen], Balance(1_000))


def test_a_payment_that_was_made_twice_is_found():
    with pytest.raises(Unexplained):
        explain([paid(0, 1, True, 100), looked(2, 3, 800)], Balance(1_000))


def test_an_operation_without_an_answer_may_have_happened_late_or_never():
    lost = paid(0, math.inf, UNKNOWN, 100)
    explain([lost, looked(1, 2, 1_000)], Balance(1_000))
    explain([lost, looked(1, 2, 900)], Balance(1_000))
    explain([lost, looked(1, 2, 1_000), looked(3, 4, 900)], Balance(1_000))
    with pytest.raises(Unexplained):
        explain([lost, looked(1, 2, 900), looked(3, 4, 1_000)], Balance(1_000))


def test_an_order_that_two_requests_with_one_key_place_has_one_number():
    def placed(began, ended, answer):
        return Operation(began, ended, "place", None, answer)

    explain([placed(0, math.inf, UNKNOWN), placed(1, 2, "a"), placed(3, 4, "a")], Order())
    with pytest.raises(Unexplained):
        explain([placed(0, 1, "a"), placed(2, 3, "b")], Order())
    with pytest.raises(Unexplained):
        explain([placed(0, 1, "a"), looked(2, 3, None)], Order())


def test_an_order_that_goes_back_is_found():
    placed, ready = Operation(0, 1, "place", None, "a"), Operation(2, 3, "move", "ready", True)
    explain([placed, ready, looked(4, 5, "ready")], Order())
    with pytest.raises(Unexplained):
        explain([placed, ready, looked(4, 5, "placed")], Order())
    with pytest.raises(Unexplained):
        explain([placed, ready, Operation(4, 5, "move", "preparing", True)], Order())


@pytest.mark.parametrize("seed", range(20))
def test_histories_of_one_copy_are_explained_and_those_with_one_wrong_answer_are_not(seed):
    """An object behind a lock, with answers that take a random time; then one answer is changed."""
    dice = random.Random(seed)
    left, moment, operations = 12, 0.0, []
    for _ in range(60):
        moment += dice.random()
        began, ended = moment - 2 * dice.random(), moment + 2 * dice.random()
        if dice.random() < 0.5:
            count = dice.randint(1, 2)
            operations.append(taken(began, ended, left >= count, count))
            left -= count if left >= count else 0
        else:
            operations.append(looked(began, ended, left > 0))
    explain(operations, Places(12))
    # The very last answer, after everything else has ended.
    with pytest.raises(Unexplained):
        explain([*operations, looked(moment + 10, moment + 11, left <= 0)], Places(12))


def test_a_search_that_is_too_long_is_not_taken_for_an_explanation(monkeypatch):
    monkeypatch.setattr(module, "STEPS_AT_MOST", 50)
    with pytest.raises(Undecided):
        explain([taken(0, 1, True) for _ in range(40)] + [looked(0, 1, False)], Places(41))


def test_the_recorder_keeps_what_threads_did_by_object():
    recorder, lock, left = Recorder(), threading.Lock(), [5]

    def take():
        with lock:
            left[0] -= left[0] > 0
            return left[0] >= 0 and not is_refused()

    refused = iter([False] * 5 + [True] * 5)

    def is_refused():
        return next(refused)

    threads = [threading.Thread(target=recorder.record, args=("stock", "take", 1, take)) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with pytest.raises(OSError):
        recorder.record("stock", "take", 1, lambda: (_ for _ in ()).throw(OSError()))
    assert [operation.answer is UNKNOWN for operation in recorder.histories["stock"]] == [False] * 10 + [True]
    recorder.check("stock", Places(5))
    with pytest.raises(Unexplained):
        recorder.check("stock", Places(4))
