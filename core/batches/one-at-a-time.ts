/** Runs tasks of one name one after the other, and of different names at the same time. */
export function oneAtATime() {
  const last = new Map<string, Promise<unknown>>();

  return async <Result>(name: string, task: () => Promise<Result>): Promise<Result> => {
    const before = last.get(name);
    // Whether the one before failed is no matter of this one.
    const own = before === undefined ? task() : before.then(task, task);
    last.set(name, own);
    try {
      return await own;
    } finally {
      if (last.get(name) === own) last.delete(name);
    }
  };
}
