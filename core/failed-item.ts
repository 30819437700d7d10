/** An item of a batch that could not be handled, and why. */
export interface FailedItem<Item> {
  item: Item;
  cause: unknown;
}

/** Handles the items of a batch, and returns those whose handling could not be confirmed. */
export type BatchHandler<Item> = (items: Item[]) => Promise<FailedItem<Item>[]>;

/** The cause of a failure in one line. */
export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
