import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CreatedKey } from "../../../api/private/keys.ts";
import { planIncludesApi } from "../../../core/organizations/plan.ts";
import { read } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { CopiedValue } from "../copying/copied-value.tsx";
import { ShownOnceDialog } from "../dialogs/shown-once-dialog.tsx";
import { useOpened } from "../dialogs/use-opened.ts";
import { showCreated, wasCreated } from "../shell/created.tsx";
import { useCreationHash } from "../shell/creation-hash.ts";
import { DocsLink } from "../shell/docs-link.tsx";
import { NeedsPlan } from "../shell/needs-plan.tsx";
import { Page } from "../shell/page.tsx";
import { EmptyList, Maximum, QueryStates } from "../shell/query-states.tsx";
import { CreateKeyDialog } from "./create-key-dialog.tsx";
import { KeyTable } from "./key-table.tsx";

/** The keys of the read API. */
export function KeysPage() {
  const { id, plan } = useOrganization();
  const [creating, { open, close }] = useOpened();
  useCreationHash(open);
  const [created, setCreated] = useState<CreatedKey>();
  const query = useQuery({
    queryKey: [id, "keys"],
    queryFn: () => read("GET /api/keys/{organizationId}", { organizationId: id }),
    // How much of the limits is used changes by itself.
    refetchInterval: 10_000,
  });
  const isFull = query.data !== undefined && query.data.keys.length >= query.data.maximum;
  const create = planIncludesApi(plan) && (
    <Button onClick={open} disabled={query.data === undefined || isFull}>
      Create API key
    </Button>
  );
  return (
    <Page
      title="API keys"
      about={
        <>
          With a key, your program reads counters and their history. Keys can only read.{" "}
          {planIncludesApi(plan) && <DocsLink to="reference">API reference</DocsLink>}
        </>
      }
      actions={query.data?.keys.length === 0 ? undefined : create}
    >
      {!planIncludesApi(plan) && (
        <NeedsPlan
          title="The read API needs the Pro plan"
          docs="reference"
          button="API reference"
        />
      )}
      <QueryStates query={query}>
        {({ keys, maximum, apiUrl }) => (
          <>
            {isFull && <Maximum of={`${maximum} keys`} remedy="Revoke one to create another." />}
            {keys.length > 0 && <KeyTable keys={keys} maximum={maximum} />}
            {planIncludesApi(plan) && keys.length > 0 && (
              <CopiedValue
                label="Example, with a key in the variable API_KEY"
                value={`curl -H "Authorization: Bearer $API_KEY" ${apiUrl}/api/v1/counters`}
                copy="Copy example"
              />
            )}
            {keys.length === 0 && planIncludesApi(plan) && (
              <EmptyList title="There are no API keys yet">
                <Text>Create one for each program, so that each can be revoked by itself.</Text>
                {create}
              </EmptyList>
            )}
          </>
        )}
      </QueryStates>
      {creating && <CreateKeyDialog onClose={close} onCreated={setCreated} />}
      {created !== undefined && (
        <CreatedKeyDialog
          created={created}
          apiUrl={query.data?.apiUrl ?? ""}
          onClose={() => {
            setCreated(undefined);
            showCreated(created.id, wasCreated(created.name));
          }}
        />
      )}
    </Page>
  );
}

interface CreatedKeyDialogProps {
  created: CreatedKey;
  /** {api_url} */
  apiUrl: string;
  onClose: () => void;
}

/** A new key, shown once. */
function CreatedKeyDialog({ created: { key }, apiUrl, onClose }: CreatedKeyDialogProps) {
  return (
    <ShownOnceDialog
      shown="API key"
      onClose={onClose}
      title="Save this key now"
      size="lg"
      about="It is shown only once: the service stores only a hash of it. Whoever has it reads all counters of the organization."
      label="API key"
      value={key}
      copy="Copy key"
    >
      <CopiedValue
        label="Try it"
        value={`curl -H "Authorization: Bearer ${key}" ${apiUrl}/api/v1/counters`}
        copy="Copy command"
      />
    </ShownOnceDialog>
  );
}
