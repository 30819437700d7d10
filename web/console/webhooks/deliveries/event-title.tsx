interface Event {
  eventType: string;
  eventId: string;
}

/** What an event is called: its type and number. */
export function eventTitle({ eventType, eventId }: Event): string {
  return `${eventType} #${eventId.split(":").at(-1)}`;
}

/** The last words of types, for where there is little room. */
const shortTypes: Record<string, string> = { increment: "up", decrement: "down", fired: "alert" };

/** The same in a row, in fewer letters where it has little room. */
export function EventTitle({ event }: { event: Event }) {
  const [type = "", number = ""] = eventTitle(event).split(" ");
  const end = type.split(".").at(-1) ?? type;
  return (
    <>
      <span className="row-long">{type}</span>
      <span className="row-short">{shortTypes[end] ?? end}</span> {number}
    </>
  );
}
