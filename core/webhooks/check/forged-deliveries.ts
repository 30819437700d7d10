import { allInOrder } from "../../all-in-order.ts";
import type { WebhookRequest } from "../signed-request.ts";
import type { CheckReport } from "./check-report.ts";
import type { CheckFinding } from "./findings.ts";

/** What is wrong with a test delivery that a receiver should refuse. */
export type Forgery = "wrong_signature" | "old_timestamp";

/** How long ago a delivery with an old timestamp was signed: receivers allow some minutes. */
export const oldTimestampMs = 3_600_000;

/** A forged test delivery. To the receiver it looks like the valid one: only its id says which it is. */
export interface ForgedDelivery {
  forgery: Forgery;
  deliveryId: string;
  request: WebhookRequest;
}

/** Where receivers read how to verify, on the site. */
const helpingPage = "/docs/integrators/webhooks#verify-it";

const texts: Record<Forgery, Pick<CheckFinding, "step"> & { wrong: string; advice: string }> = {
  wrong_signature: {
    step: "Wrong signature",
    wrong: "although its signature is wrong",
    advice:
      "Verify each delivery before you acknowledge it, or ignore this if you verify it later.",
  },
  old_timestamp: {
    step: "Old timestamp",
    wrong: "although it was signed an hour ago",
    advice:
      "Compare the time in the signature with your clock before you acknowledge a delivery, or ignore this if you do so later.",
  },
};

/** Sends them at the same time, and says how the receiver responded to each. */
export async function forgeryFindings(
  lookAtReceiver: (request: WebhookRequest) => Promise<CheckReport>,
  forged: ForgedDelivery[],
): Promise<CheckFinding[]> {
  return await allInOrder(
    forged.map(async (each) => findingOf(each, await lookAtReceiver(each.request))),
  );
}

/** Where the valid test delivery was not accepted, a refusal would say nothing. */
export const forgeriesNotSent: CheckFinding = {
  step: "Wrong signature",
  verdict: "warning",
  found: "No forged delivery was sent, because the receiver did not accept the valid one.",
  advice: "Fix that first, and check again.",
};

function findingOf({ forgery, deliveryId }: ForgedDelivery, report: CheckReport): CheckFinding {
  const { step, wrong, advice } = texts[forgery];
  const { response, connection } = report;
  if (response?.result !== "responded") {
    const failed = [response, connection].find((each) => each?.result === "failed");
    const reason = failed?.result === "failed" ? failed.reason : "it could not be reached";
    return unclear(step, `No response: ${reason}. Sent as ${deliveryId}.`);
  }
  const { status } = response;
  if (status >= 200 && status < 300) {
    const found = `${status}: acknowledged, ${wrong}. Sent as ${deliveryId}.`;
    return { step, verdict: "warning", found, advice, page: helpingPage };
  }
  // 408 and 429 say that it was not looked at, 409 that the event is known: all three have one id.
  const isRefusal = status >= 400 && status < 500 && ![408, 409, 429].includes(status);
  if (!isRefusal) return unclear(step, `${status}: not acknowledged. Sent as ${deliveryId}.`);
  const found = `${status}: refused, as it should be. Sent as ${deliveryId}.`;
  return { step, verdict: "good", found, advice: null };
}

/** It was not acknowledged, but perhaps for another reason. */
function unclear(step: CheckFinding["step"], found: string): CheckFinding {
  const advice = "Respond with 400 to what you cannot verify.";
  return { step, verdict: "warning", found, advice, page: helpingPage };
}
