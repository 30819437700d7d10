import { counterSettingLabels, modeLabels } from "../../core/counters/settings/setting-labels.ts";

// Without zod: the console's forms load it.

/** The code of a 409: the present state does not allow it, such as a setting that a person changed. */
export const conflictCode = "CONFLICT";

/** The code of a 404: the person does not belong to the organization, or no longer. */
export const outsiderCode = "NOT_A_MEMBER";

/** Settings of counters, groups, organizations, alerts and endpoints, as people read them. */
export const settingLabels = {
  ...counterSettingLabels,
  capacity: "Capacity",
  timeZone: "Time zone",
  language: "Language",
  dayStart: "Start of the day",
  kind: "Threshold",
  percent: "Percent",
  at: "Number",
  rearmBelow: "Arm again below",
  url: "URL",
  events: "Events",
  filter: "Counters and groups",
  standardWebhooks: "Standard Webhooks headers",
  pins: "Groups and counters",
  alertMails: "Mails of alerts",
  endpointMails: "Mails of failing endpoints",
  deliveriesMails: "Mails of deliveries given up or held back",
  roleMails: "Mails of changed roles",
  reportMails: "Weekly report by mail",
} as const;
export type SettingName = keyof typeof settingLabels;

/** Values of settings, as people read them. */
export const settingValues = {
  mode: modeLabels,
  kind: {
    at_capacity: "the capacity",
    percent: "a percentage of the capacity",
    absolute: "a number",
  },
} as const;

/** What a setting is called; its own name for one that is not in the list. */
export function settingLabel(field: string): string {
  const labels: Record<string, string> = settingLabels;
  return labels[field] ?? field;
}
