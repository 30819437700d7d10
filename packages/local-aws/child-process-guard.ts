import { type ChildProcess, spawn } from "node:child_process";

// The guard learns pids through its standard input. However this process ends, the kernel closes
// the pipe and the guard kills what is still on its list. A shell is 1 MB, Node 40.
const guardScript = `
trap '' INT TERM HUP
pids=" "
while read -r sign pid; do
  case $sign in
    +) pids="$pids$pid " ;;
    -) pids="\${pids%% $pid *} \${pids#* $pid }" ;;
  esac
done
[ -z "$(echo $pids)" ] || kill -9 $pids 2>/dev/null
`;

/** Makes sure that child processes never outlive this one, not even when SIGKILL ends it. */
export class ChildProcessGuard {
  readonly #guard: ChildProcess;

  /** `label` is what the guard shows in a list of processes. */
  constructor(label: string) {
    this.#guard = spawn("/bin/sh", ["-c", guardScript, label], {
      stdio: ["pipe", "ignore", "ignore"],
      detached: true,
      env: { PATH: "/usr/bin:/bin" },
    });
    // Without its guard, the only risk is a child that is left behind after a SIGKILL.
    this.#guard.on("error", () => {});
    this.#guard.stdin?.on("error", () => {});
  }

  /** Holds a child until it exits. */
  hold(child: ChildProcess): void {
    if (child.pid !== undefined) this.#hold(child, child.pid);
  }

  /** Holds a child that leads a process group of its own, and the whole group with it. */
  holdGroup(child: ChildProcess): void {
    if (child.pid !== undefined) this.#hold(child, -child.pid);
  }

  #hold(child: ChildProcess, target: number): void {
    this.#guard.stdin?.write(`+ ${target}\n`);
    child.once("exit", () => this.#guard.stdin?.write(`- ${target}\n`));
  }

  /** Ends the guard, which kills any child that is still held. */
  async close(): Promise<void> {
    if (this.#guard.exitCode !== null || this.#guard.pid === undefined) return;
    const exited = new Promise((resolve) => this.#guard.once("exit", resolve));
    this.#guard.stdin?.end();
    await exited;
  }
}
