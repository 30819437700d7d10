"""CatchUp in random worlds: losses, repeats, disorder, crashes, restores, two processes, archiving.

SEED=17 WORLDS=1 python3 test_catch_up.py repeats one world; without SEED it is another each time.
"""

import json
import os
import random
import sqlite3
import tempfile
import unittest
from contextlib import closing
from pathlib import Path
from unittest import mock

import counting_client
from counting_client import CatchUp, CountingError, MemoryStore, SqliteStore

SEED = int(os.environ.get("SEED") or random.randrange(10**9))
WORLDS = int(os.environ.get("WORLDS") or 1_000)
# No world loses its power, so none needs to wait for a disk.
MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None


class Crash(Exception):
    pass


class World:
    """A service with counters and histories, and what it would send."""

    def __init__(self, chance):
        self.chance, self.histories, self.counts = chance, {}, {}
        self.last, self.archived, self.hidden = {}, set(), {}
        self.sent, self.requests, self.during_read = [], 0, lambda: None
        self.clock, self.later = 1_795_253_401_000, set()
        self.faults = 0.0
        # Since when a number of a counter has been known: from then on, those below can be missed.
        self.known, self.receiver_now = [], lambda: 0.0

    def note_known(self, counter_id, number):
        self.known.append((counter_id, number, self.receiver_now()))

    def missed_for(self, counter_id, number):
        times = [at for one, known, at in self.known if one == counter_id and known >= number]
        return self.receiver_now() - min(times, default=self.receiver_now())

    def create(self):
        counter_id = f"ctr_{len(self.histories)}"
        self.histories[counter_id], self.counts[counter_id], self.last[counter_id] = [], 0, 0
        return counter_id

    def count(self, counter_id, times=1):
        for _ in range(times):
            # Only up, so that a part of a history never adds up to nothing.
            delta, before = self.chance.choice((1, 1, 3)), self.counts[counter_id]
            self.last[counter_id] += 1
            event = {
                **{"counterId": counter_id, "eventType": "increment", "previousCount": before},
                **{"count": before + delta, "delta": delta, "createdAt": "2026-11-25T10:00:00Z"},
                "lastEventId": self.last[counter_id],
            }
            self.counts[counter_id] += delta
            self.histories[counter_id].append(event)
            self.sent.append(event)

    def restore(self, counter_id):
        """Loses the newest events; numbers go on past a reserve."""
        history = self.histories[counter_id]
        lost = self.chance.randrange(min(len(history), 40) + 1)
        if lost:
            del history[-lost:]
        self.counts[counter_id] = history[-1]["count"] if history else 0
        self.clock += self.chance.randrange(2_000)
        self.last[counter_id] = max(self.clock, self.last[counter_id] + 1)

    def hide(self, counter_id):
        """A part of the history is not there for a while."""
        history = self.histories[counter_id]
        if history:
            first = self.chance.randrange(len(history))
            shown = history[first : first + self.chance.randrange(1, 30)]
            self.hidden[counter_id] = {event["lastEventId"] for event in shown}

    # What CatchUp reads.

    def counters(self):
        self._request()
        listed = [one for one in self.histories if one not in self.archived]
        for one in listed:
            self.note_known(one, self.last[one])
        return [self._counter(one) for one in listed]

    def counter(self, counter_id):
        self._request(counter_id)
        return self._counter(counter_id)

    def history_page(self, counter_id, *, before_event_id, limit=500):
        self._request(counter_id)
        hidden = self.hidden.get(counter_id, set())
        older = [
            {**event, "id": "evt_1", "metadata": None}
            for event in reversed(self.histories[counter_id])
            if event["lastEventId"] < before_event_id and event["lastEventId"] not in hidden
        ]
        self.during_read()
        return {"counterId": counter_id, "events": older[:limit]}

    def _counter(self, one):
        return {"id": one, "count": self.counts[one], "lastEventId": self.last[one]}

    def _request(self, counter_id=None):
        self.requests += 1
        if self.chance.random() < self.faults:
            status = self.chance.choice((None, 500, 429))
            raise CountingError("injected", status=status)
        if counter_id in self.archived:
            raise CountingError("not found", status=404)


