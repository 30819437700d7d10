"""A client of the counting service: one file, no dependencies, Python 3.9 or newer.

Copy it beside your own. It has the reads (``CountingClient``), ``verify_webhook``, and ``CatchUp``,
which brings every count into your books exactly once and in order: see
docs/integrators/catching-up.md. It does what the JavaScript client does, under the same names.
Several threads can share all of it.
"""

from __future__ import annotations

import base64
import calendar
import hashlib
import hmac
import io
import json
import random
import re
import socket
import sqlite3
import ssl
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import zlib
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from email.utils import parsedate
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection, parse_headers
from typing import Any, Callable, Union

Json = dict[str, Any]
TEST_COUNTER_ID = "ctr_00000000000000000000"
_COUNT_TYPES = ("counter.increment", "counter.decrement")
_COUNT_TEXTS = "organizationId counterId counterName".split()
_COUNT_NUMBERS = "previousCount count delta lastEventId".split()
_ALERT_TEXTS = "organizationId scope kind alertId counterId".split()
_ALERT_NUMBERS = "threshold level lastEventId".split()
# What each type of webhook must have. Fields that later versions add are kept.
_WEBHOOK_DATA = {
    **{name: (_COUNT_TEXTS, _COUNT_NUMBERS) for name in _COUNT_TYPES},
    "threshold.alert.fired": (_ALERT_TEXTS, _ALERT_NUMBERS),
}
_COUNT_FIELDS = "counterId eventType previousCount count delta lastEventId createdAt".split()
_LONGEST_SHARE = 2.5  # seconds for an address of a name that has further ones
_PAGE = 500  # events of one request, and the numbers that one request always covers


class CountingError(Exception):
    """A request that failed. ``status`` is None when there was no response.

    The message has at most 200 characters, and never the key.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int | None = None,
        code: str | None = None,
        request_id: str | None = None,
        retry_after_seconds: int | None = None,
    ):
        super().__init__(message)
        self.status, self.code, self.request_id = status, code, request_id
        self.retry_after_seconds = retry_after_seconds


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect could lead the key to another host."""

    def redirect_request(self, *_: Any) -> None:
        return None


class _Reader(io.RawIOBase):
    """What a socket receives until a time. Its own timeout begins anew with each byte."""

    def __init__(self, raw: Any, sock: Any, ends: float):
        self._raw, self._sock, self._ends = raw, sock, ends

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        self._sock.settimeout(_remaining(self._ends))
        try:
            count: int | None = self._raw.readinto(buffer)
        finally:
            self._sock.settimeout(max(0.001, self._ends - time.monotonic()))
        return count

    def close(self) -> None:
        self._raw.close()
        super().close()


class _FinalResponse(HTTPResponse):
    """Passes over every interim response, such as 103. The library does so with 100 alone."""

    def _read_status(self) -> tuple[str, int, str]:
        while True:
            version, status, reason = super()._read_status()  # type: ignore[misc]
            if not 100 < status < 200:
                return version, status, reason
            parse_headers(self.fp)


class _Deadline:
    """A connection whose timeout is that of the whole request, however slowly the response comes."""

    def __init__(self, host: str, *, timeout: float, **options: Any):
        super().__init__(host, timeout=timeout, **options)  # type: ignore[call-arg]
        self._ends = time.monotonic() + timeout
        vars(self).update(_create_connection=self._connected, response_class=self._response)

    def _connected(self, address: Any, _timeout: float, source: Any = None) -> socket.socket:
        failure = OSError("the host has no address")
        addresses = socket.getaddrinfo(address[0], address[1], type=socket.SOCK_STREAM)
        for index, (*_, found) in enumerate(addresses):
            one: Any = found[:2]
            share = _remaining(self._ends)
            if index < len(addresses) - 1:  # A dead address leaves enough for those after it.
                share = min(_LONGEST_SHARE, share / (len(addresses) - index))
            try:
                sock = socket.create_connection(one, share, source)
                sock.settimeout(_remaining(self._ends))
                return sock
            except OSError as error:
                failure = error
        raise failure

    def _response(self, sock: Any, *values: Any, **options: Any) -> HTTPResponse:
        response = _FinalResponse(sock, *values, **options)
        raw = response.fp.detach()
        response.fp = io.BufferedReader(_Reader(raw, sock, self._ends))
        return response


class _Http(_Deadline, HTTPConnection):
    pass


class _Https(_Deadline, HTTPSConnection):
    pass


class _HttpHandler(urllib.request.HTTPHandler):
    def http_open(self, request: Any) -> Any:
        return self.do_open(_Http, request)  # type: ignore[arg-type]


class _HttpsHandler(urllib.request.HTTPSHandler):
    def https_open(self, request: Any) -> Any:
        return self.do_open(_Https, request)  # type: ignore[arg-type]


def _remaining(ends: float) -> float:
    seconds = ends - time.monotonic()
    if seconds <= 0:
        raise TimeoutError("the request took too long")
    return seconds


