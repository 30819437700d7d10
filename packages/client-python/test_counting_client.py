"""The reads over HTTP against a service that misbehaves, and verify_webhook with what is forged."""

import base64
import gzip
import hashlib
import hmac
import json
import socket
import ssl
import threading
import time
import traceback
import unittest
from contextlib import contextmanager
from http.client import HTTPMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from unittest import mock

import counting_client
from counting_client import CountingClient, CountingError, verify_webhook

SECRET = "whsec_dGhpcyBpcyBhbiBleGFtcGxlLCBub3QgYSBzZWNyZXQ="
NEXT = "whsec_dGhlIG5leHQgb25lLCBhbHNvIG5vIHNlY3JldCBvZiBhbnk="
NOW = 1_795_253_401
VECTORS = Path(__file__).parents[2] / "docs" / "integrators" / "vectors"


def event(name="Gäte “north” 🚪\u2028", **data):
    counts = {"previousCount": 41, "count": 42, "delta": 1, "lastEventId": 1042, **data}
    return {
        "id": "counter.increment:ctr_1:1042",
        **{"type": "counter.increment", "createdAt": "2026-11-21T09:30:00.250Z"},
        "data": {"organizationId": "org_1", "counterId": "ctr_1", "counterName": name, **counts},
    }


def own(body, secret=SECRET, at=NOW):
    digest = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return {"X-Service-Signature": f"t={at},v1={digest}", "X-Service-Delivery": "dlv_1"}


def standard(body, *secrets, at=NOW, delivery_id="dlv_1"):
    def sign(secret):
        key, signed = base64.b64decode(secret[6:]), f"{delivery_id}.{at}.".encode() + body
        return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()

    signatures = " ".join(sign(secret) for secret in secrets)
    return {
        **{"webhook-id": delivery_id, "webhook-timestamp": str(at)},
        "webhook-signature": signatures,
    }


class VerifyWebhook(unittest.TestCase):
    body = json.dumps(event(), ensure_ascii=False).encode()

    def verify(self, headers, body=None, secrets=(SECRET,), **options):
        options = {"now": lambda: NOW, **options}
        return verify_webhook(self.body if body is None else body, headers, secrets, **options)

    def test_returns_the_event_of_a_genuine_delivery_in_both_forms(self):
        for headers in (own(self.body), standard(self.body, SECRET)):
            pairs = [(name.upper().encode(), value.encode()) for name, value in headers.items()]
            for given in (headers, pairs, {name.lower(): it for name, it in headers.items()}):
                said = self.verify(given)
                self.assertTrue(said and said.verified)
                self.assertEqual((said.event, said.delivery_id), (event(), "dlv_1"))

    def test_ignores_a_line_end_around_a_secret(self):
        for headers in (own(self.body), standard(self.body, SECRET)):
            self.assertTrue(self.verify(headers, secrets=f" {SECRET}\r\n"))

    def test_refuses_what_is_forged(self):
        good = own(self.body)
        text = good["X-Service-Signature"]
        forged = ["", text[:-1], text + "0", text + " ", " " + text, text.replace("t=", "t=0")]
        forged += [text[:15] + text[15:].upper(), f"{text},{text[13:]}", "t=１,v1=00", text + "\n"]
        forged += [text.replace("t=", "t=-"), f"t={'9' * 500},v1=00", text[15:]]
        for one in forged:
            self.assertFalse(self.verify({"x-service-signature": one}), one)
        self.assertFalse(self.verify([*good.items(), *good.items()]), "twice")
        self.assertFalse(self.verify(good, body=self.body + b"\n"))
        self.assertFalse(self.verify({}))
        of_standard = standard(self.body, SECRET)
        twice = ", ".join([of_standard["webhook-signature"]] * 2)
        self.assertFalse(self.verify({**of_standard, "webhook-signature": twice}), "as one line")
        for name in of_standard:
            for value in ("", "v1,", "v1,!!!!", "v2" + of_standard[name][2:], "9" * 500):
                self.assertFalse(self.verify({**of_standard, name: value}), f"{name}: {value}")
        self.assertFalse(self.verify(own(self.body, secret=SECRET[6:])))

    def test_says_whether_a_signature_is_missing_or_wrong(self):
        missing, wrong = "no signature header in a known format", "no signature matches"
        signed, of_standard = own(self.body), standard(self.body, SECRET)
        without = {name: it for name, it in of_standard.items() if name != "webhook-signature"}
        for headers in ({}, [*signed.items(), *signed.items()], without, {"x-signature": "1"}):
            self.assertEqual(self.verify(headers).reason, missing)
        for headers in (signed, of_standard, {**without, "webhook-signature": "v1,!"}):
            self.assertIn(wrong, self.verify(headers, body=b"{}").reason)

    def test_refuses_an_id_that_contains_a_part_of_the_body(self):
        inner = json.dumps(event()).encode()
        body = b'{"a":"' + f".{NOW}.".encode() + inner
        headers = standard(body, SECRET)
        moved = {**headers, "webhook-id": f'dlv_1.{NOW}.{{"a":"'}
        self.assertFalse(self.verify(moved, body=inner))

    def test_refuses_a_tolerance_that_is_no_number(self):
        self.assertFalse(self.verify(own(self.body, at=1), tolerance=float("nan")))

    def test_takes_the_headers_of_http_server(self):
        headers = HTTPMessage()
        for name, value in own(self.body).items():
            headers[name] = value
        self.assertTrue(self.verify(headers))
        headers["x-service-signature"] = own(self.body)["X-Service-Signature"]
        self.assertFalse(self.verify(headers), "twice")

    def test_bounds_a_delivery_id_that_is_not_signed(self):
        for given, expected in (
            ("dlv_1-2", "dlv_1-2"),
            ("d\x1b[2J", ""),
            ("a" * 101, ""),
            ("", ""),
        ):
            said = self.verify({**own(self.body), "X-Service-Delivery": given})
            self.assertEqual((said.verified, said.delivery_id), (True, expected))

    def test_refuses_a_signed_body_that_is_no_event(self):
        for body in (b"{", b"[]", b"\xff", b"[" * 100_000, b'{"data":{}}'):
            self.assertEqual(self.verify(own(body), body=body).reason, "the body is not an event")
        body = json.dumps(event(lastEventId="1042")).encode()
        self.assertFalse(self.verify(own(body), body=body))

    def test_raises_without_a_secret(self):
        for secrets in ("", "\n", [], ["", SECRET], [None]):
            with self.assertRaises(ValueError):
                self.verify(own(self.body), secrets=secrets)


