import { LogFormatter, Logger, LogItem } from "@aws-lambda-powertools/logger";
import type { LogAttributes, UnformattedAttributes } from "@aws-lambda-powertools/logger/types";

class LineFormatter extends LogFormatter {
  /** Not Powertools' own fields besides these: each byte of a log is paid for. */
  override formatAttributes(line: UnformattedAttributes, fields: LogAttributes): LogItem {
    const { logLevel: level, message, serviceName: service } = line;
    const timestamp = line.timestamp.toISOString();
    return new LogItem({ attributes: { level, message, timestamp, service, ...fields } });
  }

  /**
   * Names what an error says: Powertools' own formatter takes all that an error holds. An error of
   * DynamoDB can hold the item that was in the way, and one of a connection itself.
   */
  override formatError(error: Error): LogAttributes {
    return described(error, []);
  }
}

/** `causedBy` has the errors that this one caused: a chain of causes can be a circle. */
function described(
  error: Error & { code?: unknown; $metadata?: unknown },
  causedBy: Error[],
): LogAttributes {
  const { name, message, stack, cause, code, $metadata } = error;
  const chain = [...causedBy, error];
  const isNew = cause instanceof Error && !chain.includes(cause);
  return {
    name,
    message,
    stack,
    code,
    $metadata,
    cause: isNew ? described(cause, chain) : undefined,
  };
}

export const logger = new Logger({ logFormatter: new LineFormatter() });
