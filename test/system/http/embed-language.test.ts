import { expect, test } from "vitest";
import { Oembed } from "../../../core/embeds/oembed.ts";
import { changeLanguage } from "../../../core/organizations/organization-changes.ts";
import { operator } from "../people-service.ts";
import { createCounter, createOrganization, getSite, shareCounter, stores } from "../service.ts";

const text = async (path: string) => await (await getSite(path)).text();

test.each(["en", "ar"] as const)(
  "an embed of an organization that speaks %s speaks it, too",
  async (language) => {
    const organization = await createOrganization("free");
    await changeLanguage(stores, { organizationId: organization.id, language }, operator);
    const sessionId = await shareCounter(await createCounter(organization, { name: "Gate" }));
    const direction = language === "ar" ? "rtl" : "ltr";
    expect(await text(`/embed/${sessionId}`)).toContain(
      `<html lang="${language}" dir="${direction}" `,
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
  expect(await text(`/embed/${sessionId}`)).toContain('<html lang="en" dir="ltr" ');
});

test("a page with lang in its URL is in that language, and so is what it names for discovery", async () => {
  const sessionId = await shareCounter(await createCounter(await createOrganization("free")));
  const page = `/embed/${sessionId}?lang=de-CH`;
  const response = await getSite(page);
  const html = await response.text();
  expect(html).toContain('<html lang="de" dir="ltr" ');
  const [, discovered = ""] = /json\+oembed" href="([^"]+)"/.exec(html) ?? [];
  expect(response.headers.get("link")).toContain(`<${discovered}>`);
  const { html: frame } = Oembed.parse(await (await fetch(discovered)).json());
  expect(frame).toContain(`${page}"`);
});