@unittest.skipUnless(VECTORS.exists(), "the vectors are not here")
class VerifyWebhookByVectors(unittest.TestCase):
    def test_every_request_is_verified_or_not_as_the_vectors_say(self):
        for name in ("signatures", "standard-webhooks", "rotation"):
            vectors = json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))
            for case in vectors["cases"]:
                with self.subTest(f"{name}: {case['name']}"):
                    body = case.get("body", "").encode() or base64.b64decode(case["bodyBase64"])
                    clock = lambda now=case["now"]: now  # noqa: E731
                    options = {"tolerance": case["toleranceSeconds"], "now": clock}
                    said = verify_webhook(body, case["headers"], case["secrets"], **options)
                    self.assertEqual(said.verified, case["verified"], said.reason)
                    if said:
                        self.assertEqual(said.event, json.loads(body))


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.server.seen.append((self.path, dict(self.headers)))
        status, headers, body = self.server.answers.pop(0)
        if status == 0:  # Says nothing, or a byte at a time, and never ends.
            try:
                self.wfile.write(body)
                while not self.server.ended.wait(0.05):
                    self.wfile.write(headers.get("repeat", body[-1:]))
            except OSError:
                pass  # The client has gone.
            self.close_connection = True
            return
        if status == 1:  # Quotes what it was sent.
            body = body.replace(b"$", self.headers["Authorization"].encode())
            self.wfile.write(body)
            self.close_connection = True
            return
        respond = self.send_response_only if "Date" in headers else self.send_response
        respond(status)
        for name, value in {"Content-Length": len(body), **headers}.items():
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def answer(body, status=200, **headers):
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return status, named, json.dumps(body).encode()


COUNTER = {"id": "ctr_1", "name": "Gäte 🚪", "count": 5, "lastEventId": 5}


def counted(number, counter_id="ctr_1", **changes):
    counts = {"previousCount": number - 1, "count": number, "delta": 1, "lastEventId": number}
    rest = {"eventType": "increment", "createdAt": "2026-11-25T12:00:00Z"}
    return {"counterId": counter_id, **counts, **rest, **changes}


@contextmanager
def serving(*answers):
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.answers, server.seen, server.ended = list(answers), [], threading.Event()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server, f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.ended.set()
        server.shutdown()
        server.server_close()
        thread.join()


