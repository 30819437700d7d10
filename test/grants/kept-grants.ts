/** A right that nothing calls any more, for the version that a deployment or a rollback still runs. */
export interface KeptGrant {
  /** As `npm run check:grants` prints the role, without `Role` and its hash. */
  functionName: string;
  /** As it prints the grant, for example `dynamodb:GetItem on arn:…`. */
  grant: string;
  /** The release that removes the grant: the one after that which made the last call needless. */
  goesIn: string;
}

/** See "Rename or remove an environment variable, a grant or a table" in the architecture. */
export const keptGrants: readonly KeptGrant[] = [];
