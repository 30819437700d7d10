/** The name whose spelling is closest to this text; undefined if none is close. */
export function similarName(text: string, names: string[]): string | undefined {
  const [nearest] = names
    .map((name) => ({ name, edits: editsBetween(text.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits);
  // A third of a name may be wrong; a short one has to be nearly right.
  return nearest !== undefined && nearest.edits * 3 <= text.length ? nearest.name : undefined;
}

/** How many letters have to be added, removed or replaced: the Levenshtein distance. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, its] of [...other].entries()) {
      const replaced = (row[column] ?? 0) + Number(letter !== its);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
