import { Button, Code, Group, Paper, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import type { EndpointView, SecretChange } from "../../../api/private/webhooks.ts";
import { change } from "../api/private-api.ts";
import { Time } from "../dates/time.tsx";
import { ErrorAlert } from "../shell/errors.tsx";
import { Section } from "../shell/section.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { useEndpointChange } from "./webhook-queries.ts";

/** Replaces the signing secret in two steps, so that no delivery is refused in between. */
export function SecretPanel({ endpoint }: { endpoint: EndpointView }) {
  const { id, nextSecretMadeAt: madeAt, standardWebhooks } = endpoint;
  const [secret, setSecret] = useState<string>();
  const replacing = useEndpointChange(
    (organizationId, body: SecretChange) =>
      change(
        "POST /api/webhooks/{organizationId}/endpoints/{endpointId}/secret",
        { organizationId, endpointId: id },
        body,
      ),
    (changed) => setSecret(changed.secret ?? undefined),
  );
  return (
    <Section title="Signing secret" anchor="secret">
      <Paper withBorder p="md">
        <Stack>
          {madeAt === null ? (
            <MakeNext
              make={() => replacing.mutate({ action: "make" })}
              isPending={replacing.isPending}
              standardWebhooks={standardWebhooks}
            />
          ) : (
            <EndNext
              madeAt={madeAt}
              standardWebhooks={standardWebhooks}
              isPending={replacing.isPending}
              end={(action) =>
                replacing.mutate(
                  { action, madeAt },
                  { onSuccess: () => notifications.show({ message: ended[action] }) },
                )
              }
            />
          )}
          <ErrorAlert error={replacing.error} />
        </Stack>
      </Paper>
      {secret !== undefined && (
        <SecretDialog
          secret={secret}
          endpointId={id}
          title="Save the next secret now"
          onClose={() => setSecret(undefined)}
        >
          It is shown only once.{" "}
          {standardWebhooks ? onlyStandardYet : "Nothing is signed with it yet."} Let your receiver
          accept both secrets, as the sample does with <Code>WEBHOOK_NEXT_SECRET</Code>, and then
          activate it here.
        </SecretDialog>
      )}
    </Section>
  );
}

const ended = {
  activate: "Deliveries are signed with the next secret from now on.",
  discard: "The next secret is discarded. The one in use stays.",
};

const onlyStandardYet =
  "Until you activate it, only webhook-signature includes it; X-Service-Signature does not.";

function MakeNext(props: { make: () => void; isPending: boolean; standardWebhooks: boolean }) {
  const { make, isPending, standardWebhooks } = props;
  return (
    <>
      <Text size="sm">
        To replace the secret, create the next one, give it to your receiver, and then activate it.{" "}
        {standardWebhooks
          ? "X-Service-Signature uses one secret at a time; webhook-signature has one signature for each."
          : "Each delivery is signed with exactly one secret."}
      </Text>
      <Group>
        <Button variant="default" onClick={make} loading={isPending}>
          Create the next secret
        </Button>
      </Group>
    </>
  );
}

function EndNext(props: {
  madeAt: string;
  standardWebhooks: boolean;
  isPending: boolean;
  end: (action: "activate" | "discard") => void;
}) {
  const { madeAt, standardWebhooks, isPending, end } = props;
  const activate = () =>
    modals.openConfirmModal({
      title: "Activate the next secret?",
      children: (
        <Text>
          All deliveries from now on, retries as well, are signed with it. The old secret is
          forgotten, so your receiver must know the next one already.
        </Text>
      ),
      labels: { confirm: "Activate secret", cancel: "Not yet" },
      onConfirm: () => end("activate"),
    });
  return (
    <>
      <Text size="sm">
        A next secret was created <Time at={madeAt} />.{" "}
        {standardWebhooks ? onlyStandardYet : "It signs nothing until it is activated."}
      </Text>
      <Group>
        <Button onClick={activate} loading={isPending}>
          Activate it
        </Button>
        <Button variant="default" onClick={() => end("discard")} disabled={isPending}>
          Discard it
        </Button>
      </Group>
    </>
  );
}
