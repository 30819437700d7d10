import { shellWord } from "../adapters/shell.ts";

export const defaultDataDir = ".local";

/** `npx counting …` for the service of this data folder. */
export function opsCommand(verb: string, dataDir: string, options: string): string {
  return `npx counting ${verb} --local${dataDirOption(dataDir)} ${options}`;
}

/** `npm start …` for this data folder. */
export function startCommand(dataDir: string, options = ""): string {
  const all = `${options}${dataDirOption(dataDir)}`.trim();
  return all === "" ? "npm start" : `npm start -- ${all}`;
}

function dataDirOption(dataDir: string): string {
  return dataDir === defaultDataDir ? "" : ` --data-dir ${shellWord(dataDir)}`;
}
