import { sum, times, type Usage } from "./usage.ts";

/** What cannot be measured here. */
const assumed = {
  /** Of both functions, which wait for DynamoDB and SES; they have 256 MB. */
  seconds: { telling: 0.1, sending: 0.4, group: 0.02 },
  gigabytes: 0.25,
  /** An outbox with the ids of its latest news. */
  outboxKilobytes: 3,
  /** Of the groups of an organization, and of the counters in one, a kilobyte each. */
  countersOfGroup: 4,
  logBytes: 900,
};

/**
 * One mail about one thing, counted from the calls of a pass without faults: an outbox is read and written
 * in a transaction three times (news, claim, record), and comes into the index of what is due and out of it.
 */
export const mailUsage: Usage = {
  dynamodbWrite: 3 * 2 * assumed.outboxKilobytes + 2,
  // With plan and members, and organization, member and person.
  dynamodbRead: 3 * Math.ceil(assumed.outboxKilobytes / 4) + 5,
  sqsRequest: 3,
  lambdaRequest: 2,
  lambdaDuration: (assumed.seconds.telling + assumed.seconds.sending) * assumed.gigabytes,
  logsIngestion: assumed.logBytes,
  logsStorage: assumed.logBytes,
  sesMessage: 1,
};

/** A weekly report: a mail, and what its numbers are read from, at most six queries of marks for each group. */
export function reportMailUsage(groups: number): Usage {
  const kilobytes = groups * (1 + assumed.countersOfGroup);
  return sum(mailUsage, {
    dynamodbRead: 1 + Math.ceil(kilobytes / 4) + 6 * groups,
    lambdaDuration: groups * assumed.seconds.group * assumed.gigabytes,
  });
}

const groupsOfReport = 10;
const mailsOfPerson = 30;
const weeksOfMonth = 365 / 7 / 12;

/** Mails, and weekly reports on ten groups. */
export function mailsUsage({ mails, reports }: { mails: number; reports: number }): Usage {
  return sum(times(mails, mailUsage), times(reports, reportMailUsage(groupsOfReport)));
}

/** A month of so many people who get a mail a day and the weekly report. */
export function peopleUsage(people: number): Usage {
  return mailsUsage({ mails: people * mailsOfPerson, reports: people * weeksOfMonth });
}
