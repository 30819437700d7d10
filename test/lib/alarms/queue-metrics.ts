import { visibilitySeconds } from "../../../lib/webhooks/redelivery.ts";
import type { Minutes } from "../alarm-evaluation.ts";

export interface QueueTraffic {
  minutes: number;
  /** How many messages are sent at this second. */
  sentAt: (second: number) => number;
  /** Seconds from receiving a message to deleting it; undefined where that fails. */
  handledAfter: (message: number) => number | undefined;
  /** Whether anybody receives. */
  received?: boolean;
}

interface Message {
  sentAt: number;
  visibleAt: number;
  receives: number;
  deletedAt: number;
}

/**
 * What SQS reports of a queue with this traffic, as "Available CloudWatch metrics for Amazon SQS" defines it: a
 * message of a standard queue that was received three times or more is left out of the age until it is
 * handled, and each time that a message is received counts.
 */
export function queueMetrics(queueName: string, traffic: QueueTraffic): Minutes {
  const messages: Message[] = [];
  const reports = Array.from({ length: traffic.minutes }, (_, minute) => {
    const report = { oldest: 0, received: 0, deleted: 0 };
    for (let second = minute * 60; second < minute * 60 + 60; second += 1) {
      for (let sent = traffic.sentAt(second); sent > 0; sent -= 1) {
        messages.push({ sentAt: second, visibleAt: second, receives: 0, deletedAt: Infinity });
      }
      for (const [index, message] of messages.entries()) {
        if (message.deletedAt === second) report.deleted += 1;
        if (message.deletedAt <= second) continue;
        if (message.receives < 3) report.oldest = Math.max(report.oldest, second - message.sentAt);
        if (traffic.received === false || message.visibleAt > second) continue;
        report.received += 1;
        message.receives += 1;
        message.visibleAt = second + visibilitySeconds;
        message.deletedAt = second + (traffic.handledAfter(index) ?? Infinity);
      }
    }
    return report;
  });
  const metric = (name: string) => `AWS/SQS ${name} QueueName={${queueName}.QueueName}`;
  return {
    [metric("ApproximateAgeOfOldestMessage")]: reports.map(({ oldest }) => oldest).join(" "),
    [metric("NumberOfMessagesReceived")]: reports.map(({ received }) => received).join(" "),
    [metric("NumberOfMessagesDeleted")]: reports.map(({ deleted }) => deleted).join(" "),
  };
}