class CountingClient:
    """The read API. Every method raises a ``CountingError`` when the service refuses or fails."""

    def __init__(
        self,
        api_url: str,
        api_key: str,
        *,
        timeout_seconds: float = 30,
        retries: int = 3,
        maximum_wait_seconds: float = 60,
        maximum_bytes: int = 32 * 1024 * 1024,
    ):
        self._base = _checked_url(api_url) + "/api/v1/counters"
        # A key with other characters would end up in an error message.
        if not isinstance(api_key, str) or not re.fullmatch(r"[\x21-\x7e]+", api_key):
            raise CountingError("api_key is missing, or has characters that no key has")
        self._key, self._timeout, self._retries = api_key, timeout_seconds, retries
        self._maximum_wait, self._maximum_bytes = maximum_wait_seconds, maximum_bytes
        # No proxy between this machine and itself could see the key.
        proxies: dict[str, str] | None = None if self._base.startswith("https:") else {}
        self._opener = urllib.request.build_opener(
            _NoRedirects, _HttpHandler, _HttpsHandler, urllib.request.ProxyHandler(proxies)
        )
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, tuple[str, bytes]] = OrderedDict()
        self._blocked_until = 0.0

    def counters(self) -> list[Json]:
        """Every counter of the organization, sorted by name."""
        body = self._get(self._base, lambda it: all(map(_is_counter, it["counters"])), keep=True)
        counters: list[Json] = body["counters"]
        return counters

    def counter(self, counter_id: str) -> Json:
        return self._get(self._url_of(counter_id), _is_counter, keep=True)

    def history_page(
        self, counter_id: str, *, before_event_id: int | None = None, limit: int = _PAGE
    ) -> Json:
        """One page of a counter's history, newest first."""
        before = "" if before_event_id is None else f"&beforeEventId={before_event_id}"
        url = f"{self._url_of(counter_id)}/history?limit={limit}{before}"
        asked = (before_event_id, limit)
        return self._get(url, lambda page: _is_page_of(counter_id, page["events"], *asked))

    def history(
        self, counter_id: str, *, before_event_id: int | None = None, limit: int = _PAGE
    ) -> Iterator[Json]:
        """A counter's whole history, newest first, page by page as you iterate."""
        while True:
            page = self.history_page(counter_id, before_event_id=before_event_id, limit=limit)
            yield from page["events"]
            if not page["events"] or page["events"][-1]["lastEventId"] == 1:
                return
            before_event_id = page["events"][-1]["lastEventId"]

    def _url_of(self, counter_id: str) -> str:
        if counter_id in ("", ".", ".."):  # A URL would take these for another folder.
            raise CountingError("This is not the id of a counter")
        return f"{self._base}/{urllib.parse.quote(counter_id, safe='')}"

    def _get(self, url: str, is_valid: Callable[[Json], bool], keep: bool = False) -> Json:
        # A proxy can respond with 200, too. What is wrong here must not get into anybody's books.
        try:
            body: Json = json.loads(self._bytes(url, keep))
            if is_valid(body):
                return body
        except (ValueError, RecursionError, KeyError, TypeError):
            pass
        raise CountingError(
            "The response is not from a counting service; check api_url", status=200
        )

    def _bytes(self, url: str, keep: bool) -> bytes:
        for attempt in range(self._retries + 1):
            self._wait_for_turn()
            try:
                return self._attempt(url, keep)
            except CountingError as error:
                can_succeed = error.status is None or error.status == 429 or error.status >= 500
                after = error.retry_after_seconds
                wait = 2**attempt if after is None else after
                if not can_succeed or attempt == self._retries or wait > self._maximum_wait:
                    raise
            time.sleep(wait + random.random())  # Not all clients come back at once.
        raise AssertionError("unreachable")

    def _wait_for_turn(self) -> None:
        wait = self._blocked_until - time.time()
        if 0 < wait <= self._maximum_wait:
            time.sleep(wait + random.random())
        elif 0 < wait <= 3_600:  # Longer only after the clock was set back.
            seconds = int(wait) + 1
            message = f"The rate limit is exhausted; try again in {seconds} s"
            raise CountingError(
                message, status=429, code="RATE_LIMITED", retry_after_seconds=seconds
            )

    def _attempt(self, url: str, keep: bool) -> bytes:
        with self._lock:
            etag, kept = self._kept.get(url, ("", b"")) if keep else ("", b"")
        headers = {
            "Authorization": f"Bearer {self._key}",
            "Accept": "application/json",
            "Accept-Encoding": "gzip",
        }
        if etag:
            headers["If-None-Match"] = etag
        request = urllib.request.Request(url, headers=headers)
        failure = None
        try:
            with self._open(request) as response:
                status, answered = response.status, response.headers
                body = self._read(response)
        except (OSError, HTTPException, zlib.error) as error:
            # It can have a part of the response in it.
            failure = OSError(_plain(f"{type(error).__name__}: {error}", self._key))
            message = _plain(_network_failure(error), self._key)
        if failure is not None:
            raise CountingError(message) from failure
        if answered.get("RateLimit-Remaining") == "0":
            reset = _whole_seconds(answered.get("RateLimit-Reset"))
            self._blocked_until = time.time() + (reset or 0)
        if status == 304 and etag:
            return kept
        if status != 200:
            raise _error_of(status, answered, body, self._key)
        if keep:
            with self._lock:
                self._kept.pop(url, None)
                if answered.get("ETag"):
                    self._kept[url] = (answered["ETag"], body)
                while len(self._kept) > 50:
                    self._kept.popitem(last=False)
        return body

    def _open(self, request: urllib.request.Request) -> Any:
        try:
            return self._opener.open(request, timeout=self._timeout)
        except urllib.error.HTTPError as response:
            return response  # Has all that a response has.

    def _read(self, response: Any) -> bytes:
        chunks, size = [], 0
        zipped = response.headers.get("Content-Encoding") == "gzip"
        unzip = zlib.decompressobj(31) if zipped else None
        while chunk := response.read1(65_536):
            while chunk:
                out = unzip.decompress(chunk, 1_048_576) if unzip else chunk
                chunk = unzip.unconsumed_tail if unzip else b""
                chunks.append(out)
                size += len(out)
                if size > self._maximum_bytes:
                    raise CountingError("The response is too large", status=response.status)
        if response.length or (unzip and not unzip.eof):
            raise OSError("the body ended early")
        return b"".join(chunks)


