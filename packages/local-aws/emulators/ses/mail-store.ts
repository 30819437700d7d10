import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as z from "zod";
import type { StoredMail } from "./send-email.ts";

const mostMails = 500;

const Row = z.object({ mail: z.string() });
const Mail: z.ZodType<StoredMail> = z.object({
  ...{ id: z.string(), atMs: z.number(), from: z.string(), to: z.array(z.string()) },
  ...{ subject: z.string(), text: z.string(), html: z.string() },
  headers: z.record(z.string(), z.string()),
});

/** The newest mails, kept in the data folder. */
export class MailStore {
  readonly #database: DatabaseSync;

  constructor(dataDir: string) {
    this.#database = new DatabaseSync(join(dataDir, "mails.db"));
    this.#database.exec(`
      PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;
      CREATE TABLE IF NOT EXISTS mails (number INTEGER PRIMARY KEY AUTOINCREMENT, mail TEXT);`);
  }

  add(mail: StoredMail): void {
    this.#database.prepare("INSERT INTO mails (mail) VALUES (?)").run(JSON.stringify(mail));
    this.#database
      .prepare("DELETE FROM mails WHERE number <= (SELECT max(number) FROM mails) - ?")
      .run(mostMails);
  }

  /** Newest first. */
  list(): StoredMail[] {
    const rows = this.#database.prepare("SELECT mail FROM mails ORDER BY number DESC").all();
    return rows.map((row) => Mail.parse(JSON.parse(Row.parse(row).mail)));
  }

  close(): void {
    this.#database.close();
  }
}
