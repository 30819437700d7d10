import type { TapRequests, TapsResponse } from "../../api/private/counting.ts";
import type { CountView } from "../../core/counters/count-view.ts";
import { type Reply, request } from "../browser/request.ts";
import { retryAfterMs } from "./queue/backoff.ts";
import type { Block, Credential, DeviceTap, NewTap } from "./queue/device-tap.ts";
import type { SendResult } from "./queue/sender.ts";

type Counted = Pick<NewTap, "credential" | "counterId">;

function pathOf({ credential, counterId }: Counted): string {
  const owner =
    credential.kind === "gate"
      ? `gates/${credential.gateId}`
      : `organizations/${credential.organizationId}`;
  return `/api/${owner}/counters/${counterId}`;
}

/** The service refuses a request that another person's session would make in a member's name. */
function headersOf(credential: Credential): Record<string, string> {
  return credential.kind === "member" ? { "x-member-id": credential.memberId } : {};
}

export async function fetchCount(counted: Counted, etag: string | null): Promise<Reply<CountView>> {
  const headers = headersOf(counted.credential);
  const reply = await request<CountView>(pathOf(counted), { etag, headers, timeoutMs: 5_000 });
  return reply.result === "ok" && !isView(reply.body) ? { result: "failed" } : reply;
}

/** Sends taps of one counter and one credential. */
export async function sendTaps(
  batch: readonly DeviceTap[],
  onServed: (view: CountView, tookMs: number) => void,
): Promise<SendResult> {
  const [first] = batch;
  if (first === undefined) throw new Error("a request needs taps");
  const taps = batch.map(({ id, direction, tappedAt }) => ({ id, direction, tappedAt }));
  const body: TapRequests = { taps };
  const headers = headersOf(first.credential);
  const path = `${pathOf(first)}/taps`;
  const options = { body, headers, timeoutMs: 15_000, keepalive: true };
  const reply = await request<TapsResponse>(path, options);
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
  const block = blockOf(reply, first.credential);
  if (block !== null) return { result: "blocked", block };
  return { result: "invalid" };
}

/** What a status of 401, 403 or 404 means for whoever counts; null for all others. */
export function blockOf(
  { status, code }: { status: number; code: string | null },
  { kind }: Credential,
): Block | null {
  if (![401, 403, 404].includes(status)) return null;
  if (kind === "gate") return code === "GATE_ENDED" ? "ended" : "revoked";
  return status === 401 ? "signed_out" : "forbidden";
}

function isView(view: CountView | undefined): view is CountView {
  return typeof view?.count === "number" && typeof view.version === "number";
}
