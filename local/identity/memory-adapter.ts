import type { Adapter, AdapterPayload } from "oidc-provider";

interface Stored {
  payload: AdapterPayload;
  endsMs: number;
}

/** Artifacts of one model, such as codes; the oldest are dropped when there are too many. */
const mostPerModel = 1_000;

/**
 * The provider's sessions, codes and grants. They end with the process: who was about to sign in
 * begins again.
 */
export function memoryAdapter(): (model: string) => Adapter {
  const models = new Map<string, Map<string, Stored>>();
  return (model) => {
    const items = models.get(model) ?? new Map<string, Stored>();
    models.set(model, items);
    return new MemoryAdapter(items, models);
  };
}

class MemoryAdapter implements Adapter {
  readonly #items: Map<string, Stored>;
  readonly #models: ReadonlyMap<string, Map<string, Stored>>;

  constructor(items: Map<string, Stored>, models: ReadonlyMap<string, Map<string, Stored>>) {
    this.#items = items;
    this.#models = models;
  }

  async upsert(
    id: string,
    payload: AdapterPayload,
    expiresIn = Number.POSITIVE_INFINITY,
  ): Promise<void> {
    this.#items.delete(id);
    this.#items.set(id, { payload, endsMs: Date.now() + expiresIn * 1_000 });
    const [oldest] = this.#items.keys();
    if (this.#items.size > mostPerModel && oldest !== undefined) this.#items.delete(oldest);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const stored = this.#items.get(id);
    return stored === undefined || stored.endsMs < Date.now() ? undefined : stored.payload;
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return [...this.#items.values()].find(({ payload }) => payload.uid === uid)?.payload;
  }

  /** Only for devices without a browser, which this provider does not serve. */
  async findByUserCode(): Promise<undefined> {}

  async consume(id: string): Promise<void> {
    const stored = this.#items.get(id);
    if (stored !== undefined) stored.payload.consumed = Math.floor(Date.now() / 1_000);
  }

  async destroy(id: string): Promise<void> {
    this.#items.delete(id);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const items of this.#models.values()) {
      for (const [id, { payload }] of items) {
        if (payload.grantId === grantId) items.delete(id);
      }
    }
  }
}
