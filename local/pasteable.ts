export const defaultDataDir = ".local";

/** A word as a shell takes it for one, so that a printed command can be pasted. */
export function shellWord(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** `npm run --silent ops -- …` for the service of this data folder. */
export function opsCommand(verb: string, dataDir: string, options: string): string {
  return `npm run --silent ops -- ${verb} --local${dataDirOption(dataDir)} ${options}`;
}

/** `npm start …` for this data folder. */
export function startCommand(dataDir: string, options = ""): string {
  const all = `${options}${dataDirOption(dataDir)}`.trim();
  return all === "" ? "npm start" : `npm start -- ${all}`;
}

function dataDirOption(dataDir: string): string {
  return dataDir === defaultDataDir ? "" : ` --data-dir ${shellWord(dataDir)}`;
}
