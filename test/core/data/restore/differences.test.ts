import { expect, test } from "vitest";
import { Differences } from "../../../../core/data/restore/differences.ts";

const of = (organizationId: string | null, id: string) => ({ organizationId, id });

test("what differs rarely comes before what differs often", () => {
  const differences = new Differences();
  differences.add(["total"], of("org_1", "grp_1"));
  differences.add(["total"], of("org_2", "grp_2"));
  differences.add(["name", "total"], of("org_1", "grp_3"));
  differences.add(["total"], of("org_1", "grp_4"));
  expect(differences.list()).toEqual({
    listed: [
      { fields: ["name", "total"], organizationId: "org_1", items: 1, ids: ["grp_3"] },
      { fields: ["total"], organizationId: "org_1", items: 2, ids: ["grp_1", "grp_4"] },
      { fields: ["total"], organizationId: "org_2", items: 1, ids: ["grp_2"] },
    ],
    unlisted: 0,
  });
});

test("20 organizations with 20 ids each are kept, and the others are counted", () => {
  const differences = new Differences();
  for (let organization = 0; organization < 25; organization += 1) {
    for (let item = 0; item < 30; item += 1) {
      differences.add(["total"], of(`org_${organization}`, `grp_${item}`));
    }
  }
  const { listed, unlisted } = differences.list();
  expect(listed).toHaveLength(20);
  expect(new Set(listed.map(({ items, ids }) => `${items} ${ids.length}`))).toEqual(
    new Set(["30 20"]),
  );
  expect(unlisted).toBe(5 * 30);
});

test("50 combinations of fields are kept, and what differs in others is counted", () => {
  const differences = new Differences();
  for (let field = 0; field < 60; field += 1) differences.add([`f${field}`], of(null, "x"));
  differences.add(["f0"], of(null, "y"));
  const { listed, unlisted } = differences.list();
  expect([listed.length, unlisted]).toEqual([50, 10]);
  expect(listed.at(-1)).toMatchObject({ fields: ["f0"], ids: ["x", "y"] });
});
