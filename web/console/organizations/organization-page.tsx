import "../forms/settings.css";
import { Button, Input, Paper, Select, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type FocusEvent, useMemo } from "react";
import type { OrganizationView } from "../../../api/private/organizations.ts";
import { dayOf } from "../../../core/calendar.ts";
import { languageNames, languages } from "../../../core/languages.ts";
import { mailRules, type NoticeKind, noticeKinds } from "../../../core/members/preferences.ts";
import { may } from "../../../core/members/role.ts";
import { planTells } from "../../../core/notices/who-hears.ts";
import { type Plan, planNames, requestLimits } from "../../../core/organizations/plan.ts";
import { nowMs } from "../api/clock.ts";
import { organizationQuery, useOrganization } from "../api/session.ts";
import { CopiedId } from "../copying/copied-id.tsx";
import { formatDayStart, formatPickedDays, quarterChoices } from "../dates/format.ts";
import { Time } from "../dates/time.tsx";
import { SettingsConflict } from "../forms/settings-conflict.tsx";
import { ChatChannels } from "../notices/chat-channels.tsx";
import { kindAbout, kindNames, ruleNames } from "../notices/kind-names.ts";
import { mailboxUrl } from "../notices/mail-setting.ts";
import { ErrorAlert } from "../shell/errors.tsx";
import { Page } from "../shell/page.tsx";
import { QueryStates } from "../shell/query-states.tsx";
import { Section } from "../shell/section.tsx";
import { DeleteOrganization } from "./delete-organization.tsx";
import { RedrawCharts } from "./redraw-charts.tsx";
import { useSettingEdit } from "./use-setting-edit.ts";
import { zoneChoices, zonesFor } from "./zone-search.ts";

