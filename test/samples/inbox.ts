import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";

/** What a receiver has stored, as another process sees it. */
export interface Inbox {
  /** The bodies by their keys. */
  read(): Map<string, string>;
  /** Lets nothing be stored until the returned function is called. */
  refuse(): () => void;
  close(): void;
}

/** The table of the samples in a file of SQLite. */
export function sqliteInbox(file: string): Inbox {
  const open = () => {
    const database = new DatabaseSync(file, { timeout: 5_000 });
    return database;
  };
  return {
    read() {
      using database = open();
      const rows = database.prepare("SELECT id, body FROM inbox").all();
      return new Map(rows.map(({ id, body }) => [String(id), String(body)]));
    },
    refuse() {
      const database = open();
      database.exec("BEGIN EXCLUSIVE");
      return () => database.close();
    },
    close() {},
  };
}

/** A KV namespace as workerd speaks to it: a PUT for each entry. */
export async function kvInbox(): Promise<Inbox & { port: number }> {
  const entries = new Map<string, string>();
  let refuses = false;
  const server = createServer(async (request, response) => {
    const key = decodeURIComponent(new URL(request.url ?? "", "http://kv").pathname.slice(1));
    const body = await text(request);
    if (!refuses && request.method === "PUT") entries.set(key, body);
    response.writeHead(refuses ? 503 : 200).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    read: () => new Map(entries),
    refuse() {
      refuses = true;
      return () => {
        refuses = false;
      };
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
