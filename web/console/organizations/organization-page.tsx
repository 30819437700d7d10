import { Badge, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { OrganizationView } from "../../../api/private/organization.ts";
import { may } from "../../../core/members/role.ts";
import { type Plan, planNames, requestLimits } from "../../../core/organizations/plan.ts";
import { read } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { CopiedId } from "../copying/copied-id.tsx";
import { Time } from "../dates/time.tsx";
import { Page } from "../shell/page.tsx";
import { QueryStates } from "../shell/query-states.tsx";
import { DeleteOrganization } from "./delete-organization.tsx";
import { NameForm } from "./name-form.tsx";
import { TimeZoneForm } from "./time-zone-form.tsx";

/** What belongs to the organization as a whole. */
export function OrganizationPage() {
  const { id, role } = useOrganization();
  const query = useQuery({
    queryKey: [id, "organization"],
    queryFn: () => read("GET /api/organization/{organizationId}", { organizationId: id }),
  });
  return (
    <Page title="Organization" times="viewer">
      <QueryStates query={query}>
        {(organization) => (
          <>
            <Paper withBorder p="lg" maw={640}>
              <NameForm organization={organization} />
            </Paper>
            <Paper withBorder p="lg" maw={640}>
              <TimeZoneForm organization={organization} />
            </Paper>
            <Paper withBorder p="lg" maw={640}>
              <PlanSection organization={organization} />
            </Paper>
            {may(role, "delete_organization") && (
              <Paper withBorder p="lg" maw={640}>
                <DeleteOrganization organization={organization} />
              </Paper>
            )}
          </>
        )}
      </QueryStates>
    </Page>
  );
}

const perKey = (plan: Plan) =>
  `${requestLimits(plan).requestsPerMinute} requests a minute for each key`;

const included: Record<Plan, string> = {
  free: "Counters, groups, gates and embeds.",
  pro: `Everything of Free, the read API at ${perKey("pro")}, and webhooks.`,
  enterprise: `Everything of Pro, ${perKey("enterprise")}, and threshold alerts.`,
};

function PlanSection({
  organization: { id, plan, createdAt },
}: {
  organization: OrganizationView;
}) {
  return (
    <Stack gap="xs" align="flex-start">
      <Title order={2} size="h4">
        Plan
      </Title>
      <Badge size="lg" variant="light">
        {planNames[plan]}
      </Badge>
      <Text>{included[plan]}</Text>
      <Text c="dimmed" size="sm">
        Your operator changes the plan. The organization is <CopiedId id={id} of="organization" />,
        created <Time at={createdAt} precision="day" />.
      </Text>
    </Stack>
  );
}
