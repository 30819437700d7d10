import type { SentAttempt } from "../webhooks/deliver.ts";
import { isSuccess } from "../webhooks/retry-schedule.ts";
import type { ChatOutcome } from "./chat-channel.ts";

type Posted = Pick<SentAttempt, "outcome" | "response"> & {
  /** Of the header Retry-After. */
  retryAfter?: string | undefined;
};

/**
 * What Slack's incoming webhooks respond when workspace, app or channel is gone ("Sending messages using
 * incoming webhooks"), and Mattermost's when the webhook was deleted.
 */
const gone =
  /^(channel_is_archived|channel_not_found|no_service|no_service_id|no_active_hooks|no_team|team_disabled|invalid_token)$|"id":\s*"(web\.incoming_webhook\.invalid\.app_error)"/;

/** The longest wait of the retry schedule; a server can say more, and is asked again then. */
const longestSeconds = 21_600;

/** Of a response only what is known is repeated: it can be anything. */
export function chatOutcome(posted: Posted, nowMs: number): ChatOutcome {
  const { outcome, response = "" } = posted;
  if (isSuccess(outcome)) return { result: "sent" };
  const afterSeconds = retryAfterSeconds(posted, nowMs);
  if (outcome.kind === "no_response") {
    return { result: "refused", reason: outcome.reason, afterSeconds };
  }
  const { status } = outcome;
  const isRefusal = status >= 400 && status < 500;
  const [, slack, mattermost] = (isRefusal && gone.exec(response.trim())) || [];
  const said = slack ?? (mattermost && "the webhook was deleted");
  const reason = said === undefined ? `HTTP ${status}` : `HTTP ${status}: ${said}`;
  if (status === 410 || said !== undefined) return { result: "gone", reason };
  return { result: "refused", reason, afterSeconds };
}

/** Seconds or a date, RFC 9110; 0 where it says neither. */
function retryAfterSeconds({ retryAfter = "" }: Posted, nowMs: number): number {
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - nowMs) / 1_000);
  return Math.min(Math.max(seconds || 0, 0), longestSeconds);
}