def _checked_url(text: str) -> str:
    url = urllib.parse.urlsplit(text)
    loopback = re.fullmatch(r"localhost|127(\.\d{1,3}){3}|::1", url.hostname or "")
    if not url.hostname or (url.scheme != "https" and not (url.scheme == "http" and loopback)):
        raise CountingError("api_url must begin with https://")
    if "@" in url.netloc or url.query or url.fragment:
        raise CountingError("api_url must not have a user, a query or a fragment")
    # The service prints its URL with the path of the API.
    return re.sub("/+(api/v1/*)?$", "", f"{url.scheme}://{url.netloc}{url.path}")


def _error_of(status: int, headers: Any, body: bytes, key: str) -> CountingError:
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        said = None
    said = said if isinstance(said, dict) else {}
    texts = [one for one in (said.get("error"), said.get("message")) if isinstance(one, str)]
    code, message = said.get("code"), next(filter(None, texts), "")
    if 300 <= status < 400:
        message = "The service redirects; check api_url"
    return CountingError(
        _plain(message or f"The service responded with status {status}", key),
        status=status,
        code=_plain(code, key) if isinstance(code, str) else None,
        request_id=_plain(headers.get("X-Request-Id") or "", key) or None,
        retry_after_seconds=_retry_after(headers),
    )


def _network_failure(error: Exception) -> str:
    """What keeps a request from its response, and where to look."""
    reason: Any = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(reason, (TimeoutError, socket.timeout)):  # Two classes until Python 3.10.
        return "The service did not respond in time"
    causes = [
        (
            isinstance(reason, ssl.SSLCertVerificationError),
            "its certificate is not accepted; SSL_CERT_FILE can name the authorities to trust",
        ),
        (isinstance(reason, ssl.SSLError), "no TLS is spoken there; check api_url"),
        (
            isinstance(reason, socket.gaierror),
            "a host name was not found; check api_url, the proxy and DNS",
        ),
        (
            "Tunnel connection failed" in str(reason),
            "the proxy did not let it through; check HTTPS_PROXY",
        ),
        (
            isinstance(reason, ConnectionRefusedError),
            "nothing listens there; check api_url and the proxy",
        ),
        (isinstance(reason, ConnectionError), "the connection was closed without a response"),
    ]
    meaning = next((text for applies, text in causes if applies), None)
    message = "The service could not be reached"
    return f"{message}: {meaning} ({reason})" if meaning else message


def _plain(text: str, key: str) -> str:
    """Text of somebody else, for an error: without the key, on one line and of bounded size."""
    line = "".join(one if one.isprintable() else " " for one in text)
    return line.replace(key, "[key]")[:200]


def _retry_after(headers: Any) -> int | None:
    """Seconds, or a date: from then on by the clock of the service, where it says its time."""
    text = headers.get("Retry-After") or ""
    at, here = _http_date(text), _http_date(headers.get("Date") or "")
    if at is None:
        return _whole_seconds(text)
    return max(0, at - (int(time.time()) if here is None else here))


def _http_date(text: str) -> int | None:
    """A date in one of HTTP's three forms, all of them in GMT."""
    try:
        at = parsedate(text) if re.match("(Mon|Tue|Wed|Thu|Fri|Sat|Sun)", text) else None
        return calendar.timegm(at) if at else None
    except (ArithmeticError, IndexError, TypeError, ValueError):
        return None


def _whole_seconds(text: str | None) -> int | None:
    return int(text) if text and re.fullmatch(r"[0-9]{1,6}", text) else None


def _is_counter(counter: Json) -> bool:
    return isinstance(counter["id"], str) and _are_exact(counter["count"], counter["lastEventId"])


def _is_page_of(counter_id: str, events: list[Json], before: int | None, limit: int) -> bool:
    """What was asked for: of this counter, below this number, not too many, newest first."""
    numbers = [one["lastEventId"] for one in events]
    return (
        len(events) <= limit
        and all(one["counterId"] == counter_id and _is_count(one) for one in events)
        and numbers == sorted({*numbers}, reverse=True)
        and (before is None or all(one < before for one in numbers[:1]))
    )


def _is_count(one: Json) -> bool:
    number, count, before, delta = (
        one[name] for name in ("lastEventId", "count", "previousCount", "delta")
    )
    return (
        _are_exact(number, count, before, delta)
        and number > 0
        and before + delta == count
        and isinstance(one["eventType"], str)  # A later version of the service can send others.
        and isinstance(one["createdAt"], str)
    )


def _are_exact(*numbers: Any) -> bool:
    return all(type(number) is int and abs(number) < 2**53 for number in numbers)


# --- webhooks ---


