import { mkdirSync } from "node:fs";
import type { OnEvent } from "../runtime-event.ts";
import { StartError } from "../start-error.ts";
import { divideConcurrency } from "./account-concurrency.ts";
import type { EnvironmentHost } from "./environment.ts";
import { EnvironmentPool } from "./environment-pool.ts";
import type { FunctionSpec } from "./functions.ts";

export interface FunctionPoolsOptions {
  specs: readonly FunctionSpec[];
  /** Names of functions, each as often as an event source mapping invokes it. */
  invoked: readonly string[];
  /** How many invocations run at the same time, at most. */
  accountConcurrency: number;
  host: EnvironmentHost;
  onEvent: OnEvent;
}

/** The pools of all functions of a stack, by function name. */
export class FunctionPools {
  readonly #pools: Map<string, EnvironmentPool>;

  constructor({ specs, invoked, accountConcurrency, host, onEvent }: FunctionPoolsOptions) {
    const concurrencyOf = divideConcurrency(accountConcurrency, specs);
    mkdirSync(host.logFolder, { recursive: true });
    this.#pools = new Map(
      specs.map((spec) => {
        const invokers = invoked.filter((name) => name === spec.name).length;
        const concurrency = concurrencyOf(spec);
        return [spec.name, new EnvironmentPool({ spec, invokers, concurrency, host, onEvent })];
      }),
    );
  }

  find(functionName: string): EnvironmentPool | undefined {
    return this.#pools.get(functionName);
  }

  /** The pool of a function that something in the template names. */
  get(functionName: string): EnvironmentPool {
    const pool = this.find(functionName);
    if (pool) return pool;
    throw new StartError(`The template refers to the function ${functionName}, not declared here.`);
  }

  /** All pools, each under its function's name and under its logical id. */
  byNameAndId(): ReadonlyMap<string, EnvironmentPool> {
    const byId = [...this.#pools.values()].map((pool) => [pool.spec.logicalId, pool] as const);
    return new Map([...byId, ...this.#pools]);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.close()));
  }
}
