import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, readlink, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { wait } from "../waiting.ts";

/** How often a lock is touched, and how long one is watched whose process cannot be seen from here. */
const touchEveryMs = 2_000;
const watchForMs = 10_000;
const attempts = 60;
const pauseMs = 50;

/** What a lock says about its process. */
interface Owner {
  pid: number;
  /** When it started, in ticks since the machine did; empty where that is not known. */
  start: string;
  /** Where its number means this process: host, start of the machine and, on Linux, the namespace of processes. */
  machine: string;
}

/**
 * Takes a lock that ends with this process, and returns what releases it. Each process puts a file of its own into the folder,
 * and only then looks for others: of two, at least the later one sees the other. No file is ever taken over, so nobody
 * can take the lock of somebody who has just begun.
 */
export async function lockFile(folder: string): Promise<() => Promise<void>> {
  const { start } = await processOf(process.pid);
  const mine: Owner = { pid: process.pid, start, machine: await machineHere() };
  // The time comes first: where two begin at once, the earlier one gets the lock.
  const name = `${String(Date.now()).padStart(15, "0")}-${randomUUID()}`;
  const path = join(folder, name);
  await mkdir(folder, { recursive: true });
  await writeFile(path, JSON.stringify(mine), { flag: "wx" });
  const touching = setInterval(() => {
    utimes(path, new Date(), new Date()).catch(() => {});
  }, touchEveryMs);
  touching.unref();
  const unlock = async () => {
    clearInterval(touching);
    await rm(path, { force: true });
  };
  try {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const others = await livingOthers(folder, name, mine);
      if (others.length === 0) return unlock;
      if (others.some((other) => other < name)) break;
      // The others came later, and give way.
      await wait(pauseMs);
    }
  } catch (error) {
    await unlock();
    throw error;
  }
  await unlock();
  throw new Error(
    `Another process has opened the store: ${folder}. If none has, delete this folder.`,
  );
}

/** Removes the files of processes that are gone, and returns the names of the other ones. */
async function livingOthers(folder: string, name: string, mine: Owner): Promise<string[]> {
  const others = (await readdir(folder)).filter((one) => one !== name);
  const living = await Promise.all(
    others.map(async (other) => {
      const path = join(folder, other);
      if (await isLiving(path, mine)) return [other];
      await rm(path, { force: true });
      return [];
    }),
  );
  return living.flat();
}

async function isLiving(path: string, mine: Owner): Promise<boolean> {
  const owner = (await ownerIn(path)) ?? (await wait(pauseMs).then(() => ownerIn(path)));
  if (owner?.machine !== mine.machine) return isTouched(path);
  const { isRunning, start } = await processOf(owner.pid);
  if (!isRunning) return false;
  // The number of a process is used again.
  return owner.start !== "" && start !== "" ? owner.start === start : isTouched(path);
}

/** Whether somebody touches the file, while it is watched. Compares no clocks: those of two machines differ. */
async function isTouched(path: string): Promise<boolean> {
  const touchedMs = async () => (await stat(path).catch(() => undefined))?.mtimeMs;
  const before = await touchedMs();
  if (before === undefined) return false;
  for (let waitedMs = 0; waitedMs < watchForMs; waitedMs += pauseMs) {
    await wait(pauseMs);
    const now = await touchedMs();
    if (now !== before) return now !== undefined;
  }
  return false;
}

/** Undefined for a file that is not written yet, or whose process was killed while it wrote. */
async function ownerIn(path: string): Promise<Owner | undefined> {
  try {
    const { pid, start, machine } = JSON.parse(await readFile(path, "utf8"));
    return { pid: Number(pid), start: String(start), machine: String(machine) };
  } catch {
    return undefined;
  }
}

async function machineHere(): Promise<string> {
  const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
  // In containers, all main processes have the number 1.
  const namespace = await readlink("/proc/self/ns/pid").catch(() => "");
  return [hostname(), boot.trim(), namespace].join(" ");
}

async function processOf(pid: number): Promise<{ isRunning: boolean; start: string }> {
  if (!(pid > 0)) return { isRunning: false, start: "" };
  // "1234 (any name) S …": the state is the third field, the start the 22nd.
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (state) return { isRunning: state !== "Z" && state !== "X", start: fields[18] ?? "" };
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
