import { KebabHorizontalIcon } from "@primer/octicons-react";
import { memo, startTransition, useState } from "react";
import type { DayLevelsView } from "../../../api/private/charts.ts";
import type { CounterView } from "../../../api/private/counters.ts";
import { withoutBidiControls } from "../../../core/bidi.ts";
import { formatExact } from "../charts/format.ts";
import { Ago } from "../dates/time.tsx";
import { Fullness } from "../groups/capacity.tsx";
import { useCreatedClass } from "../shell/created.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { StatePill } from "../shell/state-pill.tsx";
import type { OpenCounterForm } from "./counter-form-dialog.tsx";
import { CounterMenu } from "./counter-menu.tsx";
import { DayLine } from "./day-line.tsx";

interface CounterTableRowProps {
  counter: CounterView;
  /** The name of its group. */
  group: string | undefined;
  index: number;
  /** In pixels. */
  height: number;
  /** Of the organization's pages. */
  path: string;
  /** Undefined until it is read. */
  day: DayLevelsView | undefined;
  onForm: OpenCounterForm | undefined;
}

/** One counter of the list, of plain elements: thousands of rows are drawn while a person scrolls. */
export const CounterTableRow = memo((props: CounterTableRowProps) => {
  const { counter, group, index, height, path, day, onForm } = props;
  const { id, name, count, goalTarget, archivedAt, updatedAt } = counter;
  return (
    <tr style={{ height }} className={useCreatedClass(id)} aria-rowindex={index + 2}>
      <td>
        <div className="counter-named">
          <a
            className="counter-name"
            href={`${path}/counters/${id}`}
            title={withoutBidiControls(name)}
            data-page
          >
            <Foreign>{name}</Foreign>
          </a>
          <CounterStatePill counter={counter} />
          {(goalTarget !== null || group !== undefined) && (
            <span className="counter-more">
              {goalTarget !== null && (
                <span>
                  {Math.max(0, Math.floor((100 * count) / goalTarget))}% of{" "}
                  {formatExact(goalTarget)}
                </span>
              )}
              {group !== undefined && <Foreign>{group}</Foreign>}
            </span>
          )}
        </div>
      </td>
      <td translate="no" className="number" data-count={id}>
        {formatExact(count)}
      </td>
      <td className="from-lg">
        <DayLine counter={counter} day={day} />
      </td>
      <td className="from-md">
        {group !== undefined && (
          <a
            className="counter-group"
            href={`${path}/groups/${counter.groupId}`}
            title={withoutBidiControls(group)}
            data-page
          >
            <Foreign>{group}</Foreign>
          </a>
        )}
      </td>
      <td className="from-lg">
        {goalTarget !== null && (
          <span className="counter-goal">
            {formatExact(goalTarget)}
            <Fullness level={count} limit={goalTarget} of="goal" />
          </span>
        )}
      </td>
      <td className="from-md cut">
        <Ago at={updatedAt} />
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
              <span>
                Start<span className="start-words"> counting</span>
              </span>
            </a>
          )}
          {onForm !== undefined && <RowMenu counter={counter} onForm={onForm} />}
        </div>
      </td>
    </tr>
  );
});

const dots = <KebabHorizontalIcon aria-hidden />;

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
      {dots}
    </button>
  );
}

/** What is not as it usually is. */
function CounterStatePill({ counter: { archivedAt, locked } }: { counter: CounterView }) {
  if (archivedAt !== null) return <StatePill tone="neutral" word="Archived" since={archivedAt} />;
  return locked && <StatePill tone="neutral" word="Locked" />;
}
