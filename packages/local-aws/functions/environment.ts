import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { Duplex } from "node:stream";
import { fileURLToPath } from "node:url";
import type { ChildProcessGuard } from "../child-process-guard.ts";
import { systemErrorCode } from "../start-error.ts";
import { functionArn } from "../template/arns.ts";
import { environmentVariables } from "./environment-variables.ts";
import type { FunctionSpec } from "./functions.ts";
import { EnvironmentMessage, type FunctionError, type InvocationResult } from "./invocation.ts";

/** What environments need from the runtime around them. */
export interface EnvironmentHost {
  logFolder: string;
  guard: ChildProcessGuard;
  /** Variables for every function: the URLs of the emulators. */
  variables: Record<string, string>;
}

export const logFileOf = ({ name }: FunctionSpec, { logFolder }: EnvironmentHost) =>
  join(logFolder, `${name}.log`);

const bootstrap = fileURLToPath(new URL("environment-bootstrap.mjs", import.meta.url));
// Lambda gives the init phase ten seconds, apart from the function's own timeout.
const initTimeoutMs = 10_000;

/** As Lambda starts Node.js: a tenth of the memory is for young objects, the rest for old ones. */
function heapLimits({ memoryMegabytes }: FunctionSpec): string[] {
  const young = Math.floor(memoryMegabytes / 10);
  return [
    `--max-semi-space-size=${Math.floor(young / 2)}`,
    `--max-old-space-size=${memoryMegabytes - young}`,
  ];
}

/** A process that runs one function, one invocation at a time. */
export class Environment {
  readonly pid: number;
  /** Resolves when the process has ended, with the reason in words. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #messages: JsonLines;
  readonly #function: FunctionSpec;
  #endReason: string | undefined;
  #alive = true;
  #isStopped = false;

  constructor(spec: FunctionSpec, host: EnvironmentHost) {
    this.#function = spec;
    const log = openSync(logFileOf(spec, host), "a");
    this.#child = spawn(process.execPath, [...heapLimits(spec), bootstrap], {
      cwd: spec.taskRoot,
      env: environmentVariables(spec, host.variables),
      stdio: ["ignore", log, log, "pipe"],
      // Ctrl-C in a terminal is for the runtime, which then stops its environments in order.
      detached: true,
    });
    closeSync(log);
    host.guard.holdGroup(this.#child);
    this.#messages = new JsonLines(this.#child.stdio[3]);
    this.pid = this.#child.pid ?? -1;
    this.ended = new Promise((resolve) => {
      const end = (reason: string) => {
        this.#alive = false;
        // Its child processes end with it.
        this.#signal("SIGKILL");
        resolve(this.#endReason ?? reason);
      };
      this.#child.once("exit", (code, signal) => end(exitText(code, signal)));
      this.#child.once("error", (error) => end(error.message));
    });
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** Waits until the handler is loaded; returns the error when that fails. */
  async ready(): Promise<FunctionError | undefined> {
    const message = await this.#message(initTimeoutMs);
    if (message.kind === "ready") return undefined;
    if (message.kind === "init-failed" || message.kind === "failed") return message.error;
    return { errorType: "Runtime.Unknown", errorMessage: "The environment broke its protocol." };
  }

  /** Runs one invocation; `event` is JSON text. Never throws. */
  async invoke(event: string, requestId: string): Promise<InvocationResult> {
    const timeoutMs = this.#function.timeoutSeconds * 1000;
    const outcome = this.#message(timeoutMs, requestId);
    if (this.#isStopped) this.#signal("SIGCONT");
    this.#messages.send({ event, context: this.#context(requestId, timeoutMs) });
    const message = await outcome;
    this.#isStopped = "hasOthers" in message && message.hasOthers;
    if (this.#isStopped) this.#signal("SIGSTOP");
    const { pending = [] } = message;
    if (message.kind === "succeeded") {
      return { outcome: "succeeded", requestId, payload: message.payload, pending };
    }
    const error =
      message.kind === "ready"
        ? { errorType: "Runtime.Unknown", errorMessage: "The environment broke its protocol." }
        : message.error;
    return { outcome: "failed", requestId, error, pending };
  }

  /** Ends the process at once and waits until it is gone. */
  async stop(reason: string): Promise<void> {
    this.#endReason ??= reason;
    this.#alive = false;
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#signal("SIGKILL");
    await this.ended;
  }

  /** Signals the process with its workers, and the child processes in its group. */
  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(-pid, signal);
    } catch (error) {
      // No process of the group is left; macOS has another code for that.
      if (!["ESRCH", "EPERM"].includes(systemErrorCode(error) ?? "")) throw error;
    }
  }

