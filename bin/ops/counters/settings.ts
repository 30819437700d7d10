import { type Command, Option } from "commander";
import {
  type CounterMode,
  type CounterSettings,
  CounterMode as Mode,
} from "../../../core/counters/counter.ts";
import { SettingText } from "../../../core/counters/settings/parse-settings.ts";
import { notBlank, optionValue } from "../terminal/option-value.ts";

/** A counter's settings as commander parses them; `false` is what a `--no-…` option sets. */
export interface SettingOptions {
  name?: string;
  mode?: CounterMode;
  incrementStep?: number;
  decrementStep?: number;
  group?: string | false;
  goal?: number | false;
  locked?: boolean;
  resetDaily?: boolean;
  resetTo?: number;
  countsPeople?: boolean;
}

export function addSettingOptions(verb: Command, { nameRequired }: { nameRequired: boolean }) {
  const initially = (value: string) => (nameRequired ? ` (default: ${value})` : "");
  const name = new Option("--name <name>", "its name").argParser(optionValue(SettingText.name));
  return verb
    .addOption(name.makeOptionMandatory(nameRequired))
    .addOption(
      new Option("--mode <mode>", `which taps it takes${initially("both")}`).choices(Mode.options),
    )
    .option(
      "--increment-step <n>",
      `what a tap up adds${initially("1")}`,
      optionValue(SettingText.incrementStep),
    )
    .option(
      "--decrement-step <n>",
      `what a tap down takes${initially("1")}`,
      optionValue(SettingText.decrementStep),
    )
    .option("--group <group>", "id of its group, which must exist", optionValue(notBlank))
    .option("--goal <n>", "its goal, for example 500 or 12.5", optionValue(SettingText.goalTarget))
    .option(
      "--reset-daily <true|false>",
      `whether each day starts with a reset${initially("false")}`,
      optionValue(SettingText.resetDaily),
    )
    .option(
      "--reset-to <n>",
      `its number after a reset${initially("0")}`,
      optionValue(SettingText.resetTo),
    )
    .option(
      "--counts-people <true|false>",
      `whether reports add it to others${initially("true")}`,
      optionValue(SettingText.countsPeople),
    );
}

/** The options that only make sense for a counter that exists. */
export function addChangeOptions(verb: Command): Command {
  return verb
    .option("--no-group", "removes it from its group")
    .option("--no-goal", "removes its goal")
    .option("--locked <true|false>", "whether it refuses taps", optionValue(SettingText.locked));
}

/** The settings among the options, under the contract's names. */
export function settingsOf(options: SettingOptions): CounterSettings {
  const { name, mode, incrementStep, decrementStep, group, goal, locked } = options;
  const { resetDaily, resetTo, countsPeople } = options;
  return {
    ...(name !== undefined && { name }),
    ...(mode !== undefined && { mode }),
    ...(incrementStep !== undefined && { incrementStep }),
    ...(decrementStep !== undefined && { decrementStep }),
    ...(group !== undefined && { groupId: group === false ? null : group }),
    ...(goal !== undefined && { goalTarget: goal === false ? null : goal }),
    ...(locked !== undefined && { locked }),
    ...(resetDaily !== undefined && { resetDaily }),
    ...(resetTo !== undefined && { resetTo }),
    ...(countsPeople !== undefined && { countsPeople }),
  };
}
