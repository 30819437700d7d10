import { withoutBidiControls } from "../../../core/bidi.ts";
import "./row-table.css";
import { ActionIcon, Paper, Table, VisuallyHidden } from "@mantine/core";
import { ChevronDownIcon, ChevronUpIcon } from "@primer/octicons-react";
import { type MouseEvent, type ReactNode, useState } from "react";
import { useCreatedClass } from "../shell/created.tsx";
import { CutForeign } from "../shell/foreign.tsx";

/** A column; a `wide` one is left out where the table has little room. */
export interface RowHead {
  name: string;
  wide?: boolean;
  /** Numbers, times and actions stand at the right. */
  end?: boolean;
  /** Its name is not ours. */
  foreign?: boolean;
  /** The time of a row that has no name: no wider than it is, and in ordinary type. */
  time?: boolean;
}

interface RowTableProps {
  /** For those who cannot see what is above it. */
  label: string;
  heads: RowHead[];
  /** In a column of its own: a checkbox that selects all rows. */
  selectAll?: ReactNode;
  /** In pixels. Where it has less, the table scrolls by itself, and its heads with it. */
  minWidth?: number;
  /** When its rows open below themselves; `narrow`: where columns are left out. */
  opens?: "narrow" | "always";
  /** Where it has little room, the second column stands below the first, and there is no head. */
  stacked?: boolean;
  children: ReactNode;
}

/** A table with one line a row, whose heads stay in sight. A link with `row-link` is the whole row. */
export function RowTable(props: RowTableProps) {
  const { label, heads, selectAll, minWidth, opens, stacked, children } = props;
  const table = (
    <Table className="rows figures" aria-label={label} horizontalSpacing="sm" data-opens={opens}>
      <Table.Thead>
        <Table.Tr>
          {selectAll !== undefined && <Table.Th className="row-select">{selectAll}</Table.Th>}
          {heads.map((head) => (
            <Table.Th key={head.name} className={cellClass(head)}>
              <HeadName {...head} />
            </Table.Th>
          ))}
          {opens !== undefined && <Table.Td className="row-opener" />}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  );
  return (
    <Paper withBorder className={stacked ? "rows-frame rows-stacked" : "rows-frame"}>
      {minWidth === undefined ? (
        table
      ) : (
        <Table.ScrollContainer
          className="rows-scroll"
          minWidth={minWidth}
          type="native"
          tabIndex={0}
          role="region"
          aria-label={label}
        >
          {table}
        </Table.ScrollContainer>
      )}
    </Paper>
  );
}

function HeadName({ name, foreign }: RowHead) {
  if (name === "Actions") return <VisuallyHidden>Actions</VisuallyHidden>;
  return foreign ? <CutForeign>{name}</CutForeign> : name;
}

interface RowProps {
  /** The id of what the row shows; the row is highlighted while that is new. */
  id?: string;
  heads: RowHead[];
  /** In the order of the heads. */
  cells: ReactNode[];
  /** What the row is about, if it opens. */
  opens?: string;
  /** What it opens to, unless it is what the wide columns have. */
  details?: ReactNode;
}

/** A row of one line, which opens below itself where the table says so. */
export function Row({ id = "", heads, cells, opens, details }: RowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const Chevron = isOpen ? ChevronUpIcon : ChevronDownIcon;
  return (
    <>
      <Table.Tr className={useCreatedClass(id)} data-open={isOpen || undefined}>
        {heads.map((head, index) => (
          <RowCell key={head.name} head={head}>
            {cells[index]}
          </RowCell>
        ))}
        {opens !== undefined && (
          <Table.Td className="row-opener">
            <ActionIcon
              className="row-link"
              variant="transparent"
              c="dimmed"
              aria-label={`Details of ${withoutBidiControls(opens)}`}
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              <Chevron aria-hidden />
            </ActionIcon>
          </Table.Td>
        )}
      </Table.Tr>
      {isOpen && (
        <Table.Tr className="row-details">
          <Table.Td colSpan={heads.length + 1}>
            {details ?? (
              <Facts
                of={heads.flatMap(({ name, wide }, index) => (wide ? [[name, cells[index]]] : []))}
              />
            )}
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

/** The day of the rows below it. */
export function DayRow({ day, columns }: { day: string; columns: number }) {
  return (
    <Table.Tr className="row-day">
      <Table.Th scope="colgroup" colSpan={columns}>
        {day}
      </Table.Th>
    </Table.Tr>
  );
}

/** Names and values, a line each; those that are undefined are left out. */
export function Facts({ of }: { of: [name: string, value: ReactNode][] }) {
  return (
    <dl className="facts">
      {of
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** A cell of one line; what does not fit ends in an ellipsis. */
export function RowCell({ head, children }: { head: RowHead | undefined; children: ReactNode }) {
  return (
    <Table.Td className={cellClass(head)} onMouseEnter={showWhole}>
      {children}
    </Table.Td>
  );
}

/** What was cut is whole on hover. */
function showWhole({ currentTarget: cell }: MouseEvent<HTMLElement>): void {
  cell.title = cell.scrollWidth > cell.clientWidth ? cell.innerText : "";
}

function cellClass({ name, wide, end, time }: Partial<RowHead> = {}): string {
  const isActions = name === "Actions" && "row-actions";
  const classes = [wide && "row-wide", end && "row-end", time && "row-time", isActions];
  return classes.filter(Boolean).join(" ");
}
