"""The program for phased purchases: brute force over every order finds nothing cheaper."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from wizard.costs.calculators import UnitPrices, split_profile
from wizard.costs.inputs import Array
from wizard.costs.purchase_model import Orders, PurchaseProblem, Shortage, YearOfOrders, excess_of, present_cost
from wizard.costs.purchase_program import solve
from wizard.domain.errors import CodedError

CASES = 200
Loads = tuple[Array, ...]


def case(seed: int) -> tuple[PurchaseProblem, Loads]:
    """One to three years, up to six units: limits, lead times, lives and smallest orders of all kinds."""
    rng = np.random.default_rng(seed)
    count, size = int(rng.integers(1, 4)), int(rng.integers(1, 4))
    rentable, committable = rng.random() < 0.85, rng.random() < 0.5
    loads = tuple(rng.uniform(0.0, rng.uniform(1.0, 6.0), int(rng.integers(1, 7))) for _ in range(count))
    years = []
    for number, load in enumerate(loads):
        rent = float(rng.uniform(1.0, 4.0)) * 0.9**number
        years.append(
            YearOfOrders(
                node=float(rng.uniform(0.5, 5.0)) * size,
                spend=float(rng.uniform(0.5, 2.0)),
                own_use=float(rng.choice([0.0, 0.2, 1.5])),
                rent=rent if rentable else None,
                commit=float(rng.uniform(0.4, 1.0)) * rent if committable else None,
                excess=excess_of(load),
                budget=float(rng.choice([math.inf, 4.0, 2.0])),
                most_nodes=float(rng.choice([math.inf, 3.0, 2.0])),
            )
        )
    problem = PurchaseProblem(
        tuple(years), size, life_years=int(rng.integers(1, 4)), minimum_order=int(rng.integers(1, 3)),
        arrived=float(rng.choice([1.0, 0.75])), standing=int(rng.integers(0, 2)),
        total_budget=float(rng.choice([math.inf, 5.0])), fixed=float(rng.choice([0.0, 1.5])),
    )  # fmt: skip
    return problem, loads


def by_hand(problem: PurchaseProblem, loads: Loads, nodes: tuple[int, ...], committed: tuple[int, ...]) -> float:
    """Cost of one choice, hour by hour; infinite where a limit forbids it."""
    spent = sum(n * year.spend for n, year in zip(nodes, problem.years, strict=True))
    if spent > problem.total_budget:
        return math.inf
    owning = problem.fixed if problem.standing or any(nodes) else 0.0
    return owning + sum(of_year(problem, loads[y], nodes, y, committed[y]) for y in range(len(loads)))


def of_year(problem: PurchaseProblem, load: Array, nodes: tuple[int, ...], y: int, committed: int) -> float:
    year = problem.years[y]
    old = problem.standing + sum(n for k, n in enumerate(nodes[:y]) if k > y - problem.life_years)
    all_nodes = old + nodes[y]
    if nodes[y] * year.spend > year.budget or all_nodes > year.most_nodes or 0 < nodes[y] < problem.minimum_order:
        return math.inf
    if year.rent is None and all_nodes * problem.units_per_node + committed < math.ceil(load.max()):
        return math.inf
    total = nodes[y] * year.node + committed * (year.commit or 0.0)
    for share, owned in ((1.0 - problem.arrived, old), (problem.arrived, all_nodes)):
        above = np.maximum(load - committed, 0.0)
        own = above if year.rent is None else np.minimum(above, owned * problem.units_per_node)
        used = own * min(year.own_use, math.inf if year.rent is None else year.rent)
        total += share * float(np.mean(used + (above - own) * (year.rent or 0.0)))
    return total


def brute_force(problem: PurchaseProblem, loads: Loads) -> float:
    """The cheapest of all orders; units are committed for one year, so that each year chooses its own."""
    most = max(*(math.ceil(y.peak / problem.units_per_node) for y in problem.years), problem.minimum_order)
    best = math.inf
    for nodes in itertools.product(range(most + 1), repeat=len(loads)):
        if sum(n * year.spend for n, year in zip(nodes, problem.years, strict=True)) > problem.total_budget:
            continue
        cost = problem.fixed if problem.standing or any(nodes) else 0.0
        for y, load in enumerate(loads):
            tried = range(problem.years[y].peak + 1) if problem.years[y].commit is not None else (0,)
            cost += min(of_year(problem, load, nodes, y, committed) for committed in tried)
        best = min(best, cost)
    return best


@pytest.mark.parametrize("seed", range(CASES))
def test_nothing_is_cheaper_than_the_orders_found(seed: int) -> None:
    """R030: against brute force in 200 small cases; a case without a solution is refused."""
    problem, loads = case(seed)
    found, least = solve(problem), brute_force(problem, loads)
    if isinstance(found, Orders):
        assert by_hand(problem, loads, found.nodes, found.units_committed) == pytest.approx(least, rel=1e-6)
    else:
        assert math.isinf(least)


def test_the_cost_told_is_that_of_the_hours() -> None:
    for seed in range(40):
        problem, loads = case(seed)
        found = solve(problem)
        if isinstance(found, Orders) and problem.years[0].rent is not None:
            told = present_cost(problem, found)
            assert told == pytest.approx(by_hand(problem, loads, found.nodes, found.units_committed), rel=1e-9)


@pytest.mark.parametrize("seed", range(20))
def test_one_year_is_the_critical_fractile(seed: int) -> None:
    """R131: whole nodes owned in one year are the units above the fractile, to one node."""
    rng = np.random.default_rng(seed)
    load = rng.gamma(2.0, 10.0, 400)
    prices = UnitPrices(own_fixed=float(rng.uniform(0.5, 2.5)), own_variable=0.15, cloud=float(rng.uniform(2.0, 6.0)))
    year = YearOfOrders(
        node=8 * prices.own_fixed, spend=1.0, own_use=prices.own_variable, rent=prices.cloud, commit=None,
        excess=excess_of(load),
    )  # fmt: skip
    found = solve(PurchaseProblem((year,), 8, life_years=1))
    assert isinstance(found, Orders)
    assert abs(found.nodes[0] - split_profile(load, prices).owned_units / 8) <= 1


def test_large_loads_are_exact_too() -> None:
    """Ten thousand units evenly spread: needed in 40 % of the hours is the 6,000th."""
    load = np.linspace(0.0, 10_000.0, 4_001)
    year = YearOfOrders(node=1.0, spend=1.0, own_use=0.0, rent=2.5, commit=None, excess=excess_of(load))
    found = solve(PurchaseProblem((year,), 1, life_years=1))
    assert isinstance(found, Orders)
    assert found.nodes[0] == pytest.approx(10_000 * (1 - 1 / 2.5), abs=1)


def own_only(**limits: float) -> PurchaseProblem:
    """Two years with 4 and 8 units on nodes of two, nothing to rent."""
    years = tuple(
        YearOfOrders(node=10.0, spend=10.0, own_use=0.0, rent=None, commit=None, excess=excess_of(np.array([peak])))
        for peak in (4.0, 8.0)
    )
    return PurchaseProblem((years[0], replace(years[1], **limits)), 2, life_years=5)


def test_a_budget_that_is_too_small_is_made_up_for_in_the_year_before() -> None:
    found = solve(own_only(budget=10.0))
    assert isinstance(found, Orders)
    assert found.nodes == (3, 1)


def test_a_shortage_names_year_cause_and_what_would_be_enough() -> None:
    problem = own_only(budget=10.0)
    (short,) = refused(
        replace(problem, years=tuple(replace(y, budget=20.0) for y in problem.years[:1]) + problem.years[1:])
    )
    assert (short.year, short.needed, short.possible, short.cause, short.budget) == (1, 4, 3, "budget", 20.0)


def test_a_power_cap_is_told_from_a_budget() -> None:
    (short,) = refused(own_only(most_nodes=3.0))
    assert (short.year, short.needed, short.possible, short.cause) == (1, 4, 3, "power")


def refused(problem: PurchaseProblem) -> tuple[Shortage, ...]:
    found = solve(problem)
    assert not isinstance(found, Orders)
    return found


def test_nodes_that_stand_already_are_held_against_the_power() -> None:
    with pytest.raises(CodedError, match="E230"):
        solve(replace(own_only(most_nodes=1.0), standing=2))


def test_the_same_problem_gives_the_same_orders() -> None:
    problem, _loads = case(11)
    assert solve(problem) == solve(problem)
