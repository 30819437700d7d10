// Without zod: the console's forms load it.

/** The code of a 409: the present state does not allow it, such as a setting that somebody changed. */
export const conflictCode = "CONFLICT";

/** The code of a 404: the person does not belong to the organization, or no longer. */
export const outsiderCode = "NOT_A_MEMBER";

/** Settings of counters, groups and organizations, as people read them. */
export const settingLabels = {
  name: "Name",
  mode: "Taps",
  incrementStep: "A tap up adds",
  decrementStep: "A tap down subtracts",
  goalTarget: "Goal",
  groupId: "Group",
  locked: "Locked",
  capacity: "Capacity",
  timeZone: "Time zone",
} as const;
export type SettingName = keyof typeof settingLabels;

/** What a setting is called; its own name for one that is not in the list. */
export function settingLabel(field: string): string {
  const labels: Record<string, string> = settingLabels;
  return labels[field] ?? field;
}
