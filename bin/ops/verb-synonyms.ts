import type { Command } from "commander";

/** Verbs of other command lines, and what they are called here; few nouns have two of these. */
const synonyms = [
  { words: ["create", "add", "new", "make"], verbs: ["create", "invite"] },
  { words: ["list", "ls"], verbs: ["list"] },
  { words: ["show", "get", "describe", "view"], verbs: ["show"] },
  { words: ["update", "edit", "change"], verbs: ["update"] },
  {
    words: ["delete", "revoke", "remove", "rm", "del", "destroy"],
    verbs: ["delete", "revoke", "remove", "archive"],
  },
];

/**
 * For an unknown verb, suggests the noun's verbs that mean the same. Commander itself compares only
 * the spelling, and suggests `rename` for `remove`.
 */
export function suggestSynonyms(program: Command, args: string[]): void {
  for (const noun of program.commands) {
    if (!args.some((arg) => verbsMeant(noun, arg).length > 0)) continue;
    noun.on("command:*", ([name = ""]: string[]) => {
      const verbs = verbsMeant(noun, name);
      const which = verbs.length > 1 ? `one of ${verbs.join(", ")}` : verbs[0];
      noun.error(
        `error: unknown command '${name}'${which === undefined ? "" : `\n(Did you mean ${which}?)`}`,
        { code: "commander.unknownCommand" },
      );
    });
  }
}

/** The noun's verbs that mean this word; none if the word is one of its verbs. */
function verbsMeant(noun: Command, word: string): string[] {
  const verbs = noun.commands.map((verb) => verb.name());
  if (verbs.includes(word)) return [];
  const meant = synonyms.find(({ words }) => words.includes(word));
  return verbs.filter((verb) => meant?.verbs.includes(verb));
}
