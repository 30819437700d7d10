/** Sorts by name as people do, then by id: the order does not depend on storage. */
export function sortByName<Named extends { id: string; name: string }>(things: Named[]): Named[] {
  // Made here, because it takes several milliseconds that functions without a list need not spend.
  const collator = new Intl.Collator("en");
  return things.sort((a, b) => collator.compare(a.name, b.name) || compareIds(a.id, b.id));
}

function compareIds(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Sorts by the time of creation, oldest first, then by id. */
export function sortByAge<Made extends { id: string; createdAt: string }>(things: Made[]): Made[] {
  return things.sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id));
}
