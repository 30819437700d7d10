import type { Change } from "../audit/audit-entry.ts";
import type { Embed } from "./embeds.ts";

export function embedCreated(embed: Omit<Embed, "html">): Change {
  return { ...owned(embed), before: null, after: shown(embed) };
}

export function embedRevoked(embed: Omit<Embed, "html">): Change {
  return { ...owned(embed), before: shown(embed), after: null };
}

/** Without its id, which opens the embed. */
function owned({ organizationId, note, counterName }: Omit<Embed, "html">) {
  return { organizationId, target: { kind: "embed", id: null, name: note ?? counterName } };
}

function shown({ counterId, note, sessionId }: Omit<Embed, "html">) {
  return { counterId, note, lastFour: sessionId.slice(-4) };
}
