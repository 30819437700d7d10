/** What an event is called in lists: its type and number. */
export function eventTitle({ eventType, eventId }: { eventType: string; eventId: string }): string {
  return `${eventType} #${eventId.split(":").at(-1)}`;
}