@dataclass(frozen=True)
class Verification:
    """Is true only when ``verified``: then it has the event, otherwise a reason for your log."""

    verified: bool
    event: Json | None = None
    delivery_id: str = ""
    reason: str = ""

    def __bool__(self) -> bool:
        return self.verified


def verify_webhook(
    raw_body: bytes,
    headers: Mapping[Any, Any] | Iterable[tuple[Any, Any]],
    secrets: str | Iterable[str],
    *,
    tolerance: float = 300,
    now: Callable[[], float] = time.time,
) -> Verification:
    """Checks that a request is a delivery of this service, and returns its event.

    ``raw_body`` is the body as it came, before anything parsed it; ``headers`` a mapping, or pairs.
    ``delivery_id`` has letters, digits, _ and -, or is empty. Only the signature of Standard
    Webhooks covers it: with our own, somebody who repeats a request can give it another one.
    With several secrets, or with both kinds of signatures, one has to be right. ``tolerance``: how
    many seconds the time of the signature may be away from the clock.
    """
    texts = [secrets] if isinstance(secrets, str) else list(secrets)
    if not texts or not all(isinstance(secret, str) and secret.strip() for secret in texts):
        raise ValueError("verify_webhook needs the endpoint's secret")
    # A file, or what was pasted, often ends with a line end; no secret has white space.
    texts = [secret.strip() for secret in texts]
    found: dict[str, list[str]] = {}
    # Those of http.server have items, and are no Mapping.
    pairs = headers.items() if hasattr(headers, "items") else headers
    for name, value in pairs:
        found.setdefault(_text(name).lower(), []).append(_text(value))
    # The service sends each header once; two, also as one line, are ambiguous, so neither counts.
    only = {
        name: values[0]
        for name, values in found.items()
        if len(values) == 1 and ", " not in values[0]
    }
    signed = _standard_signature(raw_body, only, texts) or _own_signature(raw_body, only, texts)
    if signed is None and not (
        _OWN_SIGNATURE.fullmatch(only.get("x-service-signature", "")) or _standard_parts(only)
    ):
        return Verification(False, reason="no signature header in a known format")
    if signed is None:
        return Verification(False, reason="no signature matches: another secret, or another body")
    timestamp, delivery_id = signed
    if not abs(now() - timestamp) <= tolerance:  # Nothing is within a tolerance of nan.
        return Verification(False, reason=f"it was signed more than {tolerance} s ago or ahead")
    event = _event_in(raw_body)
    if event is None:
        return Verification(False, reason="the body is not an event")
    return Verification(True, event, delivery_id)


_DELIVERY_ID = re.compile(r"[\w-]{1,100}", re.ASCII)
_OWN_SIGNATURE = re.compile("t=([0-9]{1,12}),v1=([0-9a-f]{64})")


def _own_signature(body: bytes, headers: Json, secrets: list[str]) -> tuple[int, str] | None:
    """``X-Service-Signature``: of time and body, keyed with the whole secret as text."""
    match = _OWN_SIGNATURE.fullmatch(headers.get("x-service-signature", ""))
    keys = [secret.encode() for secret in secrets]
    if match and _is_signed(match[1].encode() + b"." + body, [bytes.fromhex(match[2])], keys):
        delivery_id = headers.get("x-service-delivery", "")
        return int(match[1]), delivery_id if _DELIVERY_ID.fullmatch(delivery_id) else ""
    return None


def _standard_signature(body: bytes, headers: Json, secrets: list[str]) -> tuple[int, str] | None:
    """Standard Webhooks: of id, time and body, keyed with the decoded secret."""
    parts = _standard_parts(headers)
    if parts is None:
        return None
    delivery_id, timestamp, texts = parts
    given = [_decoded(text[3:]) for text in texts if text.startswith("v1,")]
    keys = [key for key in (_decoded(re.sub("^whsec_", "", text)) for text in secrets) if key]
    if _is_signed(f"{delivery_id}.{timestamp}.".encode() + body, given, keys):
        return int(timestamp), delivery_id
    return None


def _standard_parts(headers: Json) -> tuple[str, str, list[str]] | None:
    """Id, time and signatures, as text."""
    # With a full stop in it, an id could contain what was signed as the body.
    delivery_id = _DELIVERY_ID.fullmatch(headers.get("webhook-id", ""))
    timestamp = re.fullmatch(r"[0-9]{1,12}", headers.get("webhook-timestamp", ""))
    if not delivery_id or not timestamp or "webhook-signature" not in headers:
        return None
    return delivery_id[0], timestamp[0], headers["webhook-signature"].split(" ")[:10]


def _is_signed(signed: bytes, given: list[bytes], keys: list[bytes]) -> bool:
    expected = [hmac.new(key, signed, hashlib.sha256).digest() for key in keys]
    return any(hmac.compare_digest(right, sent) for right in expected for sent in given)


def _event_in(body: bytes) -> Json | None:
    """None: the body is no event, or lacks a field that its type has."""
    try:
        event = json.loads(body.decode())
    except (ValueError, RecursionError):
        return None
    if not isinstance(event, dict) or not isinstance(event.get("data"), dict):
        return None
    of_all = [event.get(name) for name in ("id", "type", "createdAt")]
    if not all(isinstance(text, str) for text in of_all):
        return None
    texts, numbers = _WEBHOOK_DATA.get(event["type"], ([], []))
    found = [event["data"].get(name) for name in texts]
    is_event = all(isinstance(text, str) for text in found) and _are_exact(
        *(event["data"].get(name) for name in numbers)
    )
    return event if is_event else None


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        return b""


