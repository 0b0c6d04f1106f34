"""Waiting in queues, in closed form.

Sources: Erlang 1917 (delay formula); Allen and Cunneen 1990 (general service and arrivals, factor (ca²+cs²)/2);
Little 1961; Pollaczek and Khinchine for one server.
"""

from math import exp, log
from statistics import NormalDist

_NORMAL = NormalDist()
SCORE = {0.5: 0.0, 0.95: _NORMAL.inv_cdf(0.95), 0.99: _NORMAL.inv_cdf(0.99)}


def erlang_c(servers: int, offered: float) -> float:
    """Probability that an arrival waits; ``offered`` = arrival rate × service time. 1 when the load is not carried."""
    if offered <= 0:
        return 0.0
    if offered >= servers:
        return 1.0
    blocking = 1.0
    for n in range(1, servers + 1):
        blocking = offered * blocking / (n + offered * blocking)
    return blocking / (1 - offered / servers * (1 - blocking))


def mean_wait(servers: int, offered: float, service: float, variation: float) -> tuple[float, float]:
    """Probability of waiting and mean wait of those who wait (Allen–Cunneen); ``variation`` is (ca² + cs²)/2.

    The load must be carried: ``offered < servers``.
    """
    waiting = erlang_c(servers, offered)
    return waiting, service / (servers - offered) * variation


def wait_quantile(share: float, waiting: float, conditional: float) -> float:
    """Quantile of a wait that is 0 with probability ``1 − waiting``, else exponential with mean ``conditional``."""
    if waiting <= 1 - share:
        return 0.0
    return conditional * log(waiting / (1 - share))


def single_server_wait(utilisation: float, service: float) -> float:
    """Mean wait before one server with constant service time: ``ρ·s / (2·(1 − ρ))``."""
    return utilisation * service / (2 * (1 - utilisation))


def lognormal_quantile(mean: float, sigma: float, share: float) -> float:
    """Quantile of a lognormal distribution with this mean and shape; ``share`` one of 0.5, 0.95, 0.99."""
    return mean * exp(sigma * SCORE[share] - sigma * sigma / 2)
