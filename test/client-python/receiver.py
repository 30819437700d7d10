"""A receiver as the guide recommends it, for the tests that kill it."""

import os
import sqlite3
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from counting_client import CatchUp, CountingClient, SqliteStore, verify_webhook


def record(database, count):
    row = (count["counterId"], count["lastEventId"], count["previousCount"], count["count"])
    database.execute("INSERT INTO books VALUES (?, ?, ?, ?)", row)


database = sqlite3.connect("books.db", timeout=30)
database.execute("CREATE TABLE IF NOT EXISTS books (counter_id, number, previous_count, count)")
database.close()
client = CountingClient(os.environ["API_URL"], os.environ["API_KEY"])
store = SqliteStore("books.db", record)
catch_up = CatchUp(client, store, begin="beginning", grace_seconds=0.2)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        raw_body = self.rfile.read(int(self.headers["Content-Length"]))
        verification = verify_webhook(raw_body, self.headers.items(), os.environ["WEBHOOK_SECRET"])
        if verification:
            catch_up.receive(verification.event)
        self.send_response(204 if verification else 400)
        self.end_headers()

    def log_message(self, *_):
        pass


def check_for_ever():
    while True:
        try:
            catch_up.fill_gaps()
            catch_up.check()
        except Exception as error:  # noqa: BLE001
            print(error, file=sys.stderr)
        time.sleep(1)


threading.Thread(target=check_for_ever, daemon=True).start()
server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
print(server.server_port, flush=True)
server.serve_forever()