def _text(value: Any) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)


# --- stores ---


@dataclass(frozen=True)
class Position:
    """What is stored of a counter. ``held``: events above ``complete_to``, and since when."""

    revision: int | None
    complete_to: int
    held: tuple[tuple[Json, float], ...] = ()


@dataclass(frozen=True)
class Hole:
    """Numbers without an event. Not ``confirmed``: whether they have one could not be read."""

    first: int
    last: int
    confirmed: bool


@dataclass(frozen=True)
class Change:
    """One atomic change of a counter's position and books, if its revision still is this one.

    ``process`` goes into the books, in this order; ``hold`` is held, in addition to what is. A new
    revision is one higher; None is that of a counter that is not stored.
    """

    counter_id: str
    revision: int | None
    complete_to: int
    process: list[Json] = field(default_factory=list)
    hold: list[tuple[Json, float]] = field(default_factory=list)
    holes: list[Hole] = field(default_factory=list)


class MemoryStore:
    """Books in memory: ``record(book, count)`` returns the counter's new book."""

    def __init__(self, record: Callable[[Any, Json], Any]):
        self.books: dict[str, Any] = {}
        self.holes: dict[str, list[Hole]] = {}
        self._record, self._lock = record, threading.Lock()
        self._positions: dict[str, Position] = {}

    def load(self, counter_id: str) -> Position | None:
        return self._positions.get(counter_id)

    def list(self) -> dict[str, Position]:
        with self._lock:
            return dict(self._positions)

    def commit(self, change: Change) -> bool:
        """False, and nothing is changed, when another change came first."""
        with self._lock:
            before = self._positions.get(change.counter_id, Position(None, 0))
            if before.revision != change.revision:
                return False
            book = self.books.get(change.counter_id)
            for count in change.process:
                book = self._record(book, count)
            if change.process:
                self.books[change.counter_id] = book
            self.holes.setdefault(change.counter_id, []).extend(change.holes)
            to, held = change.complete_to, (*before.held, *change.hold)
            above = tuple((count, at) for count, at in held if count["lastEventId"] > to)
            self._positions[change.counter_id] = Position((before.revision or 0) + 1, to, above)
            return True


class SqliteStore:
    """Positions and your books in one SQLite file, for any number of threads and processes.

    ``record(connection, count)`` writes to your own tables of that file. It is called in the same
    transaction and must not commit: each count is in the books exactly once, whatever crashes.
    """

    _TABLES = """
        CREATE TABLE IF NOT EXISTS catch_up_positions (
            counter_id TEXT PRIMARY KEY, revision INTEGER NOT NULL, complete_to INTEGER NOT NULL);
        CREATE TABLE IF NOT EXISTS catch_up_held (
            counter_id TEXT, number INTEGER, count TEXT NOT NULL, since REAL NOT NULL,
            PRIMARY KEY (counter_id, number));
        CREATE TABLE IF NOT EXISTS catch_up_holes (
            counter_id TEXT, first INTEGER, last INTEGER, confirmed INTEGER, at REAL);
    """

    def __init__(self, path: str, record: Callable[[sqlite3.Connection, Json], Any]):
        self._path, self._record = path, record
        with closing(self._connect()) as database:
            database.executescript(self._TABLES)

    def load(self, counter_id: str) -> Position | None:
        return self._positions("WHERE counter_id = ?", counter_id).get(counter_id)

    def list(self) -> dict[str, Position]:
        return self._positions()

    def commit(self, change: Change) -> bool:
        """False, and nothing is changed, when another change came first."""
        counter_id = change.counter_id
        position = "SELECT revision FROM catch_up_positions WHERE counter_id = ?"
        with self._transaction("BEGIN IMMEDIATE") as database:
            (revision,) = database.execute(position, (counter_id,)).fetchone() or (None,)
            if revision != change.revision:
                return False
            for count in change.process:
                self._record(database, count)
            if not database.in_transaction:
                raise RuntimeError("record must not commit")
            stored = (counter_id, (revision or 0) + 1, change.complete_to)
            database.execute("INSERT OR REPLACE INTO catch_up_positions VALUES (?, ?, ?)", stored)
            passed = "DELETE FROM catch_up_held WHERE counter_id = ? AND number <= ?"
            database.execute(passed, (counter_id, change.complete_to))
            held = [
                (counter_id, count["lastEventId"], json.dumps(count), at)
                for count, at in change.hold
            ]
            database.executemany("INSERT INTO catch_up_held VALUES (?, ?, ?, ?)", held)
            holes = [
                (counter_id, hole.first, hole.last, hole.confirmed, time.time())
                for hole in change.holes
            ]
            database.executemany("INSERT INTO catch_up_holes VALUES (?, ?, ?, ?, ?)", holes)
        return True

    def _positions(self, where: str = "", *values: str) -> dict[str, Position]:
        held: dict[str, list[tuple[Json, float]]] = {}
        with self._transaction("BEGIN") as database:
            query = f"SELECT counter_id, count, since FROM catch_up_held {where}"
            for counter_id, count, since in database.execute(query, values):
                held.setdefault(counter_id, []).append((json.loads(count), since))
            query = f"SELECT counter_id, revision, complete_to FROM catch_up_positions {where}"
            rows = database.execute(query, values).fetchall()
        return {
            counter_id: Position(revision, complete_to, tuple(held.get(counter_id, ())))
            for counter_id, revision, complete_to in rows
        }

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[sqlite3.Connection]:
        with closing(self._connect()) as database:
            database.execute(begin)
            with database:  # Commits, or rolls back when something is raised.
                yield database

    def _connect(self) -> sqlite3.Connection:
        # One for each transaction: they cannot be shared by threads, nor kept across a fork.
        return sqlite3.connect(self._path, timeout=30, isolation_level=None)


