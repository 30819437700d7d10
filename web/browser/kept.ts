/** `device`: until somebody clears it. `tab`: as long as the tab is open. */
type Where = "device" | "tab";

/**
 * What was kept under a name; null where nothing was, or nobody can read it. It may be of a newer release,
 * of an older one, or of another program: take only what has the form that you expect.
 */
export function readKept(where: Where, name: string): unknown {
  try {
    return JSON.parse(storageOf(where).getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** Keeps what JSON can say; null forgets it. A full or forbidden storage keeps nothing, and does no harm. */
export function keep(where: Where, name: string, value: unknown): void {
  try {
    if (value === null) storageOf(where).removeItem(name);
    else storageOf(where).setItem(name, JSON.stringify(value));
  } catch {
    // The page goes on with what it has in memory.
  }
}

/** Browsers that forbid storage throw when it is named. */
function storageOf(where: Where): Storage {
  return where === "device" ? localStorage : sessionStorage;
}
