import "../forms/settings.css";
import { Alert, Anchor, Group, MultiSelect, Paper, Select, Stack, Switch } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { NotificationsView } from "../../../api/private/notices.ts";
import { languageNames, languages } from "../../../core/languages.ts";
import type { PreferencesChange, QuietHours } from "../../../core/members/preferences.ts";
import { change } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { quarterChoices } from "../dates/format.ts";
import { groupsQuery } from "../groups/group-queries.ts";
import { ErrorAlert } from "../shell/errors.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { Page } from "../shell/page.tsx";
import { MissingPage } from "../shell/page-states.tsx";
import { QueryStates } from "../shell/query-states.tsx";
import { kindAbout, kindNames } from "./kind-names.ts";
import { mailboxUrl } from "./mail-setting.ts";
import { MailStopped } from "./mail-stopped.tsx";
import { alertHearersQuery, notificationsQuery } from "./notice-queries.ts";
import { TestMail } from "./test-mail.tsx";

/** What the signed-in member gets mails of, in which language, and when. */
export function NotificationsPage() {
  const { id } = useOrganization();
  const mailbox = mailboxUrl();
  const query = useQuery({ ...notificationsQuery(id), enabled: mailbox !== undefined });
  if (mailbox === undefined) return <MissingPage />;
  return (
    <Page
      title="Notifications"
      about="What this organization mails you; others choose for themselves. Changes are saved at once."
    >
      <QueryStates query={query}>
        {(view) => (
          <>
            <MailStopped />
            {!mayGetMail(view) && <Unconfirmed view={view} mailbox={mailbox} />}
            <Choices view={view} mailbox={mailbox} />
          </>
        )}
      </QueryStates>
    </Page>
  );
}

function Inbox({ mailbox }: Pick<AddressProps, "mailbox">) {
  return (
    mailbox !== "" && (
      <Anchor inherit href={mailbox} target="_blank" underline="always">
        Open the mailbox of this computer
      </Anchor>
    )
  );
}

function Unconfirmed({ view: { address }, mailbox }: AddressProps) {
  return (
    <Alert color="orange" role="note">
      <strong>You get no mails yet.</strong>{" "}
      {address === null ? (
        "Where you sign in, you have no e-mail address. Add one there"
      ) : (
        <>
          Where you sign in, nobody confirms that <Foreign>{address}</Foreign> is yours. Verify it
          there
        </>
      )}
      , then sign out here and sign in again. If you cannot, ask the people who run this service.{" "}
      <Inbox mailbox={mailbox} />
    </Alert>
  );
}

function mayGetMail({ address, isVouchedFor }: NotificationsView): boolean {
  return address !== null && isVouchedFor;
}

interface AddressProps {
  view: NotificationsView;
  /** Empty where there is none. */
  mailbox: string;
}

function Choices({ view, mailbox }: AddressProps) {
  const { id } = useOrganization();
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: (body: PreferencesChange) =>
      change(
        "PATCH /api/organization/{organizationId}/notifications",
        { organizationId: id },
        body,
      ),
    onSuccess: (saved) => {
      client.setQueryData(notificationsQuery(id).queryKey, saved);
      void client.invalidateQueries({ queryKey: alertHearersQuery(id).queryKey });
    },
  });
  // Until the response is there, the page shows what was chosen.
  const sent = saving.isPending ? saving.variables : {};
  const { quietHours = null } = { ...view, ...sent };
  const { language = null, reportGroupIds = null } = { ...view, ...sent };
  const hearsReport = view.kinds.some(
    ({ kind, hears }) => kind === "report" && (sent.kinds?.report ?? hears),
  );
  return (
    <>
      <ErrorAlert error={saving.error} />
      <Paper withBorder px={{ base: "md", sm: "lg" }} className="settings">
        {mayGetMail(view) && (
          <TestMail>
            Mails go to <Foreign>{view.address}</Foreign>. <Inbox mailbox={mailbox} />
          </TestMail>
        )}
        {view.kinds.map(({ kind, hears, isOff }) => (
          <Switch
            key={kind}
            labelPosition="left"
            label={kindNames[kind]}
            description={isOff ? "Switched off by the organization’s owners." : kindAbout[kind]}
            checked={sent.kinds?.[kind] ?? hears}
            disabled={saving.isPending || isOff}
            onChange={({ currentTarget: { checked } }) =>
              saving.mutate({ kinds: { [kind]: checked } })
            }
          />
        ))}
        {hearsReport && (
          <ReportGroups
            chosen={reportGroupIds ?? []}
            disabled={saving.isPending}
            onChange={(ids) => saving.mutate({ reportGroupIds: ids.length > 0 ? ids : null })}
          />
        )}
        <Select
          label="Language"
          description="Mails come in this language."
          data={[
            { value: "", label: `The organization’s: ${languageNames[view.organizationLanguage]}` },
            ...languages.map((value) => ({ value, label: languageNames[value] })),
          ]}
          value={language ?? ""}
          disabled={saving.isPending}
          allowDeselect={false}
          onChange={(chosen) =>
            saving.mutate({ language: languages.find((one) => one === chosen) ?? null })
          }
        />
        <QuietHoursForm
          quietHours={quietHours}
          timeZone={view.timeZone}
          disabled={saving.isPending}
          onChange={(to) => saving.mutate({ quietHours: to })}
        />
      </Paper>
    </>
  );
}

interface ReportGroupsProps {
  chosen: string[];
  disabled: boolean;
  onChange(groupIds: string[]): void;
}

function ReportGroups({ chosen, disabled, onChange }: ReportGroupsProps) {
  const { id } = useOrganization();
  const { data } = useQuery(groupsQuery(id));
  if (data === undefined || data.groups.length === 0) return null;
  return (
    <MultiSelect
      label="Groups in the report"
      description="Choose some, or leave it empty for all of them."
      placeholder={chosen.length === 0 ? "All groups" : ""}
      data={data.groups.map((group) => ({ value: group.id, label: group.name }))}
      // One that was deleted is in no report.
      value={chosen.filter((groupId) => data.groups.some((group) => group.id === groupId))}
      disabled={disabled}
      maxValues={50}
      searchable
      onChange={onChange}
    />
  );
}

interface QuietHoursProps {
  quietHours: QuietHours | null;
  timeZone: string;
  disabled: boolean;
  onChange(quietHours: QuietHours | null): void;
}

function QuietHoursForm({ quietHours, timeZone, disabled, onChange }: QuietHoursProps) {
  const time = (label: string, value: string, other: string, set: (time: string) => void) => (
    <Select
      label={label}
      // They must not end when they begin.
      data={quarterChoices.filter((choice) => choice.value !== other)}
      value={value}
      disabled={disabled}
      allowDeselect={false}
      onChange={(chosen) => set(chosen ?? value)}
    />
  );
  return (
    <Stack gap="sm" className="quiet-hours">
      <Switch
        labelPosition="left"
        label="Quiet hours"
        description={`You get no mails in these hours, and one mail with everything after them. Times are in the organization’s time zone, ${timeZone}.`}
        checked={quietHours !== null}
        disabled={disabled}
        onChange={({ currentTarget: { checked } }) => onChange(checked ? usualNight : null)}
      />
      {quietHours && (
        <Group grow gap="sm" wrap="nowrap">
          {time("From", quietHours.from, quietHours.to, (from) =>
            onChange({ ...quietHours, from }),
          )}
          {time("To", quietHours.to, quietHours.from, (to) => onChange({ ...quietHours, to }))}
        </Group>
      )}
    </Stack>
  );
}

const usualNight: QuietHours = { from: "22:00", to: "07:00" };
