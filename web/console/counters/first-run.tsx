import { Button, Group, Paper, Stack, Text, TextInput, Timeline } from "@mantine/core";
import { useForm } from "@mantine/form";
import * as z from "zod";
import type { CounterView } from "../../../api/private/counters.ts";
import { NewName } from "../../../core/display-name.ts";
import { may } from "../../../core/members/role.ts";
import { planIncludesApi } from "../../../core/organizations/plan.ts";
import { change } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { type OfForm, useCreation } from "../forms/use-creation.ts";
import { ErrorAlert } from "../shell/errors.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { validateBy } from "../shell/form-errors.ts";
import { PageLink } from "../shell/page-link.tsx";

interface FirstRunProps {
  /** The counter that step one made, as it is now; undefined before. */
  counter: CounterView | undefined;
  onMade: (counter: CounterView) => void;
  /** Leaves the steps for the list of counters. */
  onDone: () => void;
}

/** The first two minutes of an organization: make a counter, count, connect. */
export function FirstRun({ counter, onMade, onDone }: FirstRunProps) {
  const { id: organizationId } = useOrganization();
  const isCounted = counter !== undefined && counter.lastEventId > 0;
  const step = counter === undefined ? 0 : isCounted ? 2 : 1;
  return (
    <Paper withBorder p="lg" maw={820}>
      <Timeline active={step} bulletSize={28} lineWidth={2}>
        <Timeline.Item bullet="1" title="Create a counter">
          {counter === undefined ? (
            <MakeCounter onMade={onMade} />
          ) : (
            <Text c="dimmed">
              Done:{" "}
              <PageLink
                to="/organizations/$organizationId/counters/$counterId"
                params={{ organizationId, counterId: counter.id }}
              >
                <Foreign>{counter.name}</Foreign>
              </PageLink>
            </Text>
          )}
        </Timeline.Item>
        <Timeline.Item bullet="2" title="Count">
          {counter === undefined ? (
            <Text c="dimmed">With a phone, a tablet, a keyboard or a USB clicker.</Text>
          ) : (
            <Count counter={counter} />
          )}
        </Timeline.Item>
        <Timeline.Item bullet="3" title="Connect">
          {isCounted ? (
            <Connect onDone={onDone} />
          ) : (
            <Text c="dimmed">Colleagues, and your own programs.</Text>
          )}
        </Timeline.Item>
      </Timeline>
    </Paper>
  );
}

const CounterName = z.object({ name: NewName });

function MakeCounter({ onMade }: Pick<FirstRunProps, "onMade">) {
  const { id: organizationId } = useOrganization();
  const form = useForm({
    initialValues: { name: "" },
    validate: validateBy(CounterName),
  });
  const creation = useCreation(
    (setup: OfForm<{ name: string }>) =>
      change("POST /api/setup/{organizationId}/counters", { organizationId }, setup),
    { onSuccess: onMade },
  );
  return (
    <form onSubmit={form.onSubmit((values) => creation.mutate(values))} noValidate>
      <Stack gap="sm" align="flex-start">
        <TextInput
          label="Name of the counter"
          description="What it counts, such as “Main entrance”. Everything else can be set later."
          w="100%"
          {...form.getInputProps("name")}
        />
        <ErrorAlert error={creation.error} of={form.values} />
        <Button type="submit" loading={creation.isPending}>
          Create the first counter
        </Button>
      </Stack>
    </form>
  );
}

function Count({ counter }: { counter: NonNullable<FirstRunProps["counter"]> }) {
  const isCounted = counter.lastEventId > 0;
  return (
    <Stack gap="sm" align="flex-start">
      <Text>
        {isCounted ? "It counts: " : "Start counting, and press plus. Now: "}
        <Text span fw={600} className="figures" aria-live="polite">
          {counter.count.toLocaleString()}
        </Text>
      </Text>
      <Button
        component="a"
        href={`/count/${counter.id}`}
        target="_blank"
        variant={isCounted ? "default" : "filled"}
      >
        Start counting
      </Button>
    </Stack>
  );
}

function Connect({ onDone }: Pick<FirstRunProps, "onDone">) {
  const { id: organizationId, role, plan } = useOrganization();
  const params = { organizationId };
  return (
    <Stack gap="sm" align="flex-start">
      {may(role, "manage_members") && (
        <PageLink to="/organizations/$organizationId/settings/members" params={params}>
          Invite colleagues
        </PageLink>
      )}
      {may(role, "manage_keys") && (
        <PageLink to="/organizations/$organizationId/settings/api-keys" params={params}>
          {planIncludesApi(plan)
            ? "Read the count from your programs"
            : "See what the read API needs"}
        </PageLink>
      )}
      <Group>
        <Button onClick={onDone}>Go to the counters</Button>
      </Group>
    </Stack>
  );
}
