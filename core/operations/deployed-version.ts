import { type Finding, fine, warning } from "./finding.ts";

/** Compares the version that runs with the command line's own; both as in package.json. */
export function judgeVersion({
  deployed,
  own,
}: {
  /** Undefined for versions that did not say so. */
  deployed: string | undefined;
  own: string;
}): Finding[] {
  if (deployed === own)
    return [fine(`the version ${own} runs, and this command line is of the same version`)];
  if (deployed !== undefined && compare(deployed, own) > 0) {
    return [
      warning(
        `the version ${deployed} runs, and this command line is older: ${own}`,
        "use the command line of the version that runs",
      ),
    ];
  }
  return [
    warning(
      deployed === undefined
        ? `the version that runs does not say which it is; this command line is ${own}`
        : `the version ${deployed} runs, and this command line is newer: ${own}`,
      "read CHANGELOG.md and deploy this version, or use the command line of the version that runs",
    ),
  ];
}

/** Below 0 when `one` is older. Three numbers; whatever follows them does not count. */
function compare(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split(/[.+-]/).slice(0, 3).map(Number));
  const index = [0, 1, 2].find((part) => a?.[part] !== b?.[part]);
  return index === undefined ? 0 : (a?.[index] ?? 0) - (b?.[index] ?? 0);
}
