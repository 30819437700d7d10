// @module-tag all
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { type Estimate, estimateOf, estimateText, money } from "../../../bench/costs/estimate.ts";
import {
  costsCommand,
  flagOf,
  givenInputs,
  type Inputs,
  inputNames,
  inputs,
} from "../../../bench/costs/inputs.ts";
import { type Result, storedResults } from "../../../bench/report/results.ts";

const nothing = Object.fromEntries(inputNames.map((name) => [name, 0])) as Inputs;

/** Results in which a delivery is one write, and ten in an invocation half of one; the rest is as measured. */
function resultsWith(values: Record<string, number>): Result[] {
  return storedResults().map((result) => {
    if (!result.figures.some(({ name }) => name in values)) return result;
    const kept = result.figures.filter(({ name }) => !(name in values));
    const fresh = Object.entries(values).map(([name, value]) => ({ name, value, unit: "WCU" }));
    return { ...result, figures: [...kept, ...fresh] };
  });
}

const oneWrite = resultsWith({ "first try, alone": 1, "first try, in tens": 0.5 });

const purpose = ({ purposes }: Estimate, name: string) =>
  purposes.find((one) => one.purpose === name)?.dollars;

function given(...args: string[]): Inputs {
  const command = costsCommand()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  return givenInputs(command.parse(args, { from: "user" })).inputs;
}

test("deliveries cost what they were measured to take, times the list price", () => {
  const month = (together: number) =>
    purpose(estimateOf({ ...nothing, deliveries: 4e6, together }, oneWrite), "webhooks");
  // 0.625 dollars for a million writes.
  expect(month(0)).toBeCloseTo(2.5);
  expect(month(1)).toBeCloseTo(1.25);
  expect(month(0.5)).toBeCloseTo(1.875);
});

test("a request costs the bytes that it was measured to log, ingested and kept for a month", () => {
  const results = (bytes: number) =>
    storedResults().map((result) => ({
      ...result,
      figures: result.figures.map((figure) =>
        figure.name === "a gate: a look at the number" && figure.unit === "bytes of log"
          ? { ...figure, value: bytes }
          : figure,
      ),
    }));
  const month = (bytes: number) =>
    purpose(
      estimateOf({ ...nothing, gates: 1, gateHours: 1 }, results(bytes)),
      "open counting pages",
    );
  // 2,700 looks an hour, 0.5 and 0.03 dollars a gigabyte.
  expect((month(1e6) ?? 0) - (month(0) ?? 0)).toBeCloseTo(2.7 * 0.53);
});

test("services and purposes have the same sum, and each service its lines'", () => {
  const estimate = estimateOf(given("--people", "20000", "--web-acls", "1"), storedResults());
  const total = (of: { dollars: number }[]) => of.reduce((sum, { dollars }) => sum + dollars, 0);
  expect(total(estimate.services)).toBeCloseTo(estimate.dollars);
  expect(total(estimate.purposes)).toBeCloseTo(estimate.dollars);
  for (const { dollars, lines } of estimate.services) expect(total(lines)).toBeCloseTo(dollars);
  // Of 20,000 people 10,000 are free, the others cost 1.5 cents each.
  expect(purpose(estimate, "sign-in")).toBeCloseTo(150);
});

test("nothing that happens leaves what is paid by the month, and each input adds to it", () => {
  const fixed = estimateOf(nothing, storedResults());
  const paid = fixed.purposes.filter(({ dollars }) => dollars > 0).map((one) => one.purpose);
  expect(paid).toEqual([
    "alarms, dashboard, key, secrets, idle queues, starts of days",
    "metrics of routes and webhooks",
    "canary, without its alarms and its secret",
  ]);
  const alone = { gates: { gateHours: 10 }, gateHours: { gates: 10 }, counters: { polls: 10 } };
  for (const name of inputNames.filter((one) => one !== "together")) {
    const others: Partial<Inputs> = alone[name as keyof typeof alone] ?? {};
    const base = estimateOf({ ...nothing, ...others }, storedResults()).dollars;
    const most = estimateOf({ ...nothing, ...others, [name]: mostOf(name) }, storedResults());
    expect(most.dollars, name).toBeGreaterThan(base);
    expect(Number.isFinite(most.dollars)).toBe(true);
  }
});

function mostOf(name: keyof Inputs): number {
  const input = inputs[name];
  return "most" in input ? input.most : 1e12;
}

test.each(["a gate: a look at the number", "first try, in tens", "list of 10"])(
  "without the figure of %s there is an error and no cheaper month",
  (missing) => {
    const results = storedResults().map((result) => ({
      ...result,
      figures: result.figures.filter(({ name }) => name !== missing),
    }));
    expect(() => estimateOf(nothing, results)).toThrow(missing);
  },
);

test("inputs are given as digits, fractions and exponents, and deliveries follow the taps", () => {
  expect(given("--taps", "1e6", "--gate-hours=8")).toMatchObject({ taps: 1e6, gateHours: 8 });
  expect(given("--taps", "2.5e3").deliveries).toBe(2_500);
  expect(given("--taps", "7", "--deliveries", "0")).toMatchObject({ taps: 7, deliveries: 0 });
  expect(given("--together", "0.25").together).toBe(0.25);
});

test.each(
  ["", " ", "abc", "-1", "1.5", "0x10", "1e400", "1e13", "NaN", "Infinity", "1,000", "١٢"].map(
    (text) => [text],
  ),
)("taps of '%s' are refused with the range", (text) => {
  expect(() => given("--taps", text)).toThrow("from 0 to 1,000,000,000,000, in digits");
});

test("each input has its range, and unknown options and arguments are refused", () => {
  expect(() => given("--together", "1.01")).toThrow("a number from 0 to 1, in digits");
  expect(() => given("--gate-hours", "721")).toThrow("from 0 to 720");
  expect(() => given("--tap", "1")).toThrow("unknown option");
  expect(() => given("1e6")).toThrow("too many arguments");
  expect(inputNames.map(flagOf)).toContain("--viewer-hours");
});

test("the program prints the counts, a line for each price, and JSON when asked", () => {
  const run = (...args: string[]) =>
    execFileSync(process.execPath, ["bench/costs/run.ts", ...args], {
      encoding: "utf8",
      stdio: "pipe",
    });
  const args = ["--taps", "1e6", "--deliveries", "0"];
  const estimate = estimateOf(given(...args), storedResults());
  expect(run(...args)).toBe(`${estimateText(estimate)}\n`);
  expect(JSON.parse(run(...args, "--json"))).toEqual(estimate);
  expect(() => run("--taps", "many")).toThrow(expect.objectContaining({ status: 2 }));
});

test("money has cents below a hundred dollars, and what is hardly anything is not nothing", () => {
  expect([0, 0.0001, 7.896, 99.99, 1_234.5].map(money)).toEqual([
    "0",
    "< 0.01",
    "7.90",
    "99.99",
    "1,235",
  ]);
});
