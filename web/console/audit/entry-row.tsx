import { Stack, Table, Text } from "@mantine/core";
import type { AuditEntryView } from "../../../core/private-api/organization.ts";
import { Time } from "../shell/time.tsx";
import { actionSentence } from "./actions.ts";

/** A change: when, who, what, and each field that is another than before. */
export function EntryRow({ entry }: { entry: AuditEntryView }) {
  const { at, actor, action, target } = entry;
  return (
    <Table.Tr>
      <Table.Td miw={150}>
        <Time at={at} precision="second" />
      </Table.Td>
      <Table.Td>
        <bdi>{actor.name ?? actorKinds[actor.kind]}</bdi>
      </Table.Td>
      <Table.Td>
        {actionSentence(action)}{" "}
        {target.name !== null && (
          <Text span fw={600} size="sm">
            <bdi>{target.name}</bdi>
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Changes entry={entry} />
      </Table.Td>
    </Table.Tr>
  );
}

const actorKinds = {
  operator: "operator",
  member: "a member",
  gate: "a gate",
  person: "somebody",
} as const;

function Changes({ entry: { before, after } }: { entry: AuditEntryView }) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changed = fields.filter((field) => text(before?.[field]) !== text(after?.[field]));
  if (changed.length === 0) return <Text c="dimmed">–</Text>;
  return (
    <Stack gap={2}>
      {changed.map((field) => (
        <Text key={field} size="sm">
          <Text span c="dimmed" size="sm">
            {inWords(field)}:{" "}
          </Text>
          <Values before={before?.[field]} after={after?.[field]} />
        </Text>
      ))}
    </Stack>
  );
}

type Value = NonNullable<AuditEntryView["before"]>[string] | undefined;

function Values({ before, after }: { before: Value; after: Value }) {
  if (before === undefined) return <bdi>{text(after)}</bdi>;
  if (after === undefined) {
    return (
      <>
        was <bdi>{text(before)}</bdi>
      </>
    );
  }
  return (
    <>
      <bdi>{text(before)}</bdi> → <bdi>{text(after)}</bdi>
    </>
  );
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

function inViewersFormat(at: string): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/** `rearmBelow` as “rearm below”. */
function inWords(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function text(value: Value): string {
  if (value === undefined || value === null) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return value.toLocaleString();
  if (typeof value === "string") return isoTime.test(value) ? inViewersFormat(value) : value;
  if (Array.isArray(value)) return value.map(text).join(", ") || "none";
  return Object.entries(value)
    .map(([field, inner]) => `${inWords(field)} ${text(inner)}`)
    .join(", ");
}
