import { open, readFile, rm } from "node:fs/promises";
import { resolve } from "node:path";

/** Those of this process. */
const held = new Set<string>();

/**
 * Takes a lock that ends with this process, and returns what releases it. The file names the process; one that is gone
 * leaves a file that the next one replaces.
 */
export async function lockFile(path: string): Promise<() => Promise<void>> {
  const name = resolve(path);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (held.has(name)) break;
    try {
      const file = await open(name, "wx");
      held.add(name);
      await file.writeFile(String(process.pid)).finally(() => file.close());
      return async () => {
        held.delete(name);
        await rm(name, { force: true });
      };
    } catch (error) {
      if ((error as { code?: string }).code !== "EEXIST") throw error;
      const owner = Number(await readFile(name, "utf8").catch(() => ""));
      // In containers, every process can have the same number: one that died before this one began.
      if (owner !== process.pid && isRunning(owner)) break;
      await rm(name, { force: true });
    }
  }
  throw new Error(`Another process has opened the store: ${name}. If none has, delete this file.`);
}

function isRunning(pid: number): boolean {
  // An empty file: its process was killed while it wrote, or writes now.
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}
