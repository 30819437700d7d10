import { Button, Center } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fragment, useEffect } from "react";
import { createPortal } from "react-dom";
import type { CreatedGate } from "../../../api/private/gates.ts";
import { useOrganization } from "../api/session.ts";
import { allCountersQuery } from "../counters/counter-queries.ts";
import { dateFormat, fullMoment } from "../dates/format.ts";
import { ShownOnceDialog } from "../dialogs/shown-once-dialog.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { QrCode } from "./qr-code.tsx";

interface GateLinkDialogProps {
  gate: CreatedGate;
  onClose: () => void;
}

/** Shows the link of a new gate, once. */
export function GateLinkDialog({ gate, onClose }: GateLinkDialogProps) {
  return (
    <ShownOnceDialog
      shown="gate's link"
      onClose={onClose}
      title="Your gate link"
      about={
        <>
          Copy or print the link of <Foreign>{gate.name}</Foreign> now: it is shown only once.
          Whoever has it can count.
        </>
      }
      label="Link"
      value={gate.url}
      copy="Copy link"
      actions={
        <Button variant="default" onClick={() => window.print()}>
          Print
        </Button>
      }
    >
      <Center>
        <QrCode value={gate.url} gate={gate.name} />
      </Center>
      <GateSheet gate={gate} />
    </ShownOnceDialog>
  );
}

/** What is printed of a gate link: its name, the code, and how to use it. */
function GateSheet({ gate }: { gate: CreatedGate }) {
  const { id, name, timeZone } = useOrganization();
  const { data } = useQuery(allCountersQuery(id));
  const byId = new Map(data?.counters.map((counter) => [counter.id, counter]));
  const counters = gate.counterIds.flatMap((counterId) => byId.get(counterId) ?? []);
  useEffect(() => {
    document.body.classList.add("prints-sheet");
    return () => document.body.classList.remove("prints-sheet");
  }, []);
  return createPortal(
    <div className="print-sheet">
      <h1>
        <Foreign>{gate.name}</Foreign>
      </h1>
      <p>
        <Foreign>{name}</Foreign>
        {counters.length > 0 && ": "}
        {counters.map((counter, index) => (
          <Fragment key={counter.id}>
            {index > 0 && ", "}
            <Foreign>{counter.name}</Foreign>
          </Fragment>
        ))}
      </p>
      <QrCode value={gate.url} gate={gate.name} />
      <p>Scan this with a phone's camera to count. No account is needed.</p>
      {gate.endsAt !== null && (
        <p>It ends {dateFormat(fullMoment, timeZone).format(new Date(gate.endsAt))}.</p>
      )}
    </div>,
    document.body,
  );
}
