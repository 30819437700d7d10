import { createCounter, createOrganization, outputs, shareCounter } from "../../service.ts";

const organization = await createOrganization("free");

/** A counter with an embed, at `path` of the public site. */
export async function newEmbed(settings: { name?: string; goalTarget?: number } = {}) {
  const counter = await createCounter(organization, settings);
  const sessionId = await shareCounter(counter);
  const path = `/embed/${sessionId}`;
  return { counter, sessionId, path, url: `${outputs.BaseUrl}${path}` };
}
