import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Edit } from "../../../api/private/edit.ts";
import type { OverviewView, Pins, TileView } from "../../../api/private/overview.ts";
import { nowMs } from "../api/clock.ts";
import { change, readChanged } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";

const everyMs = 10_000;

/** How long the page shows what the service has selected. */
const selectionMs = 5 * 60_000;

/** What the browser keeps of an overview. */
interface Kept {
  overview: OverviewView;
  /** When its tiles were selected. */
  selectedMs: number;
  /** What was asked for, with the tag of its response. */
  targets: string | undefined;
  etag: string | null;
}

const route = "GET /api/overview/{organizationId}";
const keyOf = (organizationId: string) => [organizationId, "overview"];

/** The overview, live: a poll names the tiles that are shown, and now and then others are selected. */
export function useOverview() {
  const { id: organizationId } = useOrganization();
  const client = useQueryClient();
  const queryKey = keyOf(organizationId);
  return useQuery({
    queryKey,
    queryFn: async (): Promise<Kept> => {
      const before = client.getQueryData<Kept>(queryKey);
      const isFresh = before !== undefined && nowMs() - before.selectedMs < selectionMs;
      const targets = isFresh ? before.overview.tiles.map(({ id }) => id).join() : undefined;
      const etag = before?.targets === targets ? (before?.etag ?? null) : null;
      const query = targets ? { targets } : {};
      const reply = await readChanged(route, { organizationId }, { query, etag });
      if (reply === undefined) {
        if (before === undefined) throw new Error("a read without a tag always has a body");
        return before;
      }
      const { body: overview } = reply;
      const isRepinned = isFresh && overview.pins.join() !== before.overview.pins.join();
      return {
        overview: { ...overview, tiles: inPlace(before?.overview, overview) },
        // Somebody has pinned others: the next poll asks for them.
        selectedMs: isRepinned ? 0 : isFresh ? before.selectedMs : nowMs(),
        ...{ targets, etag: reply.etag },
      };
    },
    refetchInterval: everyMs,
    refetchIntervalInBackground: false,
    staleTime: 0,
    structuralSharing: false,
  });
}

/** The tiles where they stood before: others take the places of those that are gone. */
function inPlace(
  before: Pick<OverviewView, "tiles" | "pins"> | undefined,
  { tiles, pins }: Pick<OverviewView, "tiles" | "pins">,
): TileView[] {
  // Pins are in the order in which people have put them.
  if (before === undefined || pins.length > 0 || before.pins.length > 0) return tiles;
  const byId = new Map(tiles.map((tile) => [tile.id, tile]));
  const known = new Set(before.tiles.map(({ id }) => id));
  const others = tiles.filter(({ id }) => !known.has(id));
  const placed = before.tiles.flatMap(({ id }) => byId.get(id) ?? others.shift() ?? []);
  return [...placed, ...others];
}

/** Sets what the overview shows, and shows it. */
export function usePins() {
  const { id: organizationId } = useOrganization();
  const client = useQueryClient();
  const queryKey = keyOf(organizationId);
  async function reload(): Promise<Pins | undefined> {
    client.setQueryData<Kept>(queryKey, (kept) => kept && { ...kept, selectedMs: 0 });
    await client.refetchQueries({ queryKey });
    const overview = client.getQueryData<Kept>(queryKey)?.overview;
    return overview && { pins: overview.pins };
  }
  async function save({ settings, seen }: Edit<Pins>, signal?: AbortSignal): Promise<string[]> {
    const edit = { settings: { pins: settings.pins ?? [] }, seen };
    const route = "PATCH /api/overview/{organizationId}/pins";
    const { pins } = await change(route, { organizationId }, edit, signal);
    await reload();
    return pins;
  }
  return { save, reload };
}