/** What belongs to the organization as a whole. */
export function OrganizationPage() {
  const { id, role } = useOrganization();
  const query = useQuery(organizationQuery(id));
  return (
    <Page title="Organization">
      <QueryStates query={query}>
        {(organization) => (
          <>
            <Paper withBorder px={{ base: "md", sm: "lg" }} className="settings">
              <NameForm organization={organization} />
              <TimeZoneForm organization={organization} />
              {may(role, "redraw_charts") && <RedrawCharts timeZone={organization.timeZone} />}
              <DayStartForm organization={organization} />
              <LanguageForm organization={organization} />
              <About organization={organization} />
            </Paper>
            {may(role, "manage_notices") && <ChatChannels />}
            {may(role, "manage_notices") && mailboxUrl() !== undefined && (
              <Section
                title="Mails"
                anchor="mails"
                about="Who gets which mail, unless they choose otherwise. Choose “Nobody” to switch a mail off for everyone."
              >
                <Paper withBorder px={{ base: "md", sm: "lg" }} className="settings">
                  {noticeKinds
                    .filter((kind) => planTells(kind, organization.plan))
                    .map((kind) => (
                      <MailsForm key={kind} organization={organization} kind={kind} />
                    ))}
                </Paper>
              </Section>
            )}
            {may(role, "delete_organization") && <DeleteOrganization organization={organization} />}
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

function About({ organization: { id, plan, createdAt } }: { organization: OrganizationView }) {
  const facts: [label: string, value: ReactNode, about?: string][] = [
    ["Plan", planNames[plan], `${included[plan]} Your operator can change it.`],
    ["Created", <Time key="created" at={createdAt} precision="day" />],
    ["ID", <CopiedId key="id" id={id} of="organization" />],
  ];
  return facts.map(([label, value, about]) => (
    <Input.Wrapper key={label} labelElement="div" label={label} description={about}>
      <Text size="sm" component="div" className="setting-value">
        {value}
      </Text>
    </Input.Wrapper>
  ));
}

interface SettingFormProps {
  edit: ReturnType<typeof useSettingEdit>;
  /** What its button says. */
  submit: string;
  /** The field, and what is said of it. */
  children: ReactNode;
}

/** One setting, which is saved by itself. */
function SettingForm({ edit, submit, children }: SettingFormProps) {
  return (
    <form onSubmit={edit.save} noValidate>
      <Stack align="flex-start">
        {children}
        {edit.conflict && (
          <SettingsConflict changes={edit.conflict} toKeepTheirs="reload the page" />
        )}
        <ErrorAlert error={edit.error} of={edit.value} />
        {edit.isChanged && (
          <Button type="submit" loading={edit.isPending}>
            {submit}
          </Button>
        )}
      </Stack>
    </form>
  );
}

function NameForm({ organization }: { organization: OrganizationView }) {
  const name = useSettingEdit(organization, "name");
  return (
    <SettingForm edit={name} submit="Save the name">
      <TextInput
        label="Name"
        description="Members, people at gates and invited people see it."
        value={name.value}
        onChange={(event) => name.set(event.currentTarget.value)}
        error={name.problem}
        w="100%"
      />
    </SettingForm>
  );
}

/** What is typed replaces what was chosen. */
function selectAll({ currentTarget }: FocusEvent<HTMLInputElement>): void {
  currentTarget.select();
}

function TimeZoneForm({ organization }: { organization: OrganizationView }) {
  const timeZone = useSettingEdit(organization, "timeZone");
  const choices = useMemo(
    () => zoneChoices(organization.timeZone, timeZone.value),
    [organization.timeZone, timeZone.value],
  );
  return (
    <SettingForm edit={timeZone} submit="Save the time zone">
      <Select
        label="Time zone"
        description="Charts show hours and days in this zone."
        data={choices}
        filter={({ options, search }) =>
          zonesFor(
            search,
            options.filter((one) => "value" in one),
          )
        }
        placeholder="A city or a country"
        nothingFoundMessage="Nothing found"
        onFocus={selectAll}
        value={timeZone.value}
        onChange={(chosen) => timeZone.set(chosen ?? organization.timeZone)}
        searchable
        allowDeselect={false}
        w="100%"
      />
    </SettingForm>
  );
}

function DayStartForm({ organization }: { organization: OrganizationView }) {
  const dayStart = useSettingEdit(organization, "dayStart");
  const newest = organization.dayStarts?.at(-1);
  const isToCome = newest !== undefined && newest.from > dayOf(organization, nowMs()).date;
  return (
    <SettingForm edit={dayStart} submit="Save the start of the day">
      <Select
        label="Start of the day"
        description="Each day of charts and reports starts at this time. A change applies from the next day."
        data={quarterChoices}
        nothingFoundMessage="Nothing found"
        onFocus={selectAll}
        value={dayStart.value}
        onChange={(chosen) => dayStart.set(chosen ?? dayStart.value)}
        searchable
        allowDeselect={false}
        w="100%"
      />
      {isToCome && (
        <Text size="sm">
          Days start at {formatDayStart(newest.at)} from{" "}
          {formatPickedDays({ type: "default", date: newest.from })} on.
        </Text>
      )}
    </SettingForm>
  );
}

const mailChoices = mailRules.map((value) => ({ value, label: ruleNames[value] }));

function MailsForm({ organization, kind }: { organization: OrganizationView; kind: NoticeKind }) {
  const mails = useSettingEdit(organization, `${kind}Mails`);
  return (
    <SettingForm edit={mails} submit="Save who gets it">
      <Select
        label={kindNames[kind]}
        description={kindAbout[kind]}
        data={mailChoices}
        value={mails.value}
        onChange={(chosen) => mails.set(chosen ?? mails.value)}
        allowDeselect={false}
        w="100%"
      />
    </SettingForm>
  );
}

const languageChoices = languages.map((value) => ({ value, label: languageNames[value] }));

function LanguageForm({ organization }: { organization: OrganizationView }) {
  const language = useSettingEdit(organization, "language");
  return (
    <SettingForm edit={language} submit="Save the language">
      <Select
        label="Language"
        description="Of embeds, screens, gate sheets, chat messages and mails, unless their URL or their reader asks for another."
        data={languageChoices}
        value={language.value}
        onChange={(chosen) => language.set(chosen ?? language.value)}
        allowDeselect={false}
        w="100%"
      />
    </SettingForm>
  );
}
