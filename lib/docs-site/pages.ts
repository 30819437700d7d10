import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { referencePages, type SourcePage } from "./reference.ts";

export const root = join(import.meta.dirname, "..", "..");

/** The parts of the navigation, with what comes first in each; other pages of a part follow by name. */
const parts: { title: string; first: string[]; pages: RegExp }[] = [
  {
    title: "For owners",
    first: ["operators/console", "operators/counting", "operators/alerts", "operators/members"],
    pages: /^operators\/(console|counting|alerts|members|charts)$/,
  },
  {
    title: "For developers",
    first: [
      ...["integrators/webhooks", "integrators/receivers", "integrators/catching-up"],
      ...["clients", "packages/client", "packages/client-python"],
      ...["integrators/embedding", "integrators/contract"],
    ],
    pages: /^integrators\/|^clients$|^packages\/client/,
  },
  { title: "Reference", first: ["reference"], pages: /^reference(\/|$)/ },
  {
    title: "For operators",
    first: [
      ...["repository", "operators/deploy", "operators/deploy-from-github", "operators/upgrade"],
      "operators/configuration",
    ],
    pages: /^operators\/[^/]+$/,
  },
  {
    title: "For maintainers",
    first: ["maintainers/architecture", "contributing"],
    pages: /^maintainers\/|^how-to\/|^decisions$|^packages\//,
  },
  {
    title: "About",
    first: ["glossary", "changelog", "security"],
    pages: /^(glossary|changelog|security)$/,
  },
];

export interface NavigationPart {
  title: string;
  paths: string[];
}

/** Every page, and what the navigation lists of them. */
export function readPages(): { pages: SourcePage[]; navigation: NavigationPart[] } {
  const files = globSync(["docs/**/*.md", "packages/*/README.md", ...Object.keys(named)], {
    cwd: root,
  }).sort();
  const pages = [...files.map(readPage), ...referencePages(root)];
  const paths = pages.map(({ path }) => path);
  const listed = new Set<string>();
  const navigation = parts.map(({ title, first, pages: belong }) => {
    const begin = first.filter((path) => paths.includes(path));
    const rest = paths.filter((path) => belong.test(path) && !begin.includes(path));
    const own = [...begin, ...rest].filter((path) => !listed.has(path));
    for (const path of own) listed.add(path);
    return { title, paths: own };
  });
  return { pages, navigation };
}

function readPage(file: string): SourcePage {
  const path = sitePath(file).replace(/\.md$/, "");
  return { path, file, markdown: readFileSync(join(root, file), "utf8") };
}

/** Files that are not in docs/ but are pages, or have another name there. */
const named: Record<string, string> = {
  "README.md": "repository.md",
  "CHANGELOG.md": "changelog.md",
  "CONTRIBUTING.md": "contributing.md",
  "SECURITY.md": "security.md",
  "docs/README.md": "index.md",
  "docs/decisions/README.md": "decisions.md",
  // Above the folder with the downloads.
  "docs/integrators/clients.md": "clients.md",
};

/** What leads to a page whose own heading says less. */
export const linkTitles: Record<string, string> = {
  index: "Docs home",
  repository: "Run it",
  "integrators/catching-up": "Catching up (miss nothing)",
  "integrators/receivers": "Receivers to copy",
  "packages/client": "Client for JavaScript",
  "packages/client-python": "Client for Python",
};

/** Where a file of the repository is in the site, whether a page or not. */
export function sitePath(file: string): string {
  return (
    named[file] ??
    file
      .replace(/^docs\//, "")
      .replace(/^integrators\/schemas\//, "schemas/")
      .replace(/^(packages\/[^/]+)\/README\.md$/, "$1.md")
  );
}
