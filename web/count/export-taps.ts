import { csvLine } from "../browser/csv-line.ts";
import { type Block, credentialId, type DeviceTap } from "./queue/device-tap.ts";

const columns = [
  "tapId",
  "counterId",
  "counterName",
  "countedAs",
  "direction",
  "tappedAt",
  "undoneAt",
  "sentBefore",
  "reason",
];

const blockReasons: Record<Block, string> = {
  signed_out: "signed_out",
  revoked: "gate_revoked",
  ended: "gate_ended",
  forbidden: "not_a_member",
};

export interface TapFacts {
  /** The counter's name where the device knows it. */
  nameOf(tap: DeviceTap): string | undefined;
  blockOf(tap: DeviceTap): Block | null;
}

/** Taps as CSV, one line each; a line with `undoneAt` is the undo of the tap. */
export function tapsCsv(taps: readonly DeviceTap[], { nameOf, blockOf }: TapFacts): string {
  const lines = taps.map((tap) => [
    tap.id,
    tap.counterId,
    nameOf(tap) ?? "",
    credentialId(tap.credential),
    tap.direction,
    tap.tappedAt,
    tap.undo === undefined ? "" : new Date(tap.undo.atMs).toISOString(),
    mayBeCounted(tap) ? "yes" : "no",
    tap.kept?.reason ?? reasonOf(blockOf(tap)),
  ]);
  return [columns, ...lines].map(csvLine).join("");
}

/** True when a request with the tap had no response: nobody knows whether it was counted. */
function mayBeCounted({ kept, sentAtMs }: DeviceTap): boolean {
  return kept === null ? sentAtMs !== null : kept.reason === "unclear";
}

function reasonOf(block: Block | null): string {
  return block === null ? "waiting" : blockReasons[block];
}
