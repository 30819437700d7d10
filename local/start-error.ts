/** What keeps the local runtime from starting, in words for the person who started it. */
export class StartError extends Error {
  override readonly name = "StartError";
}