Store = Union[MemoryStore, SqliteStore, Any]  # or your own, with load, list and commit

# --- catching up ---

_FIRST_CONTACT = "*"  # The row that says that the first contact is over. No counter has this id.
_CHECK_EVERY_SECONDS = 300
_MAXIMUM_HELD = 1_000  # More are not held: the history has them.
_INCOMPLETE = "INCOMPLETE_HISTORY"
# Of one counter. More, 250,000 events, are left to the next round: other counters wait.
_PAGES_OF_ROUND = 500
# Numbers that no event has end at the time of a restore, in milliseconds. Missing numbers below
# this one, of the year 2001, always belong to events.
_RESERVES_END_ABOVE = 1_000_000_000_000
_NOTHING: Json = {"lastEventId": 0, "count": 0}  # What comes before the first event.


class CatchUp:
    """Brings every count of the followed counters into the books, exactly once and in order."""

    def __init__(
        self,
        client: CountingClient,
        store: Store,
        *,
        begin: str,
        follows: Callable[[str], bool] = lambda _: True,
        grace_seconds: float = 60,
        give_up_seconds: float = 8 * 3_600,
        now: Callable[[], float] = time.time,
        wait: Callable[[float], Any] = time.sleep,
    ):
        """``begin``, for counters that exist at the first contact: "now" or "beginning"."""
        if begin not in ("now", "beginning"):
            raise ValueError('begin must be "now" or "beginning"')
        self._client, self._store, self._begin, self._follows = client, store, begin, follows
        self._grace, self._give_up = grace_seconds, give_up_seconds
        self._now, self._wait = now, wait
        # Since when a counter could not be filled up to a number.
        self._stuck: dict[str, tuple[float, int]] = {}
        # Counters that were 404 since the last list: archived or deleted.
        self._unreadable: set[str] = set()
        self._listed: tuple[float, dict[str, int]] | None = None

    def receive(self, event: Json) -> str:
        """Call it with each verified event, before you acknowledge the delivery.

        Returns "processed", "held", "duplicate", or "ignored" (no count, a test, or not followed).
        When it raises, nothing was stored: respond with 500, and the delivery is repeated.
        """
        if event["type"] not in _COUNT_TYPES:
            return "ignored"
        data = event["data"]
        counter_id, number = data["counterId"], data["lastEventId"]
        if counter_id == TEST_COUNTER_ID or not self._follows(counter_id):
            return "ignored"
        if number < 1:
            raise ValueError("This is not the event of a count")
        event_type = event["type"][len("counter.") :]
        count = _count_in({**data, "eventType": event_type, "createdAt": event["createdAt"]})
        seen = 0

        def compute(position: Position) -> Change | None:
            nonlocal seen
            seen = position.complete_to
            return _change_on_arrival(position, count, self._now())

        change = self._change(counter_id, compute, first_number=number)
        if change is not None and change.complete_to >= number:
            return "processed"
        return "duplicate" if number <= seen else "held"

    def check(self, wait: Callable[[float], Any] | None = None) -> None:
        """Compares all counters with the list, and fills what is missing after the grace time.

        Call it every five minutes, or let ``run`` do so. Raises when something can't be filled now.
        """
        self._check(self._grace, wait or self._wait)

    def fill_gaps(self) -> None:
        """Fills what has been held for longer than the grace time. Otherwise requests nothing."""
        now, targets = self._now(), {}
        for counter_id, position in self._positions().items():
            ages = [now - since for _, since in position.held]
            # Below 0, the clock was set back.
            if any(age >= self._grace or age < 0 for age in ages):
                targets[counter_id] = _highest_held(position)
        self._fill_all(targets)

    def run(self, stop: threading.Event, on_error: Callable[[Exception], Any] = print) -> None:
        """Checks every five minutes and fills gaps every minute, until ``stop`` is set. Blocks.

        Its first check waits for no delivery: a process that is killed more often than the grace
        time ends would never fill anything. A check that fails is repeated after the grace time,
        then after twice as long, up to five minutes.
        """

        def succeeds(work: Callable[..., Any], *values: Any) -> bool:
            try:
                work(*values)
                return True
            except Exception as error:
                on_error(error)
                return False

        pause, failed_checks, next_check = max(1.0, self._grace), 0, time.monotonic()
        while not stop.is_set():
            succeeds(self.fill_gaps)
            if time.monotonic() >= next_check and not stop.is_set():
                started, grace = time.monotonic(), self._grace if self._listed else 0
                if succeeds(self._check, grace, stop.wait):
                    failed_checks, next_check = 0, started + _CHECK_EVERY_SECONDS
                else:
                    retry_after = min(_CHECK_EVERY_SECONDS, pause * 2**failed_checks)
                    failed_checks, next_check = failed_checks + 1, time.monotonic() + retry_after
            stop.wait(min(pause, max(0.0, next_check - time.monotonic())))

    def status(self) -> Json:
        """Up to which number each counter is complete, and since when that is known."""
        at, numbers = self._listed or (None, {})
        positions, counters = self._positions(), {}
        for counter_id in {**positions, **numbers}:
            position = positions.get(counter_id, Position(None, 0))
            w, listed = position.complete_to, at is None or counter_id in numbers
            known = max(w, _highest_held(position), numbers.get(counter_id, 0))
            counters[counter_id] = {"complete_to": w, "known": known, "listed": listed}
        return {"checked_at": at, "counters": counters}

    def _check(self, grace: float, wait: Callable[[float], Any]) -> None:
        at = self._now()
        counters = [each for each in self._client.counters() if self._follows(each["id"])]
        self._store_beginnings(counters)
        numbers = {counter["id"]: counter["lastEventId"] for counter in counters}
        self._listed = (at, numbers)
        self._unreadable.clear()
        if grace > 0 and self._targets(numbers):
            wait(grace)
        self._fill_all(self._targets(numbers))

    def _positions(self) -> dict[str, Position]:
        stored = self._store.list()
        return {
            counter_id: position
            for counter_id, position in stored.items()
            if counter_id != _FIRST_CONTACT and self._follows(counter_id)
        }

    def _targets(self, listed: dict[str, int]) -> dict[str, int]:
        """The counters that are not complete, and the highest number known of each."""
        positions, found = self._positions(), {}
        for counter_id in {**positions, **listed}:
            position = positions.get(counter_id, Position(None, 0))
            top = max(listed.get(counter_id, 0), _highest_held(position))
            if top > position.complete_to:
                found[counter_id] = top
        return found

    def _store_beginnings(self, counters: list[Json]) -> None:
        """The first contact: from then on, a counter that is not stored is new and begins at 0."""
        if self._store.load(_FIRST_CONTACT) is None:
            for counter in counters if self._begin == "now" else ():
                self._store.commit(Change(counter["id"], None, counter["lastEventId"]))
            self._store.commit(Change(_FIRST_CONTACT, None, 0))

    def _position(self, counter_id: str, first_number: int = 1) -> Position:
        """What is stored, or where the counter begins when this is the first number to arrive."""
        stored = self._store.load(counter_id)
        if stored is not None:
            return stored
        is_new = self._begin == "beginning" or self._store.load(_FIRST_CONTACT) is not None
        return Position(None, 0 if is_new else first_number - 1)

    def _change(
        self, counter_id: str, compute: Callable[[Position], Change | None], first_number: int = 1
    ) -> Change | None:
        """Commits a change, computed again where another came first. None: nothing to change."""
        for attempt in range(100):
            change = compute(self._position(counter_id, first_number))
            if change is None or self._store.commit(change):
                return change
            time.sleep(random.random() * min(attempt, 20) / 1_000)
        raise CountingError(
            f"Counter {counter_id} could not be updated: too many concurrent changes"
        )

    def _fill_all(self, targets: dict[str, int]) -> None:
        """Fills each counter up to a number. One that fails holds up no other, unless all would."""
        failure: Exception | None = None
        for counter_id, top in targets.items():
            try:
                self._fill_or_give_up(counter_id, top)
            except Exception as error:  # Also of the books: those of the other counters go on.
                failure = failure or error
                if isinstance(error, CountingError) and error.status in (401, 403, 429):
                    break
        if failure is not None:
            raise failure

    def _fill_or_give_up(self, counter_id: str, top: int) -> None:
        if counter_id in self._unreadable:
            return
        try:
            self._fill(counter_id, top)
        except CountingError as error:
            is_incomplete = error.code == _INCOMPLETE
            if error.status != 404 and not is_incomplete:
                raise
            if not is_incomplete:
                self._unreadable.add(counter_id)
            stuck_top = self._stuck_for_long(counter_id, top)
            if stuck_top is None:
                if is_incomplete:
                    raise
                return
            if is_incomplete:
                self._fill(counter_id, stuck_top, confirmed=False)
            else:  # Archived or deleted: no retry will come any more.
                held = [one["lastEventId"] for one, _ in self._position(counter_id).held]
                through = max((one for one in held if one <= stuck_top), default=0)
                self._pass(counter_id, [], through, confirmed=False)
        self._stuck.pop(counter_id, None)

    def _stuck_for_long(self, counter_id: str, top: int) -> int | None:
        """The number that was known all the time that is waited for: later events can still come.

        None before that time.
        """
        now = self._now()
        since, stuck_top = self._stuck.get(counter_id, (now, top))
        # A gap can have closed by itself since: then this is another one.
        if self._position(counter_id).complete_to >= stuck_top:
            since, stuck_top = now, top
        # A clock that was set back begins the wait again.
        self._stuck[counter_id] = (min(since, now), stuck_top)
        return stuck_top if now - since >= self._give_up else None

    def _fill(self, counter_id: str, top: int, confirmed: bool = True) -> None:
        """Reads what follows w, and passes it: up to this number, and not for ever.

        The next round does the rest.
        """
        search = _Search(0, 0, None, top)
        for _ in range(_PAGES_OF_ROUND):
            w = self._position(counter_id).complete_to
            if w >= top:
                return
            search = replace(search, w=w, empty_to=max(search.empty_to, w))
            before = _highest_to_read(search) + 1
            events = self._client.history_page(counter_id, before_event_id=before)["events"]
            read = _next_read(search, events)
            if isinstance(read, _Pass):
                if confirmed:
                    _assert_unbroken(counter_id, w, events)
                fresh = [_count_in(event) for event in read.events]
                self._pass(counter_id, fresh, read.through, confirmed)
                search = replace(search, step=_PAGE)
            elif isinstance(read, _ConfirmEnd):
                if confirmed and not self._is_confirmed_end(counter_id, top, events):
                    return
                self._pass(counter_id, [], top, confirmed)
            elif isinstance(read, _LookFurther):
                search = replace(search, empty_to=read.empty_to, step=read.step)
            else:
                search = replace(search, step=read.step)

    def _is_confirmed_end(self, counter_id: str, top: int, events: list[Json]) -> bool:
        """No event follows the newest of these, although a higher number is known.

        True where the counter says that nothing was counted since, False where something was: its
        event, in the next round, shows what is before it.
        """
        counter, newest = self._client.counter(counter_id), (events or [_NOTHING])[0]
        if counter["lastEventId"] > top:
            return False
        if top < _RESERVES_END_ABOVE or counter["count"] != newest["count"]:
            raise _missing_after(counter_id, newest["lastEventId"])
        return True

    def _pass(self, counter_id: str, events: list[Json], through: int, confirmed: bool) -> None:
        self._change(
            counter_id, lambda now: _change_through(now, counter_id, events, through, confirmed)
        )