class CrashingStore:
    """Ends the process before or after a commit, and lets others come between."""

    def __init__(self, store, chance):
        self.store, self.chance, self.crashes = store, chance, 0.0
        self.list, self.between = store.list, lambda: None
        self.given_up = lambda _: None

    def load(self, counter_id):
        position = self.store.load(counter_id)
        self.between()
        return position

    def commit(self, change):
        if self.chance.random() < self.crashes:
            raise Crash
        committed = self.store.commit(change)
        if committed and any(not hole.confirmed for hole in change.holes):
            self.given_up(change)
        if self.chance.random() < self.crashes:
            raise Crash
        return committed


def webhook(event):
    data = {"organizationId": "org_1", "counterName": "Gate", **event}
    number = event["lastEventId"]
    return {
        "id": f"counter.increment:{event['counterId']}:{number}",
        **{"type": "counter.increment", "createdAt": event["createdAt"], "data": data},
    }


class Receiver:
    """Processes over one store, which crash and begin again."""

    def __init__(self, world, store, begin):
        self.world, self.begin, self.now = world, begin, 1_000_000.0
        self.store = CrashingStore(store, world.chance)
        self.skipped, self.too_early = {}, []
        self.store.given_up, world.receiver_now = self.given_up, lambda: self.now
        self.processes = []

    def given_up(self, change):
        holes = [hole for hole in change.holes if not hole.confirmed]
        self.skipped.setdefault(change.counter_id, []).extend(holes)
        for hole in holes:
            if self.world.missed_for(change.counter_id, hole.last) < 8 * 3_600:
                self.too_early.append((change.counter_id, hole))

    def process(self):
        while len(self.processes) < 2:
            options = {"begin": self.begin, "now": lambda: self.now, "wait": self.wait}
            self.processes.append(CatchUp(self.world, self.store, **options))
        return self.world.chance.choice(self.processes)

    def wait(self, seconds):
        self.now += seconds
        self.world.during_read()

    def attempt(self, work):
        """True when it neither crashed nor failed."""
        process = self.process()
        try:
            work(process)
            return True
        except Crash:
            self.processes = [one for one in self.processes if one is not process]
            return False
        except CountingError:
            return False


def live(seed, store, chosen_begin=None):
    """Lives through one world, with all that goes wrong, and then in peace."""
    chance = random.Random(seed)
    world = World(chance)
    begin = chosen_begin or chance.choice(("now", "beginning"))
    receiver = Receiver(world, store, begin)
    for _ in range(chance.randint(1, 3)):
        world.count(world.create(), chance.choice((0, 3, 3, 30, 520)))
    world.sent.clear()
    receiver.attempt(CatchUp.check)
    world.faults, receiver.store.crashes = chance.choice((0, 0.1)), chance.choice((0, 0.05))
    loss, waiting = chance.choice((0, 0.1, 0.9)), []

    def deliver():
        """One that waits, in any order, and perhaps again later."""
        if not waiting:
            return
        event = waiting.pop(chance.randrange(min(len(waiting), 20)))
        world.note_known(event["counterId"], event["lastEventId"])
        if not receiver.attempt(lambda one: one.receive(webhook(event))) or chance.random() < 0.1:
            waiting.append(event)

    def during_read():
        if chance.random() < 0.3:
            world.count(chance.choice([*world.histories]))
            deliver()

    def between():
        if chance.random() < 0.1:
            deliver()

    world.during_read, receiver.store.between = during_read, between
    for _ in range(chance.randint(5, 40)):
        counter_id = chance.choice([*world.histories])
        what = chance.random()
        if what < 0.5:
            world.count(counter_id, chance.choice((1, 1, 5, 30)))
        elif what < 0.55:
            created = world.create()
            world.count(created, 2)
            if store.load("*"):
                world.later.add(created)
        elif what < 0.58:
            world.restore(counter_id)
        elif what < 0.62:
            world.archived ^= {counter_id}
        elif what < 0.65:
            world.hide(counter_id)
        elif what < 0.67:
            world.hidden.pop(counter_id, None)
        elif what < 0.673:
            world.count(counter_id, 1_300)
        elif what < 0.8:
            receiver.now += chance.choice((30, 61, 61, 400, 400, 9 * 3_600))
            receiver.attempt(chance.choice((CatchUp.check, CatchUp.fill_gaps)))
        waiting += [event for event in world.sent if chance.random() >= loss]
        world.sent.clear()
        for _ in range(chance.randrange(8)):
            deliver()
    world.faults = receiver.store.crashes = 0
    world.during_read = receiver.store.between = lambda: None
    world.archived, world.hidden = set(), {}
    for _ in range(3):
        receiver.process().check()
    return world, receiver


