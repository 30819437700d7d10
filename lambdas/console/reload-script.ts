/**
 * In place of a script that no longer exists: loads the page again, which then names the new one.
 * Once a minute at most, so that it cannot become a loop.
 */
export const reloadScript = `(async () => {
  const key = "reloaded-for-a-new-version";
  const last = Number(sessionStorage.getItem(key));
  if (Date.now() - last < 60000) return;
  sessionStorage.setItem(key, String(Date.now()));
  for (const name of (await globalThis.caches?.keys()) ?? []) await caches.delete(name);
  location.reload();
})();
`;
