import { expect, test } from "vitest";
import { languages } from "../../../core/languages.ts";
import { changeLanguage } from "../../../core/organizations/organization-changes.ts";
import { operator } from "../people-service.ts";
import { createCounter, createOrganization, getSite, shareCounter, stores } from "../service.ts";

const text = async (path: string) => await (await getSite(path)).text();

test.each(languages)(
  "an embed of an organization that speaks %s speaks it, too",
  async (language) => {
    const organization = await createOrganization("free");
    await changeLanguage(stores, { organizationId: organization.id, language }, operator);
    const sessionId = await shareCounter(await createCounter(organization, { name: "Gate" }));
    const direction = language === "ar" ? "rtl" : "ltr";
    expect(await text(`/embed/${sessionId}`)).toContain(
      `<html lang="${language}" dir="${direction}">`,
    );
    const count = JSON.parse(await text(`/embed/${sessionId}/count`));
    expect(count.language).toBe(language === "en" ? undefined : language);
  },
);

test("an embed speaks English where a newer release has stored a language that is not known", async () => {
  const organization = await createOrganization("free");
  const language = "sv" as "en";
  await changeLanguage(stores, { organizationId: organization.id, language }, operator);
  const sessionId = await shareCounter(await createCounter(organization));
  expect(await text(`/embed/${sessionId}`)).toContain('<html lang="en" dir="ltr">');
});
