/**
 * The header of a response whose lists leave out damaged items: each as its table, a slash and its id,
 * encoded, separated by commas.
 */
export const damagedItemsHeader = "x-damaged-items";

/** What the header names; none without a header. */
export function damagedItemsIn(header: string | null): { table: string; id: string }[] {
  const names = header === null ? [] : header.split(",");
  return names.map((name) => {
    const [table = "", id = ""] = name.split("/");
    return { table, id: decodeURIComponent(id) };
  });
}
