import * as z from "zod";

/** What docs/operators/configuration.md says about a setting; texts are Markdown. */
export interface SettingDescription {
  meaning: string;
  /** For what the schema cannot say; the others have their numbers or names there. */
  values?: string;
  /** Where the default is not the schema's or cdk.json's. */
  default?: string;
}
export const settingDescriptions = z.registry<SettingDescription>();
