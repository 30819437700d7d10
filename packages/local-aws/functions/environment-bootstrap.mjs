// Runs inside each function environment in place of Lambda's runtime: loads the handler, then handles
// one invocation at a time. It is plain JavaScript, because stripping types would cost each environment
// 25 ms. It shares only the messages in invocation.ts with the runtime: lines of JSON over a pipe.
// Between invocations it is frozen, as on Lambda: reading the next line blocks the thread, so that no
// timer fires and no promise continues.
import { existsSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { hasOthers, ignorePending, invocation } from "./pending-work.mjs";

// Lambda's limit on a synchronous response.
const maxResultBytes = 6_291_556;
const pipe = 3;
const lineEnd = "\n".charCodeAt(0);

const handler = await loadHandler();
// Keeps the process alive, so that a handler that waits forever reaches its timeout.
setInterval(() => {}, 2 ** 31 - 1);
ignorePending();
let rest = Buffer.alloc(0);
if (handler) send({ kind: "ready" });
while (handler) {
  const { event, context } = nextLine();
  // Timers that are due, and connections that were closed meanwhile, come first.
  await new Promise((resolve) => setImmediate(resolve));
  process.env._X_AMZN_TRACE_ID = context.traceId;
  const { result, pending } = await invocation(() => run(event, context));
  send({ ...result, pending, hasOthers });
}

function send(message) {
  const line = Buffer.from(`${JSON.stringify(message)}\n`);
  for (let sent = 0; sent < line.length; ) sent += writeSync(pipe, line, sent);
}

/** Reads the next line; everything in this process waits for it. */
function nextLine() {
  const chunks = [rest];
  for (;;) {
    const chunk = chunks.at(-1);
    const end = chunk.indexOf(lineEnd);
    if (end >= 0) {
      chunks[chunks.length - 1] = chunk.subarray(0, end);
      rest = chunk.subarray(end + 1);
      return JSON.parse(Buffer.concat(chunks));
    }
    const buffer = Buffer.allocUnsafe(65_536);
    const length = readSync(pipe, buffer);
    if (length === 0) process.exit();
    chunks.push(buffer.subarray(0, length));
  }
}

async function loadHandler() {
  try {
    const [, file, name] = /^(.*)\.([^.]+)$/.exec(process.env._HANDLER);
    const stem = join(process.env.LAMBDA_TASK_ROOT, file);
    const path = [".js", ".mjs", ".cjs"].map((end) => stem + end).find((p) => existsSync(p));
    if (!path) throw namedError("Runtime.ImportModuleError", `Cannot find module '${file}'`);
    const loaded = await import(pathToFileURL(path));
    const found = loaded[name] ?? loaded.default?.[name];
    if (typeof found === "function") return found;
    throw namedError(
      "Runtime.HandlerNotFound",
      `${process.env._HANDLER} is undefined or not exported`,
    );
  } catch (error) {
    console.error(error);
    send({ kind: "init-failed", error: described(error) });
    process.exit(1);
  }
}

async function run(event, { deadlineMs, traceId: _, ...facts }) {
  try {
    const context = {
      ...facts,
      callbackWaitsForEmptyEventLoop: true,
      getRemainingTimeInMillis: () => Math.max(0, deadlineMs - Date.now()),
    };
    const payload = JSON.stringify((await handler(JSON.parse(event), context)) ?? null);
    if (Buffer.byteLength(payload) <= maxResultBytes) return { kind: "succeeded", payload };
    const limit = `maximum allowed payload size (${maxResultBytes} bytes)`;
    const message = `Response payload size exceeded ${limit}.`;
    throw namedError("Function.ResponseSizeTooLarge", message);
  } catch (error) {
    console.error(error);
    return { kind: "failed", error: described(error) };
  }
}

function namedError(name, message) {
  return Object.assign(new Error(message), { name });
}

function described(error) {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error) };
  const trace = (error.stack ?? "").split("\n");
  return { errorType: error.name, errorMessage: error.message, trace };
}
