import { Button, Center } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { CreatedGate } from "../../../api/private/gates.ts";
import { defaultLanguage, isLanguage } from "../../../core/languages.ts";
import { organizationQuery, useOrganization } from "../api/session.ts";
import { allCountersQuery } from "../counters/counter-queries.ts";
import { ShownOnceDialog } from "../dialogs/shown-once-dialog.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { GateSheet } from "./gate-sheet.tsx";
import { QrCode } from "./qr-code.tsx";

interface GateLinkDialogProps {
  gate: CreatedGate;
  onClose: () => void;
}

/** Shows the link of a new gate, once. */
export function GateLinkDialog({ gate, onClose }: GateLinkDialogProps) {
  const { id } = useOrganization();
  const organization = useQuery(organizationQuery(id));
  const counters = useQuery(allCountersQuery(id));
  const byId = new Map(counters.data?.counters.map((counter) => [counter.id, counter]));
  const language = organization.data?.language;
  return (
    <ShownOnceDialog
      shown="gate’s link"
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
        <Button
          variant="default"
          loading={organization.isLoading || counters.isLoading}
          onClick={() => window.print()}
        >
          Print sheet
        </Button>
      }
    >
      <Center>
        <QrCode value={gate.url} gate={gate.name} />
      </Center>
      <GateSheet
        gate={gate}
        counters={gate.counterIds.flatMap((counterId) => byId.get(counterId) ?? [])}
        language={isLanguage(language) ? language : defaultLanguage}
      />
    </ShownOnceDialog>
  );
}
