import { createPortal } from "react-dom";
import type { CreatedGate } from "../../../core/private-api/organization.ts";
import { QrCode } from "./qr-code.tsx";

/** What is printed of a gate link: its name, the code, and how to use it. */
export function GateSheet({ gate }: { gate: CreatedGate }) {
  return createPortal(
    <div className="print-sheet">
      <h1>
        <bdi>{gate.name}</bdi>
      </h1>
      <QrCode value={gate.url} label={`QR code of the gate ${gate.name}`} />
      <p>Scan this with a phone's camera to count. No account is needed.</p>
      {gate.endsAt !== null && <p>It ends {ends.format(new Date(gate.endsAt))}.</p>}
    </div>,
    document.body,
  );
}

const ends = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" });
