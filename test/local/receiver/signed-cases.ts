import type { Firing } from "../../../core/alerts/firing.ts";
import { alertEnvelope } from "../../../core/webhooks/alert-webhooks.ts";
import { signature } from "../../../core/webhooks/signed-request.ts";

/** What a receiver gets, and whether it must take it for genuine. */
export interface SignedCase {
  name: string;
  secret: string;
  header: string | null;
  body: string;
  genuine: boolean;
  /** True for a time ahead, which some verifiers accept. */
  ahead?: boolean;
}

export const secret = "whsec_c2lnbmVkIGJ5IHRoZSB0ZXN0cywgZm9yIHRlc3RzLi4=";

/** An event as the samples take it, with as much in it as they look at. */
export function event(counterName: string, count: number) {
  return {
    id: `counter.increment:ctr_1:${count}`,
    type: "counter.increment",
    data: { counterName, count },
  };
}

/** An alert as it is sent, in full. */
export function alert(differences: Partial<Firing> = {}) {
  return alertEnvelope({
    ...{ organizationId: "org_1", scope: "group", kind: "percent", alertId: "alt_1" },
    ...{ alertName: "Nearly full 🎪", counterId: "ctr_1", counterName: "Café", groupId: "grp_1" },
    ...{ groupName: '東京 "Hall"', threshold: 90, capacity: 99.5, percent: 90 },
    ...{ previousLevel: 89, level: 90, lastEventId: 7, createdAt: "2026-11-21T09:30:00.250Z" },
    ...differences,
  });
}

const body = JSON.stringify(event("Gate", 7));

/** Signed now by the service's own code, with all that can be wrong with it. */
export function signedCases(): SignedCase[] {
  const now = Math.floor(Date.now() / 1_000);
  const sign = (signed: { body?: string; timestamp?: number }) =>
    signature({ secret, body, timestamp: now, ...signed });
  const header = sign({});
  const hex = header.slice(header.indexOf("v1=") + 3);
  const emoji = JSON.stringify(event("Café 🎪 \u0001 東京", 7));
  const lines = `${JSON.stringify(event("Gate", 7), null, 2).replace("\n", "\r\n")}\n`;
  const fired = JSON.stringify(alert());
  const genuine = [
    { name: "as sent", header, body },
    { name: "of an alert", header: sign({ body: fired }), body: fired },
    { name: "of four minutes ago", header: sign({ timestamp: now - 240 }), body },
    { name: "with emoji and accents", header: sign({ body: emoji }), body: emoji },
    { name: "with line ends in the body", header: sign({ body: lines }), body: lines },
  ].map((each) => ({ secret, ...each, genuine: true }));
  const raised = JSON.stringify(alert({ level: 91 }));
  const forged = [
    { name: "with a changed body", header, body: JSON.stringify(event("Gate", 8)) },
    { name: "of an alert whose level was changed", header: sign({ body: fired }), body: raised },
    { name: "with a line end added", header, body: `${body}\n` },
    { name: "parsed and written again", header: sign({ body: lines }), body },
    { name: "of another secret", header, body, secret: `${secret.slice(0, -2)}A=` },
    { name: "of a secret without whsec_", header, body, secret: secret.slice(6) },
    { name: "of ten minutes ago", header: sign({ timestamp: now - 600 }), body },
    { name: "ten minutes ahead", header: sign({ timestamp: now + 600 }), body, ahead: true },
    { name: "with a new time on it", header: `t=${now - 1},v1=${hex}`, body },
    { name: "that is too short", header: header.slice(0, -2), body },
    { name: "that is too long", header: `${header}00`, body },
    { name: "of odd length", header: header.slice(0, -1), body },
    { name: "of one digit", header: `t=${now},v1=0`, body },
    { name: "that is empty", header: `t=${now},v1=`, body },
    { name: "in a header of another form", header: hex, body },
    { name: "in an empty header", header: "", body },
    { name: "with no header", header: null, body },
  ].map((each) => ({ secret, ...each, genuine: false }));
  return [...genuine, ...forged];
}