@dataclass(frozen=True)
class _Search:
    """How far the events that follow w have been looked for."""

    w: int
    empty_to: int  # The history has nothing between w and this number.
    # How many numbers beyond empty_to the next page may reach; None for the newest page.
    step: int | None
    top: int  # The highest number that is known.
    page: int = _PAGE  # Events of one request.


@dataclass(frozen=True)
class _LookFurther:
    """Nothing is here: double the step."""

    empty_to: int
    step: int


@dataclass(frozen=True)
class _LookCloser:
    """More may be below this page."""

    step: int


@dataclass(frozen=True)
class _ConfirmEnd:
    """Nothing is there up to the top."""


@dataclass(frozen=True)
class _Pass:
    """These follow w, newest first."""

    events: list[Json]
    through: int


def _highest_to_read(search: _Search) -> int:
    """The highest number of the page to read."""
    return search.top if search.step is None else min(search.empty_to + search.step, search.top)


def _next_read(
    search: _Search, page: list[Json]
) -> _LookFurther | _LookCloser | _ConfirmEnd | _Pass:
    """What to do with that page, newest first.

    The newest page ends most gaps, also behind a hole of any size, so a search begins with it.
    Where it does not reach w, the history is read from w on.
    """
    through = _highest_to_read(search)
    fresh = [event for event in page if event["lastEventId"] > search.w]
    if not fresh:
        if search.step is not None and through < search.top:
            return _LookFurther(through, 2 * search.step)
        return _ConfirmEnd()
    # So many numbers always fit into a page; behind a hole, with the event before it.
    span = search.page - 1 if search.empty_to > search.w else search.page
    reach = through - search.empty_to
    if len(fresh) < search.page or reach <= span:
        return _Pass(fresh, fresh[0]["lastEventId"])
    return _LookCloser(span if search.step is None else max(span, (reach + 1) // 2))


def _assert_unbroken(counter_id: str, w: int, events: list[Json]) -> None:
    """Raises where a page, newest first, lacks numbers that are not those of a reserve."""
    for event, before in zip(events, [*events[1:], _NOTHING]):
        number, number_before = event["lastEventId"], max(w, before["lastEventId"])
        agrees = number > _RESERVES_END_ABOVE and event["previousCount"] == before["count"]
        if number > number_before + 1 and not agrees:
            raise _missing_after(counter_id, number_before)


def _missing_after(counter_id: str, number: int) -> CountingError:
    message = f"The history of {counter_id} is incomplete after #{number}"
    return CountingError(message, code=_INCOMPLETE)


def _count_in(event: Json) -> Json:
    return {name: event[name] for name in _COUNT_FIELDS}


def _highest_held(position: Position) -> int:
    return max((count["lastEventId"] for count, _ in position.held), default=0)


def _change_on_arrival(position: Position, count: Json, now: float) -> Change | None:
    """None: a duplicate, held already, or beyond what is held."""
    number, counter_id, w = count["lastEventId"], count["counterId"], position.complete_to
    if number <= w or any(held["lastEventId"] == number for held, _ in position.held):
        return None
    if number == w + 1:
        return _change_through(position, counter_id, [count], number, confirmed=True)
    if len(position.held) >= _MAXIMUM_HELD:
        return None
    return Change(counter_id, position.revision, w, hold=[(count, now)])


def _change_through(
    position: Position, counter_id: str, events: list[Json], through: int, confirmed: bool
) -> Change | None:
    """How w passes numbers up to ``through``, and the held events that follow."""
    w = position.complete_to
    if through <= w:
        return None
    counts = [*(count for count, _ in position.held), *events]
    known = {count["lastEventId"]: count for count in counts}
    process, holes = [], []
    for number in sorted(number for number in known if w < number <= through):
        if number > w + 1:
            holes.append(Hole(w + 1, number - 1, confirmed))
        process.append(known[number])
        w = number
    if w < through:
        holes.append(Hole(w + 1, through, confirmed))
        w = through
    while w + 1 in known:
        w += 1
        process.append(known[w])
    return Change(counter_id, position.revision, w, process, holes=holes)
