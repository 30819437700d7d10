/** What a redrive did with one source. */
export interface Redriven {
  redriven: number;
  /** What stays set aside. */
  left: number;
  discarded: number;
}
