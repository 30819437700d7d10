import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { LocalService, localServiceFile } from "../../../adapters/local-service.ts";
import { eventually } from "../../eventually.ts";
import { dataDir } from "../service.ts";

const { mailboxUrl } = LocalService.parse(
  JSON.parse(readFileSync(join(dataDir, localServiceFile), "utf8")),
);
const Mails = z.array(
  z
    .object({ id: z.string(), from: z.string(), to: z.array(z.string()) })
    .extend({ subject: z.string(), text: z.string(), headers: z.record(z.string(), z.string()) }),
);
type Mail = z.infer<typeof Mails>[number];

/** The mails to an address, once there are so many. */
export function mailsTo(address: string, least: number, deadlineMs = 60_000): Promise<Mail[]> {
  return mails(({ to }) => to.includes(address), { least, deadlineMs });
}

/** The mails with a link, once there are so many. */
export function mailsWith(link: string, least: number, deadlineMs: number): Promise<Mail[]> {
  return mails(({ text }) => text.includes(link), { least, deadlineMs });
}

async function mails(
  isOwn: (mail: Mail) => boolean,
  { least, deadlineMs }: { least: number; deadlineMs: number },
): Promise<Mail[]> {
  return await eventually(
    `${least} mails`,
    async () => {
      const all = Mails.parse(await (await fetch(`${mailboxUrl}/mails.json`)).json());
      const own = all.filter(isOwn);
      return own.length >= least ? own : undefined;
    },
    deadlineMs,
  );
}

/** A mail as a mail program gets it. */
export async function messageOf(id: string): Promise<string> {
  return await (await fetch(`${mailboxUrl}/${id}.eml`)).text();
}
