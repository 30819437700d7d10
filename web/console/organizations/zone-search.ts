import { isKnownZone } from "../../../core/known-zone.ts";
import { otherZones, zonesOfCountries } from "./zone-names.ts";

/** The names in which a country can be searched for: in English, and in the viewer's language. */
const countryNames = ["en", undefined].map(
  (language) => new Intl.DisplayNames(language, { type: "region" }),
);

const countries = zonesOfCountries.split(";").map((row) => {
  const [code = "", ...zones] = row.trim().split(/\s+/);
  return { words: plain(countryNames.map((names) => names.of(code)).join(" ")), zones };
});

/** The names of the time zone database that this browser knows, and those that are set and chosen. */
export function zoneChoices(...present: string[]): string[] {
  known ??= [...countries.flatMap(({ zones }) => zones), ...otherZones.trim().split(/\s+/)].filter(
    isKnownZone,
  );
  return [...new Set(["UTC", ...present, ...known])];
}

/** Found once: a browser takes a tenth of a second for all. */
let known: string[] | undefined;

/** The zones that a person may mean who types this: a part of a zone's name, or of a country's. */
export function zonesFor<Option extends { value: string }>(typed: string, options: Option[]) {
  const wanted = plain(typed.trim());
  const ofCountry = new Set(
    countries.filter(({ words }) => words.includes(wanted)).flatMap(({ zones }) => zones),
  );
  return options.filter(({ value }) => plain(value).includes(wanted) || ofCountry.has(value));
}

/** "São Paulo" is "sao paulo" and "Sao_Paulo". */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("_", " ").toLowerCase();
}
