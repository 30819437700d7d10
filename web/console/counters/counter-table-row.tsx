import { memo, startTransition, useState } from "react";
import type { DayLevelsView } from "../../../api/private/charts.ts";
import type { CounterView } from "../../../api/private/counters.ts";
import { withoutBidiControls } from "../../../core/bidi.ts";
import { goalProgress } from "../../../core/embeds/format-count.ts";
import { formatExact } from "../charts/format.ts";
import { Ago } from "../dates/time.tsx";
import { useCreatedClass } from "../shell/created.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { StatePill } from "../shell/state-pill.tsx";
import type { OpenCounterForm } from "./counter-form-dialog.tsx";
import { CounterMenu } from "./counter-menu.tsx";
import { DayLine } from "./day-line.tsx";

interface CounterTableRowProps {
  counter: CounterView;
  /** The name of its group. */
  group: string | null;
  index: number;
  /** In pixels. */
  height: number;
  /** The path of its page. */
  path: string;
  /** Undefined until it is read. */
  day: DayLevelsView | undefined;
  onForm: OpenCounterForm | undefined;
}

/** One counter of the list, of plain elements: thousands of rows are drawn while a person scrolls. */
export const CounterTableRow = memo((props: CounterTableRowProps) => {
  const { counter, group, index, height, path, day, onForm } = props;
  const { id, name, count, goalTarget, archivedAt, updatedAt } = counter;
  const isLocked = archivedAt === null && counter.locked;
  return (
    <tr style={{ height }} className={useCreatedClass(id)} aria-rowindex={index + 2}>
      <td>
        <a className="counter-name" href={path} title={withoutBidiControls(name)} data-page>
          {isLocked && <Lock />}
          <Foreign>{name}</Foreign>
        </a>
      </td>
      <td translate="no" className="number" data-count={id}>
        {formatExact(count)}
      </td>
      <td className="from-lg">
        <DayLine counter={counter} day={day} />
      </td>
      <td className="from-md cut" title={group === null ? undefined : withoutBidiControls(group)}>
        {group !== null && <Foreign>{group}</Foreign>}
      </td>
      <td className="from-lg">
        {goalTarget !== null && <GoalProgress count={count} goal={goalTarget} />}
      </td>
      <td className="from-md cut">
        <Ago at={updatedAt} />
      </td>
      <td className="from-sm">
        <CounterStatePill counter={counter} />
      </td>
      <td>
        <div className="counter-actions">
          {archivedAt === null && (
            <a
              className="row-button start-counting"
              href={`/count/${id}`}
              target="_blank"
              aria-label={`Start counting ${withoutBidiControls(name)}`}
              rel="noopener"
            >
              <span className="start-words">Start counting</span>
              <Tally />
            </a>
          )}
          {onForm !== undefined && <RowMenu counter={counter} onForm={onForm} />}
        </div>
      </td>
    </tr>
  );
});

/** A button, which becomes the menu when it is first pressed. */
function RowMenu(props: { counter: CounterView; onForm: OpenCounterForm }) {
  const [isMenu, setIsMenu] = useState(false);
  if (isMenu) return <CounterMenu {...props} />;
  return (
    <button
      type="button"
      className="row-button row-menu"
      aria-haspopup="menu"
      aria-expanded={false}
      aria-label={`More for ${withoutBidiControls(props.counter.name)}`}
      onClick={() => startTransition(() => setIsMenu(true))}
    >
      <span aria-hidden="true">⋯</span>
    </button>
  );
}

/** The sign of the service, where there is no room for the words. */
function Tally() {
  return (
    <svg className="tally" viewBox="0 0 32 32" width={26} height={26} aria-hidden="true">
      <path d="M8 9v14M13.3 9v14M18.7 9v14M24 9v14M5.5 20.5l21-9" />
    </svg>
  );
}

/** Where there is no room for the column of states. */
function Lock() {
  return (
    <svg className="state-lock below-sm" viewBox="0 0 12 12" role="img" aria-label="Locked">
      <path d="M3 5V4a3 3 0 0 1 6 0v1h1v7H2V5zm1.5 0h3V4a1.5 1.5 0 0 0-3 0z" />
    </svg>
  );
}

function CounterStatePill({ counter: { archivedAt, locked } }: { counter: CounterView }) {
  if (archivedAt !== null) return <StatePill tone="neutral" word="Archived" since={archivedAt} />;
  return locked ? (
    <StatePill tone="neutral" word="Locked" />
  ) : (
    <StatePill tone="live" word="Live" />
  );
}

function GoalProgress({ count, goal }: { count: number; goal: number }) {
  const progress = goalProgress(count, goal);
  const words = `of ${goal.toLocaleString()}`;
  return (
    <>
      <div className="cut">{progress?.isReached ? `${words}: reached` : words}</div>
      {progress !== null && (
        <progress
          className="goal-bar"
          max={100}
          value={progress.percent}
          aria-label={`Goal: ${formatExact(count)} ${words}`}
        />
      )}
    </>
  );
}
