import { type Language, languageNames, languages } from "../../core/languages.ts";
import { Markup, markup } from "../../core/markup.ts";

/** Links to the same page in each language, which the service then keeps as a choice. */
export function languageLinks(current: Language, label: string): Markup {
  const links = languages.map((language) => {
    const isCurrent = new Markup(language === current ? ' aria-current="true"' : "");
    const name = languageNames[language];
    return markup`<a href="?lang=${language}" hreflang="${language}" lang="${language}"${isCurrent}>${name}</a>`;
  });
  return markup`<nav class="languages" aria-label="${label}">
${new Markup(links.map(({ html }) => html).join("\n"))}
</nav>`;
}