class Reads(unittest.TestCase):
    def setUp(self):
        self.waits, clock = [], counting_client.time
        real = clock.sleep
        clock.sleep = self.waits.append
        self.addCleanup(lambda: setattr(clock, "sleep", real))

    def test_pages_through_a_history_until_its_first_event(self):
        pages = [[counted(one, "a/b") for one in numbers] for numbers in ((5, 4), (3, 2), (1,))]
        with serving(*(answer({"events": page}) for page in pages)) as (server, url):
            found = [
                one["lastEventId"] for one in CountingClient(url, "key").history("a/b", limit=2)
            ]
        self.assertEqual(found, [5, 4, 3, 2, 1])
        before = [path for path, _ in server.seen]
        self.assertEqual(before[1], "/api/v1/counters/a%2Fb/history?limit=2&beforeEventId=4")

    def test_sends_the_etag_and_keeps_an_unchanged_list(self):
        kept = answer({"counters": [COUNTER]}, ETag='W/"1"')
        with serving(kept, (304, {}, b""), answer({"counters": []})) as (server, url):
            client = CountingClient(url, "key")
            client.counters()[0]["id"] = "changed by the caller"
            self.assertEqual(client.counters(), [COUNTER])
            self.assertEqual(client.counters(), [])
        self.assertEqual([seen.get("If-None-Match") for _, seen in server.seen][1], 'W/"1"')

    def test_waits_as_the_rate_limit_says(self):
        refused = answer({"error": "slow", "code": "RATE_LIMITED"}, 429, Retry_After=7)
        last = answer({"counters": []}, RateLimit_Remaining=0, RateLimit_Reset=21)
        with serving(refused, last, answer({"counters": []})) as (_, url):
            client = CountingClient(url, "key")
            client.counters()
            client.counters()
        self.assertTrue(7 <= self.waits[0] < 8, self.waits)
        self.assertTrue(20 <= self.waits[1] < 22, self.waits)

    def test_reads_a_date_to_wait_for_by_the_clock_of_the_service(self):
        for after, seconds in (
            ("Sun, 06 Nov 1994 08:50:07 GMT", 30),
            ("Sunday, 06-Nov-94 08:50:07 GMT", 30),
            ("Sun Nov  6 08:50:07 1994", 30),
            ("Sun, 06 Nov 1994 08:49:36 GMT", 0),
            ("Sun, 06 Nov 99999 08:49:36 GMT", 1),
            ("Sunday next", 1),
        ):
            headers = {"Retry_After": after, "Date": "Sun, 06 Nov 1994 08:49:37 GMT"}
            self.waits.clear()
            with serving(answer({}, 503, **headers), answer({"counters": []})) as (_, url):
                CountingClient(url, "key").counters()
            self.assertEqual([int(wait) for wait in self.waits], [seconds], after)

    def test_passes_over_interim_responses(self):
        interim = b"HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
        body = json.dumps(COUNTER).encode()
        final = f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
        with serving((1, {}, interim + final)) as (_, url):
            self.assertEqual(CountingClient(url, "key").counter("ctr_1"), COUNTER)

    def test_leaves_time_for_a_second_address_when_the_first_is_dead(self):
        with serving(answer({"counters": []})) as (server, url), socket.socket() as dead:
            port = server.server_port
            dead.bind(("127.0.0.2", port))
            dead.listen(0)
            waiting = [socket.socket() for _ in range(3)]
            for one in waiting:  # More than the system keeps for a program that does not accept.
                self.addCleanup(one.close)
                one.setblocking(False)
                one.connect_ex(("127.0.0.2", port))
            found = [(2, 1, 6, "", (address, port)) for address in ("127.0.0.2", "127.0.0.1")]
            with mock.patch("socket.getaddrinfo", lambda *_, **__: found):
                client = CountingClient(url, "key", timeout_seconds=1, retries=0)
                self.assertEqual(client.counters(), [])

    def test_takes_fields_and_types_of_events_that_a_later_version_adds(self):
        added = {"added": {"by": "a later version"}}
        events = [counted(2, eventType="correction", **added)]
        counter = {**COUNTER, "mode": "added", **added}
        replies = {"counters": [counter], "events": events, **counter}
        with serving(answer(replies), answer(replies), answer(replies)) as (_, url):
            client = CountingClient(url, "key")
            self.assertEqual(client.counters(), [counter])
            self.assertEqual(client.counter("ctr_1")["added"], added["added"])
            self.assertEqual(client.history_page("ctr_1")["events"], events)

    def test_says_why_the_service_was_not_reached(self):
        with socket.create_server(("127.0.0.1", 0)) as free:
            closed = f"http://127.0.0.1:{free.getsockname()[1]}"
        self.assert_unreached(closed, r"nothing listens there; .*refused")
        self.assert_unreached("https://nothing.invalid", "a host name was not found")
        with serving() as (server, url):
            self.assert_unreached(url.replace("http:", "https:"), "no TLS is spoken there")
            with mock.patch.dict("os.environ", {"https_proxy": url}):
                message = r"the proxy did not let it through; .*Tunnel connection failed: 501"
                self.assert_unreached("https://api.example.com", message)
        refused = ssl.SSLCertVerificationError(1, "self-signed certificate")
        with mock.patch("socket.create_connection", side_effect=refused):
            self.assert_unreached("https://localhost:1", "its certificate is not accepted; SSL_CERT")

    def assert_unreached(self, url, message):
        with self.assertRaisesRegex(CountingError, f"could not be reached: {message}"):
            CountingClient(url, "key", retries=0).counters()

    def test_raises_instead_of_a_wait_that_is_too_long(self):
        refused = answer({"error": "slow", "code": "RATE_LIMITED"}, 429, Retry_After=1_800)
        with serving(refused) as (_, url), self.assertRaises(CountingError) as raised:
            CountingClient(url, "key").counters()
        error = raised.exception
        self.assertEqual((error.code, error.retry_after_seconds), ("RATE_LIMITED", 1_800))
        self.assertEqual(self.waits, [])

    def test_says_when_an_exhausted_rate_limit_ends(self):
        last = answer({"counters": []}, RateLimit_Remaining=0, RateLimit_Reset=90)
        with serving(last) as (_, url):
            client = CountingClient(url, "key")
            client.counters()
            message = "^The rate limit is exhausted; try again in (89|90) s$"
            with self.assertRaisesRegex(CountingError, message):
                client.counters()

    def test_repeats_what_failed_and_no_refusal(self):
        failing = [
            answer({"error": "failed"}, 500),
            answer({"message": "busy"}, 503, Retry_After=1),
        ]
        with serving(*failing, answer({"counters": []})) as (_, url):
            self.assertEqual(CountingClient(url, "key").counters(), [])
        self.assertEqual(len(self.waits), 2)
        for status in (401, 403, 404, 400):
            with serving(answer({"error": "no"}, status, X_Request_Id="r1")) as (server, url):
                with self.assertRaises(CountingError) as raised:
                    CountingClient(url, "key").counter("ctr_1")
            self.assertEqual((raised.exception.status, raised.exception.request_id), (status, "r1"))

    def test_never_takes_the_key_to_where_a_redirect_points(self):
        with serving() as (other, elsewhere):
            for status in (301, 302, 303, 307, 308):
                with serving(answer({}, status, Location=elsewhere)) as (_, url):
                    with self.assertRaisesRegex(CountingError, "redirects"):
                        CountingClient(url, "key").counters()
        self.assertEqual(other.seen, [])

    def test_bounds_the_time_and_the_size_of_a_response(self):
        for begun in (b"", b"HTTP/1.1 200 OK\r\nContent-Length: 999999\r\n\r\n"):
            with serving((0, {}, begun)) as (_, url), self.assertRaises(CountingError) as raised:
                CountingClient(url, "key", timeout_seconds=0.3, retries=0).counters()
            self.assertIsNone(raised.exception.status)
        bomb = gzip.compress(b" " * 50_000_000)
        with serving((200, {"Content-Encoding": "gzip"}, bomb)) as (_, url):
            with self.assertRaisesRegex(CountingError, "too large"):
                CountingClient(url, "key", maximum_bytes=1_000_000).counters()

    def test_bounds_the_time_of_a_response_that_comes_a_byte_at_a_time(self):
        begun = b"HTTP/1.1 200 OK\r\n"
        chunked = begun + b"Transfer-Encoding: chunked\r\n\r\n1;a"
        hundred = b"HTTP/1.1 100 Continue\r\n\r\n"
        slow = [(0, {}, begun + b"X-A: a"), (0, {}, chunked), (0, {"repeat": hundred}, hundred)]
        slow += [(0, {"repeat": b"X: y\r\n"}, begun), (0, {"repeat": b"{"}, begun + b"\r\n{")]
        for one in slow:
            with serving(one) as (_, url), self.assertRaises(CountingError) as raised:
                started = time.monotonic()
                CountingClient(url, "key", timeout_seconds=0.4, retries=0).counters()
            self.assertIsNone(raised.exception.status)
            self.assertLess(time.monotonic() - started, 2, one)

    def test_errors_have_no_key_no_control_characters_and_a_bounded_size(self):
        key = "cs_live_0123456789abcdefghijklmnopqrstuvwxyz"
        said = {"message": "\x1b[2Jbad\n$ " + "A" * 9_999, "code": "NO $"}
        quoting = b"HTTP/1.1 403 X\r\nX-Request-Id: $\r\n\r\n" + json.dumps(said).encode()
        with serving((1, {}, quoting), (1, {}, b"HTTP/1.1 $ x\r\n\r\n")) as (_, url):
            client = CountingClient(url, key, retries=0)
            with self.assertRaises(CountingError) as raised:
                client.counters()
            with self.assertRaises(CountingError) as broken:
                client.counters()
        error = raised.exception
        self.assertRegex(str(error), r"^ \[2Jbad Bearer \[key\] A+$")
        self.assertEqual(len(str(error)), 200)
        self.assertEqual((error.code, error.request_id), ("NO Bearer [key]", "Bearer [key]"))
        for one in (error, broken.exception):
            self.assertNotIn(key, "".join(traceback.format_exception(None, one, None)))
            self.assertIsNone(one.__context__)

    def test_reads_what_is_compressed_and_repeats_what_broke_off(self):
        zipped = gzip.compress(json.dumps({"counters": [COUNTER]}).encode())
        encoded = {"Content-Encoding": "gzip"}
        broken = (200, {**encoded, "Connection": "close"}, zipped[:-9])
        short = (200, {"Content-Length": 999, "Connection": "close"}, b'{"counters": []}')
        no_zip = (200, encoded, b"no gzip")
        with serving(broken, short, no_zip, (200, encoded, zipped)) as (_, url):
            self.assertEqual(CountingClient(url, "key").counters(), [COUNTER])

    def test_refuses_a_200_that_no_counting_service_sends(self):
        pages = [[counted(1), counted(2)], [counted(2), counted(2)], [counted(1, "ctr_2")]]
        pages += [[counted(1, count=1.5)], [counted(1, count=2**53)], [{}], ["a"], "a", None]
        pages += [[counted(1, delta=7)], [counted(1, eventType={})], [counted(1, createdAt=None)]]
        pages += [
            [counted(9)],
            [counted(one) for one in (5, 4, 3, 2)],
            [counted(0, previousCount=-1)],
        ]
        asked = {"before_event_id": 9, "limit": 3}
        for body in ({"events": page} for page in pages):
            self.assert_refused(body, lambda client: client.history_page("ctr_1", **asked))
        for body in ([], {}, None, "a", {"counters": [{"id": "ctr_1"}]}, {"counters": 1}):
            self.assert_refused(body, lambda client: client.counters())
        self.assert_refused({**COUNTER, "count": "5"}, lambda client: client.counter("ctr_1"))

    def test_a_history_ends_also_when_the_service_ignores_the_query(self):
        page = answer({"events": [counted(3), counted(2)]})
        with serving(page, page) as (_, url), self.assertRaises(CountingError):
            list(CountingClient(url, "key").history("ctr_1"))

    def assert_refused(self, body, read):
        with serving(answer(body)) as (_, url):
            with self.assertRaisesRegex(
                CountingError, "not from a counting service; check api_url", msg=body
            ):
                read(CountingClient(url, "key"))

    def test_takes_the_url_of_the_service_also_when_it_ends_with_the_path_of_the_api(self):
        for end in ("", "/", "api/v1", "api/v1/", "/api/v1//"):
            with serving(answer({"counters": []})) as (server, url):
                CountingClient(url + end, "key").counters()
            self.assertEqual(server.seen[0][0], "/api/v1/counters", end)

    def test_refuses_an_address_and_a_key_that_are_wrong(self):
        wrong = ["http://api.example.com", "ftp://localhost", "api.example.com", "", "https://"]
        wrong += [
            "https://u:p@api.example.com",
            "https://api.example.com?a",
            "http://127.0.0.1.evil",
        ]
        for url in wrong:
            with self.assertRaises(CountingError, msg=url):
                CountingClient(url, "key")
        for key in ("", "a b", "a\nb", "ключ", None):
            with self.assertRaises(CountingError):
                CountingClient("https://api.example.com", key)
        for counter_id in ("", ".", ".."):
            with self.assertRaises(CountingError):
                CountingClient("https://api.example.com", "key").counter(counter_id)


if __name__ == "__main__":
    unittest.main()
