interface Event {
  eventType: string;
  eventId: string;
}

/** What an event is called: its type and number. */
export function eventTitle({ eventType, eventId }: Event): string {
  return `${eventType} #${eventId.split(":").at(-1)}`;
}

/** The same in a row, without the first words of its type where it has little room. */
export function EventTitle({ event }: { event: Event }) {
  const title = eventTitle(event);
  const end = title.lastIndexOf(".") + 1;
  return (
    <>
      <span className="row-long">{title.slice(0, end)}</span>
      {title.slice(end)}
    </>
  );
}
