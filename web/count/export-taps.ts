import { type CsvDialect, csvDialect, csvLine, csvTime } from "../browser/csv-line.ts";
import { type Block, credentialId, type DeviceTap } from "./queue/device-tap.ts";

const columns = (timeZone: string) => [
  ...["tapId", "counterId", "counterName", "countedAs", "direction"],
  ...[`tappedAt (${timeZone})`, `undoneAt (${timeZone})`, "sentBefore", "reason"],
];

const blockReasons: Record<Block, string> = {
  signed_out: "signed_out",
  link_needed: "gate_link_needed",
  revoked: "gate_revoked",
  ended: "gate_ended",
  forbidden: "not_a_member",
};

export interface TapFacts {
  /** The counter's name where the device knows it. */
  nameOf(tap: DeviceTap): string | undefined;
  blockOf(tap: DeviceTap): Block | null;
}

/** The sheet that the file is for: by default one of the device. */
interface Sheet {
  dialect?: CsvDialect;
  timeZone?: string;
}

/** Taps as CSV, one line each; a line with `undoneAt` is the undo of the tap. */
export function tapsCsv(
  taps: readonly DeviceTap[],
  { nameOf, blockOf }: TapFacts,
  { dialect = csvDialect(), timeZone = deviceTimeZone() }: Sheet = {},
): string {
  const lines = taps.map((tap) => [
    tap.id,
    tap.counterId,
    nameOf(tap) ?? "",
    credentialId(tap.credential),
    tap.direction,
    csvTime(tap.tappedAt, timeZone),
    tap.undo === undefined ? "" : csvTime(tap.undo.atMs, timeZone),
    mayBeCounted(tap) ? "yes" : "no",
    tap.kept?.reason ?? reasonOf(blockOf(tap)),
  ]);
  return [columns(timeZone), ...lines].map((cells) => csvLine(cells, dialect)).join("");
}

function deviceTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** True when a request with the tap had no response: nobody knows whether it was counted. */
function mayBeCounted({ kept, sentAtMs }: DeviceTap): boolean {
  return kept === null ? sentAtMs !== null : kept.reason === "unclear";
}

function reasonOf(block: Block | null): string {
  return block === null ? "waiting" : blockReasons[block];
}
