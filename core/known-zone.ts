const standIns = new Map<string, string>();

/**
 * The zone that `Intl` is asked for: another one where this runtime does not know the wanted one. Browsers
 * can be older than a name, such as Europe/Kyiv; the service that accepted it is not.
 */
export function knownZone(timeZone: string): string {
  return standIns.get(timeZone) ?? timeZone;
}

/**
 * Takes from the service by how much a zone is ahead of UTC. Where the zone is not known, this stands for
 * it: moments before or after a change of its clocks are then shown by an hour too early or too late.
 */
export function learnOffset(timeZone: string, offsetMinutes: number): void {
  if (isKnownZone(timeZone)) return;
  const standIn = fixedZones(offsetMinutes).find(isKnownZone);
  if (standIn !== undefined) standIns.set(timeZone, standIn);
}

/** Zones without changes of clocks; last the nearest full hour, as old browsers have no others. */
function fixedZones(offsetMinutes: number): string[] {
  const hours = Math.round(offsetMinutes / 60);
  // Their signs are the other way round: this one is behind UTC where it has a plus.
  const full = hours === 0 ? "UTC" : `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
  if (offsetMinutes % 60 === 0) return [full];
  const ahead = Math.abs(offsetMinutes);
  const digits = [Math.floor(ahead / 60), ahead % 60].map((part) => String(part).padStart(2, "0"));
  return [`${offsetMinutes > 0 ? "+" : "-"}${digits.join(":")}`, full];
}

export function isKnownZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
