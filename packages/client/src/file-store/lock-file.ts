import { open, readFile, rm } from "node:fs/promises";
import { resolve } from "node:path";

/** Those of this process. */
const held = new Set<string>();

/**
 * Takes a lock that ends with this process, and returns what releases it. The file names the process: `<pid> <start>`, the
 * latter only on Linux. One that is gone leaves a file that the next one replaces.
 */
export async function lockFile(path: string): Promise<() => Promise<void>> {
  const name = resolve(path);
  const { start } = await processOf(process.pid);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (held.has(name)) break;
    try {
      const file = await open(name, "wx");
      held.add(name);
      await file.writeFile(`${process.pid} ${start}`.trim()).finally(() => file.close());
      return async () => {
        held.delete(name);
        await rm(name, { force: true });
      };
    } catch (error) {
      if ((error as { code?: string }).code !== "EEXIST") throw error;
      if (await isOwned(await readFile(name, "utf8").catch(() => ""))) break;
      await rm(name, { force: true });
    }
  }
  throw new Error(`Another process has opened the store: ${name}. If none has, delete this file.`);
}

/** Whether the process that wrote the lock runs. */
async function isOwned(lock: string): Promise<boolean> {
  // An empty file: its process was killed while it wrote, or writes now.
  const [, digits, start = ""] = /^(\d+)(?: (\S+))?$/.exec(lock) ?? [];
  const pid = Number(digits ?? 0);
  const now = await processOf(pid);
  if (!now.isRunning) return false;
  // The number of a process is used again. Where nobody says when a process started, ours is not its: in containers,
  // all have the same number, so the other one died before this one began.
  return start !== "" && now.start !== "" ? start === now.start : pid !== process.pid;
}

/**
 * `start`: of the machine's start its id, and after how many ticks the process began; empty where that is not known. Virtual
 * machines start the same process with the same number at the same tick, each time.
 */
async function processOf(pid: number): Promise<{ isRunning: boolean; start: string }> {
  if (pid <= 0) return { isRunning: false, start: "" };
  // "1234 (any name) S …": the state is the third field, the start the 22nd.
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (state) {
    const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
    return { isRunning: state !== "Z" && state !== "X", start: `${boot.trim()}:${fields[18]}` };
  }
  return { isRunning: takesSignals(pid), start: "" };
}

function takesSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}
