"""The results: one JSON object a line."""
import json
import statistics


def median(values):
    return statistics.median(values)


def rounded(value):
    """Four significant digits; more would be noise."""
    return None if value is None else float(f"{value:.4g}")


def tell(benchmark, goal, ours, rule, *, met, peer=None, ratio=None, rounds=1, **further):
    """Prints one result.

    `met` is None for a figure that has no goal of its own, or that proves nothing.
    """
    print(
        json.dumps(
            {
                "benchmark": benchmark,
                "goal": goal,
                "ours": rounded(ours),
                "peer": rounded(peer),
                "ratio": rounded(ratio),
                "met": met,
                "rounds": rounds,
                "rule": rule,
                **{name: rounded(value) for name, value in further.items()},
            },
            ensure_ascii=False,
        ),
        flush=True,
    )


def tell_ratio(benchmark, goal, pairs, rule, *, at_least=None, at_most=None, is_valid=True, **further):
    """Prints a comparison of (ours, peer) pairs, one pair from each round.

    The ratio is the median of the rounds' ratios, because the two of a round met the same noise. When they did not,
    `is_valid` is False, and the goal is neither met nor missed.
    """
    ratio = median([ours / peer for ours, peer in pairs])
    met = ratio >= at_least if at_least is not None else ratio <= at_most
    tell(
        benchmark,
        goal,
        median([ours for ours, _ in pairs]),
        rule,
        met=met if is_valid else None,
        peer=median([peer for _, peer in pairs]),
        ratio=ratio,
        rounds=len(pairs),
        **further,
    )
