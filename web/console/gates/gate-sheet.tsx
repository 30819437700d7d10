import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { createPortal } from "react-dom";
import type { CreatedGate } from "../../../api/private/gates.ts";
import { useOrganization } from "../api/session.ts";
import { allCountersQuery } from "../counters/counter-queries.ts";
import { dateFormat, fullMoment } from "../dates/format.ts";
import { QrCode } from "./qr-code.tsx";

/** What is printed of a gate link: its name, the code, and how to use it. */
export function GateSheet({ gate }: { gate: CreatedGate }) {
  const { id, name, timeZone } = useOrganization();
  const { data } = useQuery(allCountersQuery(id));
  const counters = (data?.counters ?? []).filter((counter) => gate.counterIds.includes(counter.id));
  return createPortal(
    <div className="print-sheet">
      <h1>
        <bdi>{gate.name}</bdi>
      </h1>
      <p>
        <bdi>{name}</bdi>
        {counters.length > 0 && ": "}
        {counters.map((counter, index) => (
          <Fragment key={counter.id}>
            {index > 0 && ", "}
            <bdi>{counter.name}</bdi>
          </Fragment>
        ))}
      </p>
      <QrCode value={gate.url} label={`QR code of the gate ${gate.name}`} />
      <p>Scan this with a phone's camera to count. No account is needed.</p>
      {gate.endsAt !== null && (
        <p>It ends {dateFormat(fullMoment, timeZone).format(new Date(gate.endsAt))}.</p>
      )}
    </div>,
    document.body,
  );
}
