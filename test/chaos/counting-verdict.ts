import type { CountEvent } from "../../core/counters/count-event.ts";

/** What the history says of a count. */
type Event = Pick<CountEvent, "lastEventId" | "previousCount" | "count" | "delta" | "metadata">;

/** What those who changed the number of one counter were told, by their own ids. */
export interface Told {
  /** The lastEventId of each tap's event; null for one that was told to be undone before it came. */
  taps: Map<string, number | null>;
  /** By the tap, the lastEventId of the undo; null where the tap had not been counted. */
  undos: Map<string, number | null>;
  /** What each form set; its id is the reason in the event. */
  forms: Map<string, number>;
}

export function toldNothing(): Told {
  return { taps: new Map(), undos: new Map(), forms: new Map() };
}

/** What is wrong with the history of a counter, oldest event first; nothing if all is well. */
export function judgeHistory(events: Event[], told: Told): string[] {
  return [
    ...judgeOrder(events),
    ...judgeTaps(events, told),
    ...judgeUndos(events, told),
    ...judgeForms(events, told),
  ];
}

function judgeOrder(events: Event[]): string[] {
  return events.flatMap(({ lastEventId, previousCount, count, delta }, index) => {
    const before = events[index - 1]?.count ?? 0;
    const follows = lastEventId === index + 1 && previousCount === before;
    return follows && count === before + delta ? [] : [`event ${lastEventId} is out of order`];
  });
}

/** Each tap is counted once, or never and undone. */
function judgeTaps(events: Event[], { taps, undos }: Told): string[] {
  const made = events.filter((event) => kindOf(event) === "tap");
  const known = new Set(taps.values());
  const strays = made.filter(({ lastEventId }) => !known.has(lastEventId));
  const counted = new Set(made.map(({ lastEventId }) => lastEventId));
  const wrong = [...taps].flatMap(([id, lastEventId]) => {
    if (lastEventId === null) {
      return undos.get(id) === null ? [] : [`tap ${id} was told to be undone, and is not`];
    }
    return counted.delete(lastEventId) ? [] : [`tap ${id} is not event ${lastEventId} alone`];
  });
  return [...wrong, ...strays.map(({ lastEventId }) => `nobody made the tap ${lastEventId}`)];
}

function judgeUndos(events: Event[], { taps, undos }: Told): string[] {
  const undone = events.filter((event) => kindOf(event) === "undo");
  const targets = undone.map(({ metadata }) => metadata?.undoes);
  const twice = targets.filter((target, index) => targets.indexOf(target) < index);
  const wrong = [...undos].flatMap(([id, lastEventId]) => {
    const tapId = taps.get(id);
    if (lastEventId === null) {
      return tapId === null || tapId === undefined ? [] : [`tap ${id} counts after its undo`];
    }
    const undo = undone.find((event) => event.lastEventId === lastEventId);
    const tap = events.find((event) => event.lastEventId === tapId);
    const isRight = tap && undo && undo.metadata?.undoes === tapId && undo.delta === -tap.delta;
    return isRight ? [] : [`event ${lastEventId} does not undo tap ${id}`];
  });
  const strays = undone.length - [...undos.values()].filter((id) => id !== null).length;
  return [
    ...wrong,
    ...twice.map((target) => `tap ${target} was undone twice`),
    ...(strays === 0 ? [] : [`${strays} undos more than were told`]),
  ];
}

/** A form whose number was right already has no event. */
function judgeForms(events: Event[], { forms }: Told): string[] {
  const sets = events.filter((event) => kindOf(event) === "set");
  const reasons = sets.map(reasonOf);
  return sets.flatMap((event, index) => {
    const reason = reasonOf(event);
    const isRight = forms.get(reason) === event.count && reasons.indexOf(reason) === index;
    return isRight ? [] : [`event ${event.lastEventId} is not what form ${reason} set, once`];
  });
}

/** How much was counted in the history, by whom, as the sums of the counter have it. */
export function sumsOf(events: Event[]): Record<"ups" | "downs" | "adjusted", bigint> {
  const sums = { ups: 0, downs: 0, adjusted: 0 };
  for (const event of events) {
    const kind = kindOf(event);
    const isUp = kind === "undo" ? event.delta < 0 : event.delta > 0;
    if (kind === "set") sums.adjusted += event.delta;
    else if (isUp) sums.ups += event.delta;
    else sums.downs -= event.delta;
  }
  return { ups: BigInt(sums.ups), downs: BigInt(sums.downs), adjusted: BigInt(sums.adjusted) };
}

function kindOf({ metadata }: Event): "tap" | "undo" | "set" {
  if (metadata?.adjustment !== undefined) return "set";
  return metadata?.undoes === undefined ? "tap" : "undo";
}

function reasonOf({ metadata }: Event): string {
  const adjustment = metadata?.adjustment;
  const has = typeof adjustment === "object" && adjustment !== null && "reason" in adjustment;
  return has ? String(adjustment.reason) : "";
}
