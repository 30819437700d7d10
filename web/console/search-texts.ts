/** Bounds what a page parses. */
const maximumCharacters = 200;

/**
 * The texts of the URL's query that have these names, as they are. The page that is loaded for them says
 * which are valid: the routes, which every page loads, do without zod.
 */
export function searchTexts<Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>): SearchTexts<Name> => {
    const texts: SearchTexts<Name> = {};
    for (const name of names) {
      const value = search[name];
      if (typeof value === "string" && value.length <= maximumCharacters) texts[name] = value;
    }
    return texts;
  };
}

type SearchTexts<Name extends string> = { [name in Name]?: string | undefined };