class CatchUpInRandomWorlds(unittest.TestCase):
    def assert_complete(self, world, receiver, books, holes, positions):
        """`books` has the numbers of each counter, `holes` the first and last ones."""
        begin = receiver.begin
        self.assertEqual(receiver.too_early, [], "given up after less than eight hours")
        for counter_id, history in world.histories.items():
            position = positions.get(counter_id)
            complete_to = position.complete_to if position else 0
            self.assertGreaterEqual(complete_to, world.last[counter_id], "complete")
            entered = books.get(counter_id, [])
            self.assertEqual(entered, sorted(set(entered)), "each once, in order")
            parts = sorted([*((one, one) for one in entered), *holes.get(counter_id, [])])
            start = parts[0][0] if parts else complete_to + 1
            if begin == "beginning" or counter_id in world.later:
                self.assertEqual(start, 1)
            missing = {event["lastEventId"] for event in history} - {*entered}
            skipped = [(hole.first, hole.last) for hole in receiver.skipped.get(counter_id, [])]
            missing = {
                one for one in missing if not any(first <= one <= last for first, last in skipped)
            }
            self.assertEqual({one for one in missing if one >= start}, set(), "none is missing")
            ends = [start - 1, *(last for _, last in parts)]
            self.assertEqual([one - 1 for one, _ in parts], ends[:-1], "an event or a hole each")
            self.assertEqual(ends[-1], complete_to)

    def test_books_have_every_count_once_and_in_order(self):
        for seed in range(SEED, SEED + WORLDS):
            with self.subTest(replay=f"SEED={seed} WORLDS=1"):
                store = MemoryStore(lambda book, count: [*(book or []), count["lastEventId"]])
                world, receiver = live(seed, store)
                found = {
                    one: [(hole.first, hole.last) for hole in holes]
                    for one, holes in store.holes.items()
                }
                self.assert_complete(world, receiver, store.books, found, store.list())

    def test_sqlite_books_have_every_count_once_and_in_order(self):
        for seed in range(SEED, SEED + max(1, WORLDS // 40)):
            with (
                self.subTest(replay=f"SEED={seed} WORLDS=1"),
                tempfile.TemporaryDirectory(dir=MEMORY) as at,
            ):
                path = os.path.join(at, "books.db")
                store = SqliteStore(path, record_in_table)
                with closing(sqlite3.connect(path)) as database:
                    database.execute("CREATE TABLE books (counter_id, number, total)")
                    world, receiver = live(seed, store)
                    books, holes = {}, {}
                    for one, number in database.execute("SELECT counter_id, number FROM books"):
                        books.setdefault(one, []).append(number)
                    query = "SELECT counter_id, first, last FROM catch_up_holes"
                    for one, *hole in database.execute(query):
                        holes.setdefault(one, []).append(tuple(hole))
                self.assert_complete(world, receiver, books, holes, store.list())


def record_in_table(database, count):
    row = (count["counterId"], count["lastEventId"], count["count"])
    database.execute("INSERT INTO books VALUES (?, ?, ?)", row)


VECTORS = Path(__file__).parents[2] / "docs" / "integrators" / "vectors" / "disorder.json"


class ServiceOfVectors:
    """The list and the histories that a vector says."""

    def __init__(self):
        self.listed = {"counters": [], "history": []}

    def counters(self):
        return self.listed["counters"]

    def counter(self, counter_id):
        for counter in self.counters():
            if counter["id"] == counter_id:
                return counter
        raise CountingError("not found", status=404)

    def history_page(self, counter_id, *, before_event_id, limit=500):
        self.counter(counter_id)
        below = [one for one in self.listed["history"] if one["lastEventId"] < before_event_id]
        return {"events": below[:limit]}


@unittest.skipUnless(VECTORS.exists(), "the vectors are not here")
class CatchUpByVectors(unittest.TestCase):
    def test_every_sequence_has_its_results_and_its_books(self):
        for case in json.loads(VECTORS.read_text(encoding="utf-8"))["cases"]:
            with self.subTest(case["name"]):
                self.run_case(case)

    def run_case(self, case):
        service, now = ServiceOfVectors(), [0.0]
        store = MemoryStore(lambda book, count: [*(book or []), count["lastEventId"]])
        wait = lambda seconds: now.__setitem__(0, now[0] + seconds)  # noqa: E731
        catch_up = CatchUp(service, store, begin=case["begin"], now=lambda: now[0], wait=wait)
        for step in case["steps"]:
            if "receive" in step:
                self.assertEqual(catch_up.receive(step["receive"]), step["result"])
                continue
            service.listed, now[0] = step["check"], now[0] + 300
            try:
                catch_up.check()
                self.assertFalse(step["isIncomplete"])
            except CountingError as error:
                self.assertTrue(step["isIncomplete"], error)
        (books,) = store.books.values()
        self.assertEqual(books, case["books"])
        positions = {one: at for one, at in store.list().items() if one != "*"}
        self.assertEqual([at.complete_to for at in positions.values()], [case["completeTo"]])


RESTORE = 1_795_253_401_000


class NextRead(unittest.TestCase):
    """Pages have three events, and are read from the newest one on (a step of None)."""

    cases = (
        ("a page that begins behind w ends the gap", (5, 5, None, 8), (8, 7, 6), (8, 7, 6)),
        ("what is in the books is not passed again", (5, 5, None, 7), (7, 6, 5), (7, 6)),
        (
            "what follows a reserve is on the newest page",
            (3, 3, None, RESTORE + 2),
            (RESTORE + 2, RESTORE + 1, 3),
            (RESTORE + 2, RESTORE + 1),
        ),
        (
            "a newest page above w may have more below it",
            (5, 5, None, 20),
            (20, 19, 18),
            counting_client._LookCloser(3),
        ),
        ("a page of w's own size has all that follows it", (5, 5, 3, 20), (8, 7, 6), (8, 7, 6)),
        (
            "an empty part is stepped over twice as far",
            (5, 5, 3, 20),
            (5, 4, 3),
            counting_client._LookFurther(8, 6),
        ),
        (
            "behind an empty part a full page may have more below it",
            (5, 8, 6, 20),
            (14, 13, 12),
            counting_client._LookCloser(3),
        ),
        (
            "behind an empty part a step leaves room for the event before it",
            (5, 8, 3, 20),
            (11, 10, 9),
            counting_client._LookCloser(2),
        ),
        (
            "behind an empty part the smallest step has all that follows it",
            (5, 8, 2, 20),
            (10, 9, 5),
            (10, 9),
        ),
        (
            "nothing up to the top has to be confirmed",
            (5, 8, 12, 20),
            (5, 4, 3),
            counting_client._ConfirmEnd(),
        ),
    )

    def test_follows_from_the_search_and_the_page(self):
        for rule, search, numbers, expected in self.cases:
            with self.subTest(rule):
                page = [{"lastEventId": number} for number in numbers]
                found = counting_client._next_read(counting_client._Search(*search, page=3), page)
                if isinstance(expected, tuple):
                    passed = [{"lastEventId": number} for number in expected]
                    expected = counting_client._Pass(passed, expected[0])
                self.assertEqual(found, expected)


class StopAt:
    """A threading.Event that is set at a time of the test's clock, which moves while one waits."""

    def __init__(self, test, end):
        self.test, self.end = test, end

    def is_set(self):
        return self.test.now >= self.end

    def wait(self, seconds):
        self.test.now = min(self.test.now + seconds, self.end)
        if self.is_set():
            raise SystemExit("killed")


class CatchUpByExample(unittest.TestCase):
    def setUp(self):
        self.world = World(random.Random(1))
        self.gate = self.world.create()
        self.store = MemoryStore(lambda book, count: [*(book or []), count["lastEventId"]])
        self.now = 0.0
        self.catch_up = self.process("beginning")

    def process(self, begin):
        return CatchUp(
            self.world, self.store, begin=begin, now=lambda: self.now, wait=lambda _: None
        )

    def receive(self, number, **changes):
        event = self.world.histories[self.gate][number - 1]
        return self.catch_up.receive(webhook({**event, **changes}))

    def test_says_what_became_of_an_event(self):
        self.world.count(self.gate, 4)
        said = [self.receive(number) for number in (1, 3, 3, 1, 2, 4)]
        self.assertEqual(said, ["processed", "held", "held", "duplicate", "processed", "processed"])
        self.assertEqual(self.store.books[self.gate], [1, 2, 3, 4])
        self.assertEqual(self.world.requests, 0)

    def test_ignores_tests_alerts_and_counters_that_are_not_followed(self):
        self.world.count(self.gate)
        self.assertEqual(self.receive(1, counterId="ctr_00000000000000000000"), "ignored")
        alert = {"type": "threshold.alert.fired", "data": {"alertId": "alt_1"}}
        self.assertEqual(self.catch_up.receive(alert), "ignored")
        others = CatchUp(self.world, self.store, begin="now", follows=lambda one: one != self.gate)
        event = self.world.histories[self.gate][0]
        self.assertEqual(others.receive(webhook(event)), "ignored")
        self.assertEqual(self.store.list(), {})

    def test_reads_the_history_only_when_an_event_was_held_for_a_minute(self):
        self.world.count(self.gate, 3)
        self.receive(3)
        self.now = 59
        self.catch_up.fill_gaps()
        self.assertEqual(self.world.requests, 0)
        self.now = 60
        self.catch_up.fill_gaps()
        self.assertEqual((self.store.books[self.gate], self.world.requests), ([1, 2, 3], 1))

    def test_fills_a_gap_of_any_size_in_pages_of_500(self):
        self.world.count(self.gate, 4_900)
        self.catch_up.check()
        self.assertEqual(self.store.books[self.gate], list(range(1, 4_901)))
        self.assertEqual(self.world.requests, 1 + 1 + 10)

    def test_begins_with_what_is_counted_from_now_on(self):
        self.world.count(self.gate, 10)
        self.catch_up = self.process("now")
        self.catch_up.check()
        self.world.count(self.gate)
        later = self.world.create()
        self.world.count(later, 2)
        self.process("now").check()
        self.assertEqual(self.store.books, {self.gate: [11], later: [1, 2]})

    def test_waits_for_a_history_that_is_not_complete_and_gives_up_after_eight_hours(self):
        self.world.count(self.gate, 9)
        self.world.hidden[self.gate] = {4, 5}
        for self.now in (0, 8 * 3_600 - 1):
            with self.assertRaisesRegex(CountingError, "is incomplete after #3"):
                self.catch_up.check()
            self.assertEqual(self.store.books, {})
        self.now = 8 * 3_600
        self.catch_up.check()
        self.assertEqual(self.store.books[self.gate], [1, 2, 3, 6, 7, 8, 9])
        (hole,) = self.store.holes[self.gate]
        self.assertEqual((hole.first, hole.last, hole.confirmed), (4, 5, False))

    def test_reports_missing_events_whose_deltas_cancel_out(self):
        self.world.count(self.gate, 9)
        for event in self.world.histories[self.gate]:
            event["previousCount"] = event["count"] = 5
        self.world.counts[self.gate] = 5
        for hidden in ({4, 5}, {8, 9}, {1}):
            self.world.hidden[self.gate] = hidden
            self.store = MemoryStore(lambda book, count: count)
            self.catch_up = self.process("beginning")
            with self.assertRaisesRegex(CountingError, "is incomplete after"):
                self.catch_up.check()

    def test_waits_for_the_newest_events_of_a_history(self):
        self.world.count(self.gate, 9)
        self.world.hidden[self.gate] = {8, 9}
        with self.assertRaisesRegex(CountingError, "is incomplete after #7"):
            self.catch_up.check()
        self.world.hidden = {}
        self.catch_up.check()
        self.assertEqual(self.store.books[self.gate], list(range(1, 10)))

    def test_passes_the_reserve_of_a_restore_in_few_requests(self):
        self.world.count(self.gate, 3)
        self.world.last[self.gate] = reserve = 1_795_253_401_000
        self.world.count(self.gate, 2)
        self.catch_up.check()
        self.assertEqual(self.store.books[self.gate], [1, 2, 3, reserve + 1, reserve + 2])
        self.assertEqual(self.world.requests, 2)

    def test_finds_what_follows_a_reserve_when_it_is_more_than_a_page(self):
        self.world.count(self.gate, 3)
        self.world.last[self.gate] = 1_795_253_401_000
        self.world.count(self.gate, 1_300)
        self.catch_up.check()
        self.assertEqual(len(self.store.books[self.gate]), 1_303)
        self.assertLess(self.world.requests, 120)

    def test_processes_what_an_archived_counter_has_held_after_eight_hours(self):
        self.world.count(self.gate, 5)
        self.receive(3)
        self.receive(5)
        self.world.archived = {self.gate}
        for self.now in (60, 8 * 3_600 + 59, 8 * 3_600 + 60):
            self.assertEqual(self.store.books, {})
            self.catch_up.check()
        self.assertEqual(self.store.books[self.gate], [3, 5])
        self.assertEqual([hole.confirmed for hole in self.store.holes[self.gate]], [False, False])

    def test_a_gap_that_closed_by_itself_does_not_shorten_the_eight_hours_of_a_later_one(self):
        self.world.count(self.gate, 2)
        self.receive(2)
        self.world.archived = {self.gate}
        self.catch_up.check()
        self.receive(1)
        self.world.archived = set()
        for _ in range(10):
            self.now += 3_600
            self.catch_up.check()
        self.world.count(self.gate, 2)
        self.receive(4)
        self.world.archived = {self.gate}
        self.catch_up.check()
        self.assertEqual(self.receive(3), "processed")
        self.assertEqual(self.store.books[self.gate], [1, 2, 3, 4])

    def test_after_eight_hours_only_what_was_missing_all_the_time_is_given_up(self):
        self.world.count(self.gate, 4)
        self.receive(2)
        self.world.archived = {self.gate}
        self.catch_up.check()
        self.now = 8 * 3_600
        self.receive(4)
        self.catch_up.check()
        self.assertEqual(self.receive(3), "processed")
        self.assertEqual(self.store.books[self.gate], [2, 3, 4])

    def test_a_check_ends_and_reads_every_counter_also_when_the_number_of_one_rises(self):
        other, read = self.world.create(), self.world.counter
        self.world.count(other)
        self.world.last[self.gate] = 10**12

        def counter(counter_id):
            self.world.last[counter_id] += 1
            self.assertLess(self.world.requests, 1_000, "it does not end")
            return read(counter_id)

        self.world.counter = counter
        self.catch_up.check()
        self.assertEqual(self.store.books, {other: [1]})

    def test_a_history_whose_pages_go_on_and_on_keeps_no_other_counter_from_being_filled(self):
        other, read = self.world.create(), self.world.history_page
        self.world.count(other)
        self.world.last[self.gate] = 10**15

        def history_page(counter_id, **asked):
            page = read(counter_id, **asked)
            if counter_id == self.gate:
                self.assertLess(self.world.requests, 2_000, "it does not end")
                event = {**self.world.histories[other][0], "lastEventId": 1}
                position = self.store.load(self.gate)
                event["lastEventId"] += position.complete_to if position else 0
                page["events"] = [event]
            return page

        self.world.history_page = history_page
        self.catch_up.check()
        self.assertEqual(self.store.books[other], [1])

    def test_one_counter_whose_books_fail_holds_up_no_other(self):
        def record(book, count):
            if count["counterId"] == self.gate:
                raise RuntimeError("no such hall")
            return [*(book or []), count["lastEventId"]]

        self.world.count(self.gate)
        other = self.world.create()
        self.world.count(other, 2)
        self.store = MemoryStore(record)
        with self.assertRaisesRegex(RuntimeError, "no such hall"):
            self.process("beginning").check()
        self.assertEqual(self.store.books, {other: [1, 2]})

    def test_asks_for_an_archived_counter_once_for_each_list(self):
        self.world.count(self.gate, 2)
        self.receive(2)
        self.world.archived = {self.gate}
        self.now = 60
        for _ in range(3):
            self.catch_up.fill_gaps()
        self.assertEqual(self.world.requests, 1)
        self.catch_up.check()
        self.assertEqual(self.world.requests, 3)

    def live(self, seconds, client, on_error=lambda _: None):
        """Runs a process for so many seconds of the clock, with a grace time of four."""
        stop = StopAt(self, self.now + seconds)
        options = {"begin": "beginning", "grace_seconds": 4, "now": lambda: self.now}
        with mock.patch("time.monotonic", lambda: self.now):
            with self.assertRaises(SystemExit):
                CatchUp(client, self.store, **options).run(stop, on_error)

    def test_a_process_that_is_killed_more_often_than_the_grace_time_ends_fills_what_is_missing(
        self,
    ):
        self.world.count(self.gate, 2)
        self.receive(2)
        other = self.world.create()
        self.world.count(other)
        without_list = mock.Mock(wraps=self.world)
        without_list.counters.side_effect = CountingError("down")
        for expected in (None, None, [1, 2]):
            self.live(3, without_list)
            self.assertEqual(self.store.books.get(self.gate), expected)
        self.live(3, self.world)
        self.assertEqual(self.store.books[other], [1])

    def test_asks_again_for_a_list_that_cannot_be_read_after_twice_as_long_each_time(self):
        without_list, times = mock.Mock(wraps=self.world), []
        without_list.counters.side_effect = CountingError("down")
        self.live(1_200, without_list, lambda _: times.append(self.now))
        self.assertEqual(times, [0, 4, 12, 28, 60, 124, 252, 508, 808, 1108])

    def test_says_up_to_which_number_each_counter_is_complete(self):
        self.world.count(self.gate, 2)
        self.catch_up.check()
        self.world.count(self.gate, 2)
        self.receive(4)
        status = self.catch_up.status()["counters"][self.gate]
        self.assertEqual(status, {"complete_to": 2, "known": 4, "listed": True})

    def test_names_the_counter_that_others_change_again_and_again(self):
        self.world.count(self.gate)
        message = f"Counter {self.gate} could not be updated: too many concurrent changes"
        with mock.patch.object(self.store, "commit", lambda _: False), mock.patch("time.sleep"):
            with self.assertRaisesRegex(CountingError, message):
                self.receive(1)

    def test_a_record_that_commits_is_refused(self):
        with tempfile.TemporaryDirectory() as at:
            path = os.path.join(at, "books.db")
            store = SqliteStore(path, lambda database, count: database.commit())
            self.world.count(self.gate)
            self.catch_up = CatchUp(self.world, store, begin="beginning")
            with self.assertRaisesRegex(RuntimeError, "must not commit"):
                self.receive(1)


if __name__ == "__main__":
    print(f"Again: SEED={SEED} WORLDS={WORLDS} python3 {os.path.basename(__file__)}")
    unittest.main()
