/**
 * Lets every cache hold an answer for so many seconds, and none serve it afterwards: without the last
 * part CloudFront answers with what has expired for as long as the service fails.
 */
export function publicCache(seconds: number): { "cache-control": string } {
  return { "cache-control": `public, max-age=${seconds}, stale-if-error=0` };
}
