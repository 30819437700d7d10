import type { Command } from "commander";

/** Words of other command lines, and the verbs that do this here; few nouns have two of them. */
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
 * Answers an unknown verb of these arguments with those of the noun that mean the same. Commander
 * itself knows similar spelling only, and takes `remove` for `rename`.
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

/** None for a verb that the noun has. */
function verbsMeant(noun: Command, word: string): string[] {
  const verbs = noun.commands.map((verb) => verb.name());
  if (verbs.includes(word)) return [];
  const meant = synonyms.find(({ words }) => words.includes(word));
  return verbs.filter((verb) => meant?.verbs.includes(verb));
}
