import type { EnvironmentPool } from "local-aws";

/** Holds back the invocations of a function, so that the records of its stream pile up. */
export class InvocationHold {
  #open = () => {};
  #opened = Promise.resolve();

  constructor(pool: EnvironmentPool) {
    const invoke = pool.invoke.bind(pool);
    pool.invoke = async (event) => {
      await this.#opened;
      return await invoke(event);
    };
  }

  /** Holds back every invocation until `act` is over. */
  async holdDuring<Result>(act: () => Promise<Result>): Promise<Result> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#opened = promise;
    this.#open = resolve;
    try {
      return await act();
    } finally {
      this.#open();
    }
  }
}
