/** Items of one organization that differ from the restored ones in the same fields. */
export interface Difference {
  /** Names of attributes, never their values. */
  fields: string[];
  /** Null for what belongs to no organization, or to several. */
  organizationId: string | null;
  items: number;
  /** The first of them. */
  ids: string[];
}

export interface DifferenceList {
  /** Rare combinations of fields come first, what changes all the time last. */
  listed: Difference[];
  /** Items that are in none of these. */
  unlisted: number;
}

/** The most that is listed of a table, so that a table of any size needs little memory. */
const most = { fieldSets: 50, organizations: 20, ids: 20 };

interface FieldSet {
  fields: string[];
  items: number;
  organizations: Map<string | null, Difference>;
}

/** Collects how the items of one table differ. */
export class Differences {
  readonly #fieldSets = new Map<string, FieldSet>();
  #unlisted = 0;

  add(fields: string[], { organizationId, id }: { organizationId: string | null; id: string }) {
    const fieldSet = this.#fieldSet(fields);
    const difference = fieldSet && ofOrganization(fieldSet, organizationId);
    if (fieldSet !== undefined) fieldSet.items += 1;
    if (difference === undefined) {
      this.#unlisted += 1;
      return;
    }
    difference.items += 1;
    if (difference.ids.length < most.ids) difference.ids.push(id);
  }

  list(): DifferenceList {
    const rareFirst = [...this.#fieldSets.values()].sort((a, b) => a.items - b.items);
    const listed = rareFirst.flatMap(({ organizations }) => [...organizations.values()]);
    return { listed, unlisted: this.#unlisted };
  }

  #fieldSet(fields: string[]): FieldSet | undefined {
    const key = JSON.stringify(fields);
    const known = this.#fieldSets.get(key);
    if (known !== undefined || this.#fieldSets.size === most.fieldSets) return known;
    const fresh = { fields, items: 0, organizations: new Map() };
    this.#fieldSets.set(key, fresh);
    return fresh;
  }
}

function ofOrganization(
  { fields, organizations }: FieldSet,
  organizationId: string | null,
): Difference | undefined {
  const known = organizations.get(organizationId);
  if (known !== undefined || organizations.size === most.organizations) return known;
  const fresh = { fields, organizationId, items: 0, ids: [] };
  organizations.set(organizationId, fresh);
  return fresh;
}
