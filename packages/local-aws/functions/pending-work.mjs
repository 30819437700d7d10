// Loaded into each function environment: finds what an invocation leaves pending when it responds,
// and ends its HTTP requests. On AWS the environment is frozen then: requests in flight may or may not
// have been sent, and nothing continues before the next invocation, if there is one.
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";

// The event loop runs this many turns after a response, and more only while something other than a
// timer is pending: the SDK may read a file before it sends, which can take long on a busy machine.
const minTurns = 2;
const mostMs = 1_000;

const invocations = new AsyncLocalStorage();
const droppedErrors = new WeakSet();
let knownHandles = new Map();
let current;

/** Whether workers or child processes run, which a blocking read does not stop. */
export let hasOthers = false;
for (const channel of ["worker_threads", "child_process"]) {
  subscribe(channel, () => {
    hasOthers = true;
  });
}

/** Runs a handler as one invocation, and returns what it returns. */
export async function invocation(handle) {
  const state = { requests: new Set(), unanswered: 0, dropped: [], hasEnded: false };
  current = state;
  const result = await invocations.run(state, handle);
  return { result, pending: await end(state) };
}

/** Ignores what is pending now: work that a module starts while it loads may continue later. */
export function ignorePending() {
  knownHandles = handles();
}

// Most dropped requests have nothing that waits for them.
process.on("unhandledRejection", (error) => {
  for (let cause = error; cause; cause = cause.cause) if (droppedErrors.has(cause)) return;
  throw error;
});

const responses = new WeakMap();
subscribe("http.client.response.finish", ({ request, response }) => {
  responses.set(request, response);
});
subscribe("http.client.request.created", ({ request }) => {
  const isPending = () => !request.destroyed && !responses.get(request)?.complete;
  const { method, host } = request;
  const what = awsCall(request) ?? `${method} ${host}`;
  const open = track({ what, isPending, drop: (error) => request.destroy(error) });
  if (open) request.once("close", () => open.close(responses.has(request)));
});
// What fetch() sends.
subscribe("undici:request:create", ({ request }) => {
  const isPending = () => !request.completed && !request.aborted;
  const drop = (error) => request.onError(error);
  track({ what: `${request.method} ${request.origin}`, isPending, drop });
});

function track(request) {
  // A request that a module's own timer starts belongs to the invocation that runs at that moment.
  const state = invocations.getStore() ?? current;
  if (!state) return undefined;
  if (state.hasEnded) drop(state, request);
  else state.requests.add(request);
  return {
    close(isAnswered) {
      state.requests.delete(request);
      if (!isAnswered) state.unanswered++;
    },
  };
}

function drop(state, request) {
  const error = new Error(`The invocation has responded: ${request.what} is dropped.`);
  droppedErrors.add(error);
  state.dropped.push(request.what);
  request.drop(error);
}

async function end(state) {
  state.hasEnded = true;
  for (const request of state.requests) if (request.isPending()) drop(state, request);
  let left = [];
  // Work that has started but sent nothing yet becomes a request soon.
  const untilMs = performance.now() + mostMs;
  for (let turn = 0; turn < minTurns || performance.now() < untilMs; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    left = newHandles();
    if (turn >= minTurns && left.every((kind) => kind === "Timeout")) break;
  }
  ignorePending();
  // The SDK leaves a timer of at most a second with a request that ends before it is connected.
  for (; state.unanswered > 0 && left.includes("Timeout"); state.unanswered--) {
    left.splice(left.indexOf("Timeout"), 1);
  }
  return [...state.dropped, ...left];
}

/** Kinds of handles, such as timers, that keep the event loop alive and did not before. */
function newHandles() {
  return [...handles()].flatMap(([kind, count]) =>
    Array.from({ length: Math.max(0, count - (knownHandles.get(kind) ?? 0)) }, () => kind),
  );
}

function handles() {
  const counts = new Map();
  for (const kind of process.getActiveResourcesInfo()) {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

/** Service and operation of a request of the AWS SDK. */
function awsCall(request) {
  const scope = /Credential=[^/]+\/\d+\/[^/]+\/([^/]+)\//.exec(request.getHeader("authorization"));
  if (!scope) return undefined;
  const target = String(request.getHeader("x-amz-target") ?? "");
  return `${scope[1]}:${target.slice(target.lastIndexOf(".") + 1) || request.method}`;
}
