import type { InitialCounterSettings } from "../../counter.ts";
import { counterSettingLabels } from "../setting-labels.ts";

/** What a column of a file can be: a setting of a new counter, or the name of its group. */
export type Column = keyof InitialCounterSettings | "groupName";

const { groupId: group, locked: _, ...labels } = counterSettingLabels;

/** What each column is called: as the setting is in the console's forms. */
export const columnLabels: Record<Column, string> = {
  ...labels,
  groupName: group,
  groupId: "Group ID",
};
