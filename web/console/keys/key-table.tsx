import { Code, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { Fragment } from "react";
import type { KeyList, KeyView } from "../../../api/private/keys.ts";
import { withoutBidiControls } from "../../../core/bidi.ts";
import { change } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { Ago, Time } from "../dates/time.tsx";
import { ConfirmButton } from "../dialogs/confirm-button.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { Row, type RowHead, RowTable } from "../tables/row-table.tsx";

const heads: RowHead[] = [
  { name: "Name" },
  { name: "Key", wide: true },
  { name: "Created", wide: true },
  { name: "Last used" },
  { name: "Requests", wide: true },
  { name: "Actions", wide: true, end: true },
];

export function KeyTable({ keys, maximum }: Pick<KeyList, "keys" | "maximum">) {
  return (
    <Stack gap="xs">
      <RowTable label="API keys" heads={heads} opens="narrow">
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} />
        ))}
      </RowTable>
      <Text size="sm" c="dimmed">
        {keys.length} of {maximum} keys
      </Text>
    </Stack>
  );
}

function KeyRow({ apiKey }: { apiKey: KeyView }) {
  const { name, lastFour, createdAt, lastUsedAt, minute, hour } = apiKey;
  return (
    <Row
      id={apiKey.id}
      heads={heads}
      opens={name}
      cells={[
        <Foreign key="name">{name}</Foreign>,
        <Code key="key">…{lastFour}</Code>,
        <Fragment key="created">
          <Time at={createdAt} precision="day" /> <Creator apiKey={apiKey} />
        </Fragment>,
        lastUsedAt === null ? "Never" : <Ago key="used" at={lastUsedAt} />,
        hour.limit === 0 ? (
          <span key="requests" className="row-dim">
            not on this plan
          </span>
        ) : (
          <Fragment key="requests">
            <Use of={minute} per="minute" /> · <Use of={hour} per="hour" />
          </Fragment>
        ),
        <RevokeButton key="revoke" apiKey={apiKey} />,
      ]}
    />
  );
}

function Creator({ apiKey: { createdBy, creatorName } }: { apiKey: KeyView }) {
  return (
    <span className="row-dim">
      by {createdBy === "operator" ? "Operator" : <Foreign>{creatorName ?? "a member"}</Foreign>}
    </span>
  );
}

/** How much of a limit is used. */
function Use({ of: { used, limit }, per }: { of: KeyView["minute"]; per: "minute" | "hour" }) {
  const text = `${used.toLocaleString()} of ${limit.toLocaleString()} this ${per}`;
  return used < limit ? (
    text
  ) : (
    <Text span inherit fw={600} c="var(--failing)">
      {text}: limit reached
    </Text>
  );
}

function RevokeButton({ apiKey: { id: keyId, name, lastFour } }: { apiKey: KeyView }) {
  const { id: organizationId } = useOrganization();
  return (
    <ConfirmButton
      label="Revoke"
      spoken={`Revoke ${withoutBidiControls(name)}`}
      question={{
        title: "Revoke the API key?",
        text: (
          <Text>
            The next request with “<Foreign>{name}</Foreign>” (…{lastFour}) is refused. A revoked
            key cannot come back.
          </Text>
        ),
        confirm: "Revoke API key",
        cancel: "Keep it",
      }}
      act={() => change("DELETE /api/keys/{organizationId}/{keyId}", { organizationId, keyId })}
      onDone={() => notifications.show({ message: `The key …${lastFour} is revoked.` })}
      reload={["keys"]}
    />
  );
}
