/** A stored item whose fields differ from what this release reads; the message names its key. */
export class DamagedItemError extends Error {
  override name = "DamagedItemError";
}