  #context(requestId: string, timeoutMs: number) {
    const { name, memoryMegabytes } = this.#function;
    return {
      awsRequestId: requestId,
      functionName: name,
      functionVersion: "$LATEST",
      invokedFunctionArn: functionArn(name),
      memoryLimitInMB: String(memoryMegabytes),
      logGroupName: `/aws/lambda/${name}`,
      logStreamName: "local",
      deadlineMs: Date.now() + timeoutMs,
      traceId: `Root=1-${randomBytes(4).toString("hex")}-${randomBytes(12).toString("hex")}`,
    };
  }

  /** The next message, or the failure that takes its place. */
  #message(timeoutMs: number, requestId: string = randomUUID()): Promise<EnvironmentMessage> {
    return new Promise((resolve) => {
      const settle = (message: EnvironmentMessage) => {
        clearTimeout(timer);
        this.#messages.onMessage = undefined;
        this.#child.off("close", exited);
        this.#child.off("error", broken);
        resolve(message);
      };
      const fail = (errorType: string, text: string) => {
        const errorMessage = `RequestId: ${requestId} Error: ${text}`;
        settle({ kind: "failed", error: { errorType, errorMessage }, hasOthers: false });
      };
      const broken = () => fail("Runtime.Unknown", "The environment broke its protocol");
      const receive = (message: unknown) => {
        const parsed = EnvironmentMessage.safeParse(message);
        if (parsed.success) settle(parsed.data);
        else broken();
      };
      const exited = (code: number | null, signal: string | null) =>
        fail("Runtime.ExitError", `Runtime exited with error: ${exitText(code, signal)}`);
      const timer = setTimeout(() => {
        fail("Sandbox.Timedout", `Task timed out after ${(timeoutMs / 1000).toFixed(2)} seconds`);
        void this.stop("timed out");
      }, timeoutMs);
      this.#messages.onMessage = receive;
      // Later than "exit", when everything that it wrote has been read.
      this.#child.once("close", exited);
      this.#child.once("error", broken);
      if (!this.#alive) exited(this.#child.exitCode, this.#child.signalCode);
    });
  }
}

/** Neither is known of an environment that was killed and has not ended yet. */
const exitText = (code: number | null, signal: string | null) =>
  code === null ? `signal: ${signal ?? "SIGKILL"}` : `exit status ${code}`;

const lineEnd = "\n".charCodeAt(0);

/** Messages to and from a child process, each a line of JSON. */
class JsonLines {
  onMessage: ((message: unknown) => void) | undefined;
  readonly #stream: Duplex | undefined;
  #chunks: Buffer[] = [];

  /** `stream` is a pipe of the child; there is none when the child could not be started. */
  constructor(stream: unknown) {
    this.#stream = stream instanceof Duplex ? stream : undefined;
    this.#stream?.on("data", (chunk: Buffer) => this.#read(chunk));
    // A child that died is reported by its end.
    this.#stream?.on("error", () => {});
  }

  send(message: object): void {
    this.#stream?.write(`${JSON.stringify(message)}\n`);
  }

  #read(chunk: Buffer): void {
    const end = chunk.indexOf(lineEnd);
    if (end < 0) return void this.#chunks.push(chunk);
    const line = Buffer.concat([...this.#chunks, chunk.subarray(0, end)]).toString();
    this.#chunks = [];
    this.onMessage?.(JSON.parse(line));
    this.#read(chunk.subarray(end + 1));
  }
}
