/** A page as Markdown, before its links lead to other pages. */
export interface SourcePage {
  /** In the site, below /docs: `integrators/webhooks`; `index` is the home. */
  path: string;
  /** The file in the repository from which its links begin. */
  file: string;
  markdown: string;
  /** Of a page of the reference: what stands beside the text. */
  samples?: string;
}
