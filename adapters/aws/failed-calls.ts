import {
  type DynamoDBServiceException,
  TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";

/**
 * Whether an error says that a call to AWS failed: no connection, no response in time, too many
 * requests, no permission, a fault of AWS. The same call can succeed later. False where AWS says
 * that what it was asked to do is wrong, as it will be next time, and for every other error.
 */
export function isFailedCall(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (wrongRequests.has(error.name)) return false;
  if (error instanceof TransactionCanceledException) {
    return !error.CancellationReasons?.some(({ Code }) => wrongItems.has(Code ?? ""));
  }
  // The SDK adds it to whatever ends a call.
  return "$metadata" in error || isFailedCall(error.cause);
}

/**
 * Whether the SDK has sent the call more than once. A condition may then have failed because of what
 * the call itself wrote, where only the response to that was lost.
 */
export function wasSentAgain({ $metadata }: DynamoDBServiceException): boolean {
  return ($metadata.attempts ?? 1) > 1;
}

/** By the names that DynamoDB and SQS give them. */
const wrongRequests = new Set([
  "ValidationException",
  "SerializationException",
  "ConditionalCheckFailedException",
  "ItemCollectionSizeLimitExceededException",
  "IdempotentParameterMismatchException",
  "InvalidMessageContents",
  "InvalidParameterValue",
  "InvalidParameterValueException",
  "InvalidAttributeValue",
  "MissingParameter",
  "MissingRequiredParameterException",
  "InvalidBatchEntryId",
  "BatchEntryIdsNotDistinct",
  "BatchRequestTooLong",
  "EmptyBatchRequest",
  "TooManyEntriesInBatchRequest",
]);

/** By the codes in the reasons of a transaction that was canceled. */
const wrongItems = new Set([
  "ValidationError",
  "ConditionalCheckFailed",
  "ItemCollectionSizeLimitExceeded",
]);
