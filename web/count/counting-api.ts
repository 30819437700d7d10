import type { TodayView } from "../../api/private/charts.ts";
import type { CountView } from "../../core/counting/count-view.ts";
import { ask } from "../browser/private-request.ts";
import type { Reply } from "../browser/request.ts";
import { retryAfterMs } from "./queue/backoff.ts";
import {
  type Block,
  type DeviceCredential,
  type DeviceTap,
  isUndo,
  type NewTap,
} from "./queue/device-tap.ts";
import type { SendResult } from "./queue/sender.ts";
import { undoRequests } from "./queue/undo.ts";

type Counted = Pick<NewTap, "credential" | "counterId">;

/** The service refuses a request that another person's session would make in a member's name. */
function headersOf(credential: DeviceCredential): Record<string, string> {
  return credential.kind === "member" ? { "x-member-id": credential.memberId } : {};
}

export async function fetchCount(counted: Counted, etag: string | null): Promise<Reply<CountView>> {
  const { credential, counterId } = counted;
  const options = { etag, headers: headersOf(credential), timeoutMs: 5_000 };
  const key =
    credential.kind === "gate"
      ? "GET /api/gates/{gateId}/counters/{counterId}"
      : "GET /api/organizations/{organizationId}/counters/{counterId}";
  const reply = await ask(key, { ...credential, counterId }, options);
  return reply.result === "ok" && !isView(reply.body) ? { result: "failed" } : reply;
}

export function fetchToday({ credential, counterId }: Counted): Promise<Reply<TodayView>> {
  const key =
    credential.kind === "gate"
      ? "GET /api/gates/{gateId}/counters/{counterId}/today"
      : "GET /api/charts/{organizationId}/counters/{counterId}/today";
  return ask(key, { ...credential, counterId }, { timeoutMs: 5_000 });
}

/** Sends taps of one counter and one credential, or undos. */
export async function sendBatch(
  batch: readonly DeviceTap[],
  onServed: (view: CountView, tookMs: number) => void,
): Promise<SendResult> {
  const [first] = batch;
  if (first === undefined) throw new Error("a request needs taps");
  const { credential, counterId } = first;
  const isGate = credential.kind === "gate";
  const parameters = { ...credential, counterId };
  const options = { headers: headersOf(credential), timeoutMs: 15_000, keepalive: true };
  const taps = batch.map(({ id, direction, tappedAt }) => ({ id, direction, tappedAt }));
  const reply = isUndo(first)
    ? await ask(
        isGate
          ? "POST /api/gates/{gateId}/counters/{counterId}/undos"
          : "POST /api/organizations/{organizationId}/counters/{counterId}/undos",
        parameters,
        { ...options, body: { undos: undoRequests(batch) } },
      )
    : await ask(
        isGate
          ? "POST /api/gates/{gateId}/counters/{counterId}/taps"
          : "POST /api/organizations/{organizationId}/counters/{counterId}/taps",
        parameters,
        { ...options, body: { taps } },
      );
  if (reply.result === "ok") {
    const { answers, counter } = reply.body;
    if (!Array.isArray(answers) || !isView(counter)) return { result: "failed" };
    // Without a wait, taps that have no answer would be sent again at once, and again.
    const isAnswered = ({ id }: DeviceTap) => answers.some((answer) => answer?.id === id);
    if (!batch.every(isAnswered)) return { result: "failed" };
    onServed(counter, reply.tookMs);
    return { result: "answered", answers, counter };
  }
  if (reply.result !== "refused") return { result: "failed" };
  const { status, retryAfter } = reply;
  if (status === 429) return { result: "limited", retryAfterMs: retryAfterMs(retryAfter) };
  const block = blockOf(reply, credential);
  if (block !== null) return { result: "blocked", block };
  return { result: "invalid" };
}

const gateBlocks = new Map<string | null, Block>([
  ["GATE_ENDED", "ended"],
  ["GATE_REVOKED", "revoked"],
]);

/** What a status of 401, 403 or 404 means for whoever counts; null for all others. */
export function blockOf(
  { status, code }: { status: number; code: string | null },
  { kind }: DeviceCredential,
): Block | null {
  if (![401, 403, 404].includes(status)) return null;
  if (kind === "gate") return gateBlocks.get(code) ?? (status === 401 ? "link_needed" : "revoked");
  return status === 401 ? "signed_out" : "forbidden";
}

function isView(view: CountView | undefined): view is CountView {
  return typeof view?.count === "number" && typeof view.version === "number";
}
