import { Command, InvalidArgumentError } from "commander";

interface Input {
  /** What it counts, in a month. */
  is: string;
  /** As many as taps unless told. */
  default?: number;
  /** The largest that makes sense; 1e12 unless told. */
  most?: number;
  /** Fractions are allowed. */
  share?: true;
}

/** What a month is computed from. */
export const inputs = {
  taps: { is: "taps", default: 1e6 },
  together: {
    is: "share of the taps that are sent 25 in a request",
    default: 0,
    most: 1,
    share: true,
  },
  gates: { is: "phones with an open counting page", default: 10, most: 1e6 },
  gateHours: { is: "hours in which each of these phones is open", default: 200, most: 720 },
  deliveries: { is: "webhook deliveries, at the first attempt; as many as taps unless given" },
  evaluations: { is: "counts of counters in a group with alerts", default: 0 },
  polls: { is: "requests of the read API for the list of counters", default: 43_200 },
  counters: { is: "counters in that list", default: 10, most: 10_000 },
  viewerHours: { is: "hours that people watch embeds, all together", default: 0 },
  embedHours: { is: "hours in which an embed is watched, for each embed and cache", default: 0 },
  consoleHours: { is: "hours of open consoles, all together", default: 100 },
  people: { is: "people who sign in through the stack's user pool", default: 10 },
  mails: { is: "mails about alerts, endpoints, deliveries and roles", default: 0 },
  reports: { is: "weekly reports by mail", default: 0 },
  webAcls: { is: "web ACLs in front of site and console", default: 0, most: 2 },
} satisfies Record<string, Input>;

export type InputName = keyof typeof inputs;
export type Inputs = Record<InputName, number>;

export const inputNames = Object.keys(inputs) as InputName[];

/** `--gate-hours` */
export function flagOf(name: InputName): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** What `npm run costs` was given. */
export function givenInputs(command: Command): { inputs: Inputs; json: boolean } {
  const { json, ...given } = command.opts<Partial<Inputs> & { taps: number; json: boolean }>();
  const values = inputNames.map((name) => [name, given[name] ?? given.taps]);
  return { inputs: Object.fromEntries(values), json };
}

/** The command line of `npm run costs`. */
export function costsCommand(): Command {
  const command = new Command("npm run costs --")
    .description(
      "Computes what a month costs, from measured counts (bench/results) and list prices of AWS. " +
        "All numbers are for a month.",
    )
    .option("--json", "prints JSON", false);
  for (const name of inputNames) {
    const input: Input = inputs[name];
    const parse = (text: string) => parsed(text, input);
    command.option(`${flagOf(name)} <number>`, input.is, parse, input.default);
  }
  return command;
}

/** Digits, with a fraction and an exponent: not what Number takes beside them, such as "", 0x10. */
const decimal = /^\d+(\.\d+)?(e\+?\d+)?$/i;

function parsed(text: string, { most = 1e12, share }: Input): number {
  const number = decimal.test(text) ? Number(text) : Number.NaN;
  if (number <= most && (share || Number.isInteger(number))) return number;
  const kind = share ? "number" : "whole number";
  const range = `from 0 to ${most.toLocaleString("en-US")}`;
  throw new InvalidArgumentError(`It is not a ${kind} ${range}, in digits.`);
}
