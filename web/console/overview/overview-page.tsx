import "./overview.css";
import { Button, Menu, Skeleton } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { CounterView } from "../../../api/private/counters.ts";
import type { Edit } from "../../../api/private/edit.ts";
import type { OverviewView, Pins, TileView } from "../../../api/private/overview.ts";
import { dateFormat, dayStartOf } from "../dates/format.ts";
import { useOpened } from "../dialogs/use-opened.ts";
import { toast } from "../shell/created.tsx";
import { showError } from "../shell/errors.tsx";
import { useKnownMs, useOld } from "../shell/freshness.tsx";
import { Page } from "../shell/page.tsx";
import { lazyPart } from "../shell/parts.tsx";
import { plural } from "../shell/plural.ts";
import { FailedQuery } from "../shell/query-states.tsx";
import { StatePill } from "../shell/state-pill.tsx";
import { Happenings } from "./happenings.tsx";
import { Tile } from "./tile.tsx";
import { useOverview, usePins } from "./use-overview.ts";
import { useUsual } from "./usual.ts";

const FirstCounter = lazyPart(() => import("../counters/first-counter.tsx"), "FirstCounter");
const ChooseTilesDialog = lazyPart(() => import("./choose-tiles-dialog.tsx"), "ChooseTilesDialog");
const UsualChart = lazyPart(
  () => import("./usual-chart.tsx"),
  "UsualChart",
  <div className="card-shape" style={{ height: 380 }} />,
);

/** What happens in an organization now, for owners and admins: the first page that they see. */
export function OverviewPage() {
  const query = useOverview();
  const [isChoosing, { open, close }] = useOpened();
  const [first, setFirst] = useState<CounterView>();
  const overview = query.data?.overview;
  const isEmpty = overview?.tiles.length === 0 || first !== undefined;
  // The head is as high while it is loaded, and when it could not be read again: nothing moves.
  const hasTiles = !isEmpty && (overview !== undefined || query.error === null);
  return (
    <Page
      title="Overview"
      times="organization"
      state={
        hasTiles && (
          <>
            {overview === undefined ? <StatePill tone="neutral" word="Loading" /> : <Liveness />}
            {overview !== undefined && <FailingEndpoints overview={overview} />}
          </>
        )
      }
      about={hasTiles ? <AsOf overview={overview} /> : " "}
      actions={
        hasTiles && (
          <Button variant="default" onClick={open} disabled={overview === undefined}>
            Choose tiles
          </Button>
        )
      }
    >
      {overview === undefined ? (
        <Loading query={query} />
      ) : isEmpty ? (
        <FirstCounter
          manages
          counter={first}
          onMade={setFirst}
          onDone={async () => {
            await query.refetch();
            setFirst(undefined);
          }}
        />
      ) : (
        <Tiles overview={overview} onChoose={open} />
      )}
      {isChoosing && overview !== undefined && (
        <ChooseTilesDialog overview={overview} onClose={close} />
      )}
    </Page>
  );
}

type OverviewQuery = ReturnType<typeof useOverview>;

function Liveness() {
  const old = useOld();
  if (old === undefined) return <StatePill tone="live" word="Live" />;
  if (old.isReturning) return <StatePill tone="waiting" word="Updating" />;
  return (
    <StatePill tone="failing" word="Not updated" since={new Date(old.sinceMs).toISOString()} />
  );
}

/** Said at the top: the list of endpoints can be below many tiles. */
function FailingEndpoints({ overview: { endpoints } }: { overview: OverviewView }) {
  const failing = endpoints?.filter(({ state }) => state === "failing").length ?? 0;
  if (failing === 0) return null;
  return <StatePill tone="failing" word={`${plural(failing, "endpoint")} failing`} />;
}

/** Which day it is. */
function AsOf({ overview }: { overview: OverviewView | undefined }) {
  const day = dateFormat({ weekday: "long", month: "long", day: "numeric" }, "UTC");
  // About as long while it is loaded: what is below does not move.
  if (overview === undefined) return <Skeleton component="span">{day.format(0)}</Skeleton>;
  const { date, startedAt, timeZone } = overview;
  const start = dayStartOf(startedAt, timeZone);
  return (
    <>
      {day.format(Date.parse(date))}
      {start !== undefined && `. In and out are counted from ${start} on.`}
    </>
  );
}

/** The frame at once, with tiles of their final size. */
function Loading({ query }: { query: OverviewQuery }) {
  if (query.error !== null) return <FailedQuery query={query} />;
  return (
    <div className="overview" role="status" aria-label="Loading">
      <div className="overview-tiles">
        {["a", "b", "c", "d", "e", "f"].map((name) => (
          <div key={name} className="card-shape tile-place" />
        ))}
      </div>
    </div>
  );
}

function Tiles({ overview, onChoose }: { overview: OverviewView; onChoose: () => void }) {
  const now = useKnownMs();
  const usual = useUsual(overview);
  const [selected, setSelected] = useState<string>();
  const { tiles } = overview;
  const tile = tiles.find(({ id }) => id === selected) ?? tiles[0];
  return (
    <div className="overview">
      <div className="overview-tiles">
        {tiles.map((each) => (
          <Tile
            key={each.id}
            tile={each}
            overview={overview}
            usual={usual.get(each.id)}
            now={now}
            onSelect={() => setSelected(each.id)}
            menu={<PinEntries tile={each} overview={overview} onChoose={onChoose} />}
          />
        ))}
      </div>
      {tile !== undefined && (
        <UsualChart
          overview={overview}
          tile={tile}
          usual={usual.get(tile.id)}
          now={now}
          onSelect={setSelected}
        />
      )}
      <Happenings overview={overview} />
    </div>
  );
}

interface PinEntriesProps {
  tile: TileView;
  overview: OverviewView;
  onChoose: () => void;
}

/** What a tile's menu has to do with pins. */
function PinEntries({ tile, overview, onChoose }: PinEntriesProps) {
  const { pins, tiles } = overview;
  const { save, reload } = usePins();
  const saving = useMutation({
    mutationFn: (edit: Edit<Pins>) => save(edit),
    onSuccess: (saved) =>
      toast(saved.length === 0 ? "Nothing is pinned any more." : "The tiles were saved."),
    async onError(error) {
      showError(error);
      // What others have pinned is shown before it can be changed.
      await reload();
    },
  });
  const pin = (wanted: string[]) => saving.mutate({ settings: { pins: wanted }, seen: { pins } });
  const isPinned = pins.includes(tile.id);
  return (
    <>
      {isPinned ? (
        <Menu.Item onClick={() => pin(pins.filter((id) => id !== tile.id))}>Unpin</Menu.Item>
      ) : (
        <>
          <Menu.Item onClick={() => pin([tile.id])}>Pin only this one</Menu.Item>
          <Menu.Item onClick={() => pin(tiles.map(({ id }) => id))}>Pin these tiles</Menu.Item>
        </>
      )}
      <Menu.Item onClick={onChoose}>Choose tiles…</Menu.Item>
    </>
  );
}
