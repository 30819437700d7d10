import { Option } from "commander";
import * as z from "zod";
import { NewName } from "../../../core/display-name.ts";
import { Capacity } from "../../../core/groups/group.ts";
import { wholeNumber } from "../../../core/number-text.ts";
import { optionValue } from "../terminal/option-value.ts";

export function nameOption(): Option {
  return new Option("--name <name>", "its name").argParser(optionValue(NewName));
}

export function capacityOption(): Option {
  const text = "the total at which the group is full, which its alerts use";
  return new Option("--capacity <n>", text).argParser(optionValue(CapacityText));
}

const CapacityText = z.pipe(wholeNumber, Capacity);
