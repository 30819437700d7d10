// Runs inside each function environment, in the place of Lambda's runtime: loads the handler, then
// handles one invocation at a time over IPC. Plain JavaScript, because stripping types would cost
// each environment 25 ms. It knows nothing of the runtime but the messages in invocation.ts.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// Lambda's limit on a synchronous response.
const maxResultBytes = 6_291_556;

const send = process.send.bind(process);
process.on("disconnect", () => process.exit());
// On Lambda there is no such thing, and code must not find it.
delete process.send;

const callsFile = process.env.LOCAL_AWS_CALLS_FILE;
delete process.env.LOCAL_AWS_CALLS_FILE;
if (callsFile) (await import("./call-recorder.mjs")).recordCalls(callsFile);

const handler = await loadHandler();
if (handler) {
  process.on("message", async ({ event, context }) => {
    process.env._X_AMZN_TRACE_ID = context.traceId;
    send(await run(event, context));
  });
  send({ kind: "ready" });
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
    send({ kind: "init-failed", error: described(error) }, () => process.exit(1));
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
