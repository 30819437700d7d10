import { failingOnDamaged } from "../../../adapters/aws/damaged-items.ts";
import type { Stores } from "../../../adapters/stores.ts";
import { DamagedItemError } from "../../../core/damaged-item-error.ts";
import {
  newRepairSum,
  type Repair,
  type RepairScope,
  type RepairSum,
  repair,
} from "../../../core/data/repair.ts";
import { operator } from "../audited.ts";
import { noSuchGroupOrOwner } from "../groups/group-errors.ts";
import { noSuchCounter } from "../lookup.ts";
import { OperatorError } from "../terminal/failure.ts";
import { interruptible } from "../terminal/interruption.ts";
import { hint } from "../terminal/invocation.ts";
import { plural } from "../terminal/output.ts";
import { startLine } from "../terminal/progress.ts";

export interface Scope extends RepairScope {
  /** Chosen by its id, which must exist; others can be deleted meanwhile. */
  isOnly?: boolean;
}

/**
 * Repairs one scope after the other, and says how far it is. An organization with damaged items costs
 * the others nothing, nor does a counter, and is named at the end.
 */
export async function repairEach(stores: Stores, scopes: Scope[]): Promise<RepairSum> {
  const sum = newRepairSum();
  const by = operator();
  const failed = { organization: [] as string[], counter: [] as string[] };
  const line = startLine();
  await interruptible(async (interruption) => {
    for (const [index, scope] of scopes.entries()) {
      const { organizationId, isOnly = false } = scope;
      const onEvents = (events: number) =>
        line.show(
          () => `${organizationId} (${index + 1} of ${scopes.length}): ${soFar(sum, events)}`,
        );
      const isStopped = () => interruption.signal !== undefined;
      const onDamaged = (counterId: string, { message }: DamagedItemError) =>
        failed.counter.push(`${organizationId}/${counterId}: ${message}`);
      const run = { by, isStopped, onEvents, onDamaged, sum };
      const result = await failingOnDamaged(() => repair(stores, scope, run)).catch((error) => {
        if (isOnly || !(error instanceof DamagedItemError)) throw error;
        failed.organization.push(`${organizationId}: ${error.message}`);
        return undefined;
      });
      if (result?.result === "stopped") {
        const { exitCode } = interruption;
        throw interrupted(scope, result.next, { sum, exitCode, isAlone: scopes.length === 1 });
      }
      if (isOnly && result !== undefined) requireFound(result, scope);
    }
  }).finally(line.end);
  const { organization, counter } = failed;
  const details = [...organization, ...counter];
  if (details.length > 0) {
    const amounts = Object.entries(failed).filter(([, { length }]) => length > 0);
    const what = amounts.map(([thing, { length }]) => plural(length, thing)).join(" and ");
    throw new OperatorError(
      `${what} not repaired, because of damaged items; repair or remove these first`,
      { details },
    );
  }
  return sum;
}

function soFar({ counters }: RepairSum, events: number): string {
  return `${plural(counters, "counter")}, ${plural(events, "event")} read`;
}

function requireFound(result: Repair, scope: RepairScope): void {
  const { organizationId, groupId = "" } = scope;
  if (result.result === "no_such_group" || result.result === "no_such_organization") {
    throw noSuchGroupOrOwner(result, { organizationId, groupId });
  }
  if (result.result === "no_such_counter") {
    throw noSuchCounter({ organizationId, counterId: result.counterId });
  }
}

function interrupted(
  { organizationId, counterId }: Scope,
  next: string | undefined,
  { sum: { counters }, exitCode, isAlone }: { sum: RepairSum; exitCode: number; isAlone: boolean },
): OperatorError {
  const position = next === undefined ? organizationId : `${organizationId}/${next}`;
  const whole = isAlone ? ["--org", organizationId] : ["--all"];
  const goOn =
    counterId === undefined
      ? hint("data repair", ...whole, "--resume", position)
      : hint("data repair", "--org", organizationId, "--counter", counterId);
  return new OperatorError(
    `interrupted after the charts of ${plural(counters, "counter")}; to go on: ${goOn}`,
    { exitCode },
  );
}
