/** The options of `npm start`. */
export interface StartOptions {
  dataDir: string;
  apiPort: number;
  sitePort: number;
  consolePort: number;
  identityPort: number;
  receiverPort: number;
  mailboxPort: number;
  chatPort: number;
  /** Seconds, separated by commas. */
  retryDelays?: string;
  /** Seconds. */
  schedulerFrom?: string;
  /** Concurrent executions of functions; more are throttled. */
  lambdaConcurrency?: number;
  /** Says which parts of batches stay unprocessed; drawn anew for each start without it. */
  faultSeed?: number;
  /** Ends first pages of lists after one item, for tests. */
  shortPages: boolean;
  /** A folder that gets the AWS calls of each function. */
  recordCalls?: string;
  /** Runs the canary every so many seconds; without it there is none. */
  canary?: number;
  fresh: boolean;
  demo: boolean;
  /** Prints only that it is ready, and what fails. */
  quiet: boolean;
}
