import * as z from "zod";

/** A line of a receiver's books. */
export const BookEntry = z.object({
  counterId: z.string(),
  lastEventId: z.int(),
  count: z.int(),
  delta: z.int(),
});
export type BookEntry = z.infer<typeof BookEntry>;

export interface BooksVerdict {
  entries: number;
  /** Counts of the history that are not in the books. */
  missing: string[];
  /** What is wrong for good: more time would not mend it. */
  wrong: string[];
}

/** Compares books with the history: each count once, for each counter in the history's order. */
export function judgeBooks(text: string, history: BookEntry[]): BooksVerdict {
  const { entries, wrong } = parseBooks(text);
  const booked = Map.groupBy(entries, ({ counterId }) => counterId);
  const counted = new Map(history.map((entry) => [nameOf(entry), entry]));
  for (const [counterId, own] of booked) {
    own.forEach(({ lastEventId }, index) => {
      const before = own[index - 1]?.lastEventId ?? 0;
      if (lastEventId === before) wrong.push(`${counterId} #${lastEventId} is booked twice`);
      if (lastEventId < before) wrong.push(`${counterId} #${lastEventId} comes after #${before}`);
    });
  }
  const seen = new Set<string>();
  for (const entry of entries) {
    const real = counted.get(nameOf(entry));
    seen.add(nameOf(entry));
    if (real === undefined) wrong.push(`${nameOf(entry)} was never counted`);
    else if (real.count !== entry.count || real.delta !== entry.delta) {
      wrong.push(`${nameOf(entry)} is booked as ${entry.count} (${entry.delta})`);
    }
  }
  const missing = [...counted.keys()].filter((name) => !seen.has(name));
  return { entries: entries.length, missing, wrong };
}

function parseBooks(text: string) {
  const wrong: string[] = [];
  const lines = text.split("\n");
  // A kill can leave an unfinished last line, which the receiver must mend when it starts again.
  lines.pop();
  const entries = lines.flatMap((line, index) => {
    const parsed = BookEntry.safeParse(jsonOf(line));
    if (!parsed.success) wrong.push(`line ${index + 1} is no entry: ${line.slice(0, 80)}`);
    return parsed.success ? [parsed.data] : [];
  });
  return { entries, wrong };
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function nameOf({ counterId, lastEventId }: BookEntry): string {
  return `${counterId} #${lastEventId}`;
}
