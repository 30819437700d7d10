/** A table as DynamoDB describes it. */
export interface TableFacts {
  name: string;
  arn: string;
  active: boolean;
  /** The partition key and, if there is one, the sort key. */
  keys: { name: string; type: string }[];
  /** What it was restored from, and the point in time; absent for a table that was not restored. */
  restored?: { sourceArn: string | undefined; at: string | undefined; inProgress: boolean };
}

export type SourceRefusal =
  | { refused: "no_such_table" }
  /** It is a table of the running service. */
  | { refused: "live_table" }
  | { refused: "not_ready" }
  | { refused: "other_keys"; expected: string; found: string }
  /** It is a copy of another table than the live one. */
  | { refused: "other_source"; source: string };

/** Why a table cannot be copied into the live one; undefined when it can. */
export function whyNotSource(
  { source, live }: { source: TableFacts | undefined; live: TableFacts },
  { liveNames, otherSource }: { liveNames: ReadonlySet<string>; otherSource: boolean },
): SourceRefusal | undefined {
  if (source === undefined) return { refused: "no_such_table" };
  if (liveNames.has(source.name) || source.arn === live.arn) return { refused: "live_table" };
  if (!source.active || source.restored?.inProgress) return { refused: "not_ready" };
  const [expected, found] = [live, source].map(({ keys }) =>
    keys.map(({ name, type }) => `${name} (${type})`).join(", "),
  );
  if (expected !== found) {
    return { refused: "other_keys", expected: expected ?? "", found: found ?? "" };
  }
  const from = source.restored?.sourceArn;
  if (from !== undefined && from !== live.arn && !otherSource) {
    return { refused: "other_source", source: from };
  }
  return undefined;
}
