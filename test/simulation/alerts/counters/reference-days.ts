/** An organization's days, with their starts written out: nothing here computes a time zone. */
export interface Days {
  timeZone: string;
  /** Of the organization; days before start at midnight. */
  dayStarts: { from: string; at: string }[];
  /** Three in a row; clocks change on the second, if at all. */
  starts: [Day, Day, Day];
  /** When the clocks show the start of the second day again. */
  againMs?: number;
  /** Where the organization moves after the second start, and the day that it is there. */
  moved?: { timeZone: string; atMs: number; day: Day };
}

export interface Day {
  date: string;
  startMs: number;
}

/** Starts as a person reads them off a table of the zone's offsets. */
export const allDays: [Days, ...Days[]] = [
  {
    timeZone: "UTC",
    dayStarts: [],
    starts: [
      day("2026-06-10", "2026-06-10T00:00Z"),
      day("2026-06-11", "2026-06-11T00:00Z"),
      day("2026-06-12", "2026-06-12T00:00Z"),
    ],
  },
  {
    // 02:30 comes twice on the 25th: at +02:00, and an hour later at +01:00.
    timeZone: "Europe/Berlin",
    dayStarts: [{ from: "2026-01-01", at: "02:30" }],
    starts: [
      day("2026-10-24", "2026-10-24T00:30Z"),
      day("2026-10-25", "2026-10-25T00:30Z"),
      day("2026-10-26", "2026-10-26T01:30Z"),
    ],
    againMs: Date.parse("2026-10-25T01:30Z"),
  },
  {
    // On the 29th clocks go from 02:00 to 03:00 and never show 02:30.
    timeZone: "Europe/Berlin",
    dayStarts: [{ from: "2026-01-01", at: "02:30" }],
    starts: [
      day("2026-03-28", "2026-03-28T01:30Z"),
      day("2026-03-29", "2026-03-29T01:00Z"),
      day("2026-03-30", "2026-03-30T00:30Z"),
    ],
  },
  {
    // From 01:00 back to 00:00: midnight comes twice on the 1st.
    timeZone: "America/Havana",
    dayStarts: [],
    starts: [
      day("2026-10-31", "2026-10-31T04:00Z"),
      day("2026-11-01", "2026-11-01T04:00Z"),
      day("2026-11-02", "2026-11-02T05:00Z"),
    ],
    againMs: Date.parse("2026-11-01T05:00Z"),
  },
  {
    // From 00:00 to 01:00: the 8th has no midnight.
    timeZone: "America/Havana",
    dayStarts: [],
    starts: [
      day("2026-03-07", "2026-03-07T05:00Z"),
      day("2026-03-08", "2026-03-08T05:00Z"),
      day("2026-03-09", "2026-03-09T04:00Z"),
    ],
  },
  {
    // From the midnight that begins the 25th back to 23:00 of the 24th: 23:30 comes twice.
    timeZone: "Asia/Beirut",
    dayStarts: [{ from: "2026-01-01", at: "23:30" }],
    starts: [
      day("2026-10-23", "2026-10-23T20:30Z"),
      day("2026-10-24", "2026-10-24T20:30Z"),
      day("2026-10-25", "2026-10-25T21:30Z"),
    ],
    againMs: Date.parse("2026-10-24T21:30Z"),
  },
  {
    // By half an hour, from 02:00 to 01:30: 01:45 comes twice.
    timeZone: "Australia/Lord_Howe",
    dayStarts: [{ from: "2026-01-01", at: "01:45" }],
    starts: [
      day("2026-04-04", "2026-04-03T14:45Z"),
      day("2026-04-05", "2026-04-04T14:45Z"),
      day("2026-04-06", "2026-04-05T15:15Z"),
    ],
    againMs: Date.parse("2026-04-04T15:15Z"),
  },
  {
    // A later start from the 11th on: the 10th has 29 hours.
    timeZone: "Europe/Berlin",
    dayStarts: [{ from: "2026-06-11", at: "05:00" }],
    starts: [
      day("2026-06-10", "2026-06-09T22:00Z"),
      day("2026-06-11", "2026-06-11T03:00Z"),
      day("2026-06-12", "2026-06-12T03:00Z"),
    ],
  },
  {
    // From Berlin to New York: the 11th starts a second time.
    timeZone: "Europe/Berlin",
    dayStarts: [],
    starts: [
      day("2026-06-10", "2026-06-09T22:00Z"),
      day("2026-06-11", "2026-06-10T22:00Z"),
      day("2026-06-11", "2026-06-11T04:00Z"),
    ],
    moved: {
      timeZone: "America/New_York",
      atMs: Date.parse("2026-06-11T01:00Z"),
      day: day("2026-06-10", "2026-06-10T04:00Z"),
    },
  },
];

function day(date: string, start: string): Day {
  return { date, startMs: Date.parse(start) };
}

/** The day that contains a moment; undefined before the first. */
export function dayAt({ starts, moved }: Days, atMs: number): Day | undefined {
  if (moved && moved.atMs <= atMs && atMs < starts[2].startMs) return moved.day;
  return starts.findLast(({ startMs }) => startMs <= atMs);
}
