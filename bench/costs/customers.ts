/** What a customer does in a month of 30 days. */
export interface Customer {
  name: string;
  /** In a sentence, for the page. */
  is: string;
  counters: number;
  taps: number;
  /** Of the taps, those that travel 25 in a request. */
  sharedTaps: number;
  /** Hours of all open counting pages together. */
  phoneHours: number;
  /** Requests of integrators, by what they read. */
  reads: { counter: number; list: number; page: number };
  /** Endpoints that receive every count. */
  endpoints: number;
  /** Whether the counters are in groups with alerts. */
  watched: boolean;
  viewerHours: number;
  /** Hours in which an embed is watched, by one or a million, for all embeds and caches together. */
  watchedHours: number;
  consoleHours: number;
  /** People who sign in, with the stack's own user pool. */
  people: number;
  /** Hours in which somebody counts or looks: CloudWatch charges its metrics by the hour. */
  openHours: number;
  /** In front of site and console. */
  webAcls: 0 | 1;
}

const hoursOfMonth = 720;
const secondsOfMonth = hoursOfMonth * 3_600;

/** Six gates, open nine hours on 26 days; 1,500 visitors a day, counted in and out. */
const museum: Customer = {
  name: "museum",
  is: "6 counters, open 9 hours on 26 days, 1,500 visitors a day, each counted in and out",
  counters: 6,
  taps: 26 * 1_500 * 2,
  sharedTaps: 0,
  phoneHours: 6 * 9 * 26,
  // The website asks every minute, day and night.
  reads: { counter: 0, list: secondsOfMonth / 60, page: 26 },
  endpoints: 1,
  watched: false,
  viewerHours: 26 * 200,
  watchedHours: 26 * 9,
  consoleHours: 26 * 2,
  people: 10,
  openHours: 26 * 9,
  webAcls: 0,
};

/** 20 stadiums of 40 gates, four matches each, 40,000 visitors, open six hours; alerts on groups. */
const stadiums: Customer = {
  name: "stadium chain",
  is: "20 stadiums with 40 gates, 4 matches each with 40,000 visitors, counted in and out within 6 hours",
  counters: 20 * 40,
  taps: 20 * 4 * 40_000 * 2,
  sharedTaps: 0.5,
  phoneHours: 20 * 4 * 40 * 6,
  // Three systems ask every ten seconds during matches, on eight days; pages are read for reports.
  reads: { counter: 0, list: (3 * 8 * 6 * 3_600) / 10, page: 800 * 80 },
  endpoints: 2,
  watched: true,
  viewerHours: 20 * 4 * 5_000,
  watchedHours: 20 * 4 * 6 * 3,
  consoleHours: 20 * 4 * 6 * 3,
  people: 900,
  openHours: 8 * 8,
  webAcls: 0,
};

/** 300 landings with two counters each, 16 hours every day, 400,000 passengers a day, on and off. */
const ferries: Customer = {
  name: "country's ferries",
  is: "300 landings with 2 counters, 16 hours every day, 400,000 passengers a day, counted on and off",
  counters: 600,
  taps: 30 * 400_000 * 2,
  sharedTaps: 0.5,
  phoneHours: 300 * 16 * 30,
  // Five systems ask for the list every 15 s, day and night, and one asks for 60 counters a minute.
  reads: { counter: secondsOfMonth, list: (5 * secondsOfMonth) / 15, page: 600 * 30 },
  endpoints: 3,
  watched: true,
  viewerHours: 30 * 16 * 2_000,
  watchedHours: 300 * 16 * 30,
  consoleHours: 30 * 16 * 20,
  people: 2_000,
  openHours: hoursOfMonth,
  webAcls: 1,
};

export const customers: Customer[] = [museum, stadiums, ferries];
