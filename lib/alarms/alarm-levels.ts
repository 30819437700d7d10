/**
 * What an alarm asks for. A page wakes a person: users are affected now, or nobody can tell. A ticket is
 * read on the next working day: it names a cause, work that waits, or a budget that runs out within days.
 */
export type AlarmLevel = "page" | "ticket";

/** The level of every alarm by its title, in the order in which docs/operators/alarms.md lists them. */
export const alarmLevels: Record<string, AlarmLevel> = {
  "Read API returns errors (fast burn)": "page",
  "Embeds return errors (fast burn)": "page",
  "Console returns errors (fast burn)": "page",
  "Counting returns errors (fast burn)": "page",
  "Webhooks are late (fast burn)": "page",
  "Webhooks are late (stream)": "page",
  "Webhooks are late (not handled)": "page",
  "Webhooks are late (first attempts)": "page",
  "Alerts are late": "page",
  "Streams are throttled": "page",
  "Stream records failed (and lost)": "page",
  "Days do not start": "page",
  "The canary fails": "page",
  "The canary is silent": "page",
  "Read API returns errors (slow burn)": "ticket",
  "Embeds return errors (slow burn)": "ticket",
  "Console returns errors (slow burn)": "ticket",
  "Counting returns errors (slow burn)": "ticket",
  "Webhooks are late (slow burn)": "ticket",
  "Webhooks are late (later attempts)": "ticket",
  "Webhook attempts are dead letters": "ticket",
  "Webhook attempts are dead letters (new ones)": "ticket",
  "Stream records failed": "ticket",
  "Counts are not evaluated": "ticket",
  "Webhook functions fail": "ticket",
  "Alerts are late (errors)": "ticket",
  "Scheduler refuses schedules": "ticket",
  "Scheduler loses retries (late)": "ticket",
  "Scheduler loses retries (lost)": "ticket",
  "Read API is slow": "ticket",
  "Read API is throttled": "ticket",
  "Read API reaches its request limit": "ticket",
  "Site is throttled": "ticket",
  "Embeds reach the site's request limit": "ticket",
  "Console is throttled": "ticket",
  "Console pages are throttled": "ticket",
  "Console reaches its request limit": "ticket",
  "Webhook functions are throttled": "ticket",
};
