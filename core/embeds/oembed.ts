import * as z from "zod";
import { ApiError } from "../api-error.ts";
import { markup } from "../markup.ts";
import { embedUrl, sessionIdIn } from "./embed-session.ts";

/** Pixels, contract §8: the maximum size of a frame, which is also the default. */
export const widestFrame = 300;
export const highestFrame = 200;

const providerName = "Counting Service";

/** How long a consumer may keep the markup, in seconds; the page inside stays live. */
const cacheAgeSeconds = 3_600;

/** Far longer than any URL of an embed; longer text is refused unread. */
export const longestUrl = 2_048;

/** The response of the endpoint, contract §2; oEmbed 1.0, type rich. */
export const Oembed = z.object({
  type: z.literal("rich").meta({ description: "Always rich." }),
  version: z.literal("1.0").meta({ description: "Always 1.0." }),
  title: z.string().meta({ description: "The name of the counter or the group." }),
  provider_name: z.string().meta({ description: "The service's own name." }),
  provider_url: z.url().meta({ description: "The address of the public site." }),
  cache_age: z.int().min(0).meta({ description: "Seconds for which the markup may be kept." }),
  html: z.string().meta({ description: "Iframe markup for the embed." }),
  width: z.int().min(1).max(widestFrame).meta({ description: "Pixels." }),
  height: z.int().min(1).max(highestFrame).meta({ description: "Pixels." }),
});
export type Oembed = z.infer<typeof Oembed>;

export interface OembedRequest {
  /** The last part of the URL; whether it is a session's id is not known yet. */
  sessionId: string;
  /** The tag in the URL, which the frame keeps. */
  lang?: string | undefined;
  width: number;
  height: number;
}

/** What the query asks for; throws the 400 or 501 that oEmbed 1.0 and contract §4.4 prescribe. */
export function oembedRequest(query: URLSearchParams): OembedRequest {
  const url = onlyValue(query, "url");
  const sessionId = sessionIdOf(url);
  const width = frameSize(query, "maxwidth", widestFrame);
  const height = frameSize(query, "maxheight", highestFrame);
  const formats = query.getAll("format").filter((format) => format !== "");
  if (formats.some((format) => format.toLowerCase() !== "json")) {
    throw new ApiError(
      501,
      "This endpoint returns JSON only; leave out format, or use format=json",
    );
  }
  return { sessionId, lang: langOf(url), width, height };
}

/** The metadata of a session: its frame shows that session, in the language of the URL. */
export function oembed(baseUrl: string, request: OembedRequest, name: string): Oembed {
  const { width, height } = request;
  return {
    type: "rich",
    version: "1.0",
    title: name,
    provider_name: providerName,
    provider_url: baseUrl,
    cache_age: cacheAgeSeconds,
    html: embedHtml(baseUrl, request, name),
    width,
    height,
  };
}

/** Markup of an iframe that shows a session, by default as large as it may be. */
export function embedHtml(
  baseUrl: string,
  { width = widestFrame, height = highestFrame, ...embed }: Frame,
  name: string,
): string {
  const src = pageUrl(baseUrl, embed);
  return markup`<iframe src="${src}" width="${width}" height="${height}" title="Live count: ${name}" loading="lazy" sandbox="allow-scripts" referrerpolicy="no-referrer" frameborder="0" scrolling="no" style="border-radius:12px"></iframe>`
    .html;
}

interface Frame {
  sessionId: string;
  lang?: string | undefined;
  width?: number;
  height?: number;
}

/** The URL under which a consumer finds the metadata of a session. */
export function oembedUrl(baseUrl: string, sessionId: string, lang?: string): string {
  return `${baseUrl}/api/oembed?url=${encodeURIComponent(pageUrl(baseUrl, { sessionId, lang }))}`;
}

function pageUrl(baseUrl: string, { sessionId, lang }: Frame): string {
  return `${embedUrl(baseUrl, sessionId)}${lang === undefined ? "" : `?lang=${lang}`}`;
}

function sessionIdOf(url: string): string {
  const sessionId = url.length <= longestUrl ? sessionIdIn(url) : undefined;
  if (sessionId !== undefined) return sessionId;
  throw new ApiError(
    400,
    "url must be the absolute http or https URL of an embed, with the path /embed/{sessionId}",
  );
}

function langOf(url: string): string | undefined {
  return languageTag(new URL(url).searchParams.get("lang"));
}

/** The text if it is a tag in the form of BCP 47; anything else is ignored, as the page does. */
export function languageTag(text: string | null | undefined): string | undefined {
  return text && /^[a-z\d-]{2,35}$/i.test(text) ? text : undefined;
}

function frameSize(query: URLSearchParams, name: string, most: number): number {
  if (!query.has(name)) return most;
  const text = onlyValue(query, name);
  const pixels = /^\d+$/.test(text) ? Number(text) : 0;
  if (pixels >= 1) return Math.min(pixels, most);
  throw new ApiError(400, `${name} must be a whole number of pixels, at least 1`);
}

function onlyValue(query: URLSearchParams, name: string): string {
  const [value, ...more] = query.getAll(name);
  if (value !== undefined && more.length === 0) return value;
  throw new ApiError(400, value === undefined ? `${name} is missing` : `${name} is given twice`);
}
