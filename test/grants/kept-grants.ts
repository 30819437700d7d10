/** A right that nothing calls any more, for the version that a deployment or a rollback still runs. */
export interface KeptGrant {
  /** As `npm run check:grants` prints the function, without its hash. */
  functionName: string;
  action: string;
  resource: string;
  /** The release that removes the grant: the one after that which made the last call needless. */
  goesIn: string;
}

/** See "Rename or remove an environment variable, a grant or a table" in the architecture. */
export const keptGrants: readonly KeptGrant[] = [];
