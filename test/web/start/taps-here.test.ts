import { expect, test } from "vitest";
import type { SessionView } from "../../../api/private/sessions.ts";
import { en as count } from "../../../web/count/messages/en.ts";
import type { Block, DeviceCredential, DeviceTap } from "../../../web/count/queue/device-tap.ts";
import { en as start } from "../../../web/start/messages/en.ts";
import { tapsLines, type Viewer } from "../../../web/start/taps-here.ts";
import { withoutIsolation } from "../languages/spoken-text.ts";

const messages = { count, start };
const gate: DeviceCredential = { kind: "gate", gateId: "gat_1" };
const member: DeviceCredential = {
  kind: "member",
  organizationId: "org_1",
  memberId: "mem_1",
  personId: "per_1",
};

function viewer(id: string): SessionView {
  return { person: { id, name: null, email: null }, organizations: [], deletions: [] };
}

function lines(credential: DeviceCredential, who: Viewer, block: Block | null, kept = false) {
  const tap = (order: number): DeviceTap => ({
    id: `tap_${order}`,
    credential,
    counterId: "ctr_1",
    direction: "up",
    tappedAt: "2026-11-22T10:00:00.000Z",
    order,
    sentAtMs: null,
    lastSentAtMs: null,
    kept: kept ? { reason: "locked", atMs: 1 } : null,
  });
  const known = { viewer: who, messages, nameOf: () => "Main entrance", blockOf: () => block };
  const shown = tapsLines([tap(1), tap(2)], known);
  return shown.map(({ href, text }) => ({ href, text: withoutIsolation(text) }));
}

test.each<[DeviceTap["kept"], string]>([
  [null, "1 undo of Main entrance waits to be sent"],
  [{ reason: "locked", atMs: 1 }, "1 undo of Main entrance was not accepted"],
])("undos have a line of their own", (kept, text) => {
  const tap: DeviceTap = {
    ...{ id: "tap_1", credential: gate, counterId: "ctr_1", direction: "up", order: 1, kept },
    ...{ tappedAt: "2026-11-22T10:00:00.000Z", sentAtMs: null, lastSentAtMs: null },
  };
  const undo = { ...tap, order: 2, undo: { atMs: 1, delta: 1 } };
  const known = { viewer: null, messages, nameOf: () => "Main entrance", blockOf: () => null };
  expect(
    tapsLines([{ ...tap, kept: null }, undo], known).map(({ text }) => withoutIsolation(text)),
  ).toEqual([...["1 tap of Main entrance waits to be sent", text]]);
});

test.each<[string, DeviceCredential, Viewer, Block | null, boolean, string]>([
  ["a revoked gate", gate, null, "revoked", false, "2 taps of Main entrance were not counted"],
  [
    "after a removal",
    member,
    viewer("per_1"),
    "forbidden",
    false,
    "2 taps of Main entrance were not counted",
  ],
  ["refused", gate, undefined, null, true, "2 taps of Main entrance were not counted"],
  ["without a network", gate, undefined, null, false, "2 taps of Main entrance wait to be sent"],
  [
    "signed out",
    member,
    null,
    "signed_out",
    false,
    "2 taps of Main entrance wait until the person who made them signs in again",
  ],
  [
    "another person is signed in, in another organization",
    member,
    viewer("per_2"),
    "forbidden",
    false,
    "2 taps of another person on this phone wait until the person who made them signs in again (Main entrance)",
  ],
])("%s: the start page says what is on the device", (_, credential, who, block, kept, text) => {
  const path = credential.kind === "gate" ? "/count/ctr_1?gate=gat_1" : "/count/ctr_1";
  expect(lines(credential, who, block, kept)).toEqual([{ href: path, text }]);
});
