import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "..", "..");

/** Every source file of the project, by its path. */
export const sources = globSync(
  "{packages/*,api,bin,lib,lambdas,web,core,adapters,local,bench,test}/**/*.{ts,tsx,mjs}",
  {
    cwd: root,
    exclude: ["**/node_modules/**"],
  },
)
  .concat(globSync("*.ts", { cwd: root }))
  // The text of programs that the console shows, and nothing that runs in it.
  .filter((file) => file !== "web/console/webhooks/verification-samples.ts")
  .sort();

interface Import {
  from: string;
  /** A file of this project, or the name of a package. */
  to: string;
}

/** Every import of every file, also of types and of what is loaded later. */
export const imports: Import[] = sources.flatMap((from) =>
  [...read(from).matchAll(/(?:from|(?<!\.)import)\s*\(?\s*"([^"\n]+)"/g)].map(([, to = ""]) => ({
    from,
    to: to.startsWith(".") ? relative(root, resolve(root, dirname(from), to)) : to,
  })),
);

export function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}
