import { Input } from "@mantine/core";
import { type ReactNode, useId } from "react";
import type { Shape } from "./embed-markup.ts";

/** Chooses a shape by its picture. */
export function ShapeChoice(props: { value: Shape; onChange: (shape: Shape) => void }) {
  const group = useId();
  return (
    <fieldset className="plain-fieldset">
      <Input.Label component="legend">Shape</Input.Label>
      <div className="shapes">
        {shapes.map(({ shape, name, place, picture }) => (
          <label key={shape} className="shape">
            <input
              type="radio"
              name={group}
              aria-label={name}
              checked={props.value === shape}
              onChange={() => props.onChange(shape)}
            />
            <svg viewBox="0 0 96 60" aria-hidden="true">
              {picture}
            </svg>
            <b>{name}</b>
            <span className="shape-place">{place}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Classes name the parts: a line is quiet, paper is what it stands on, ink and accent are read. */
const shapes: { shape: Shape; name: string; place: string; picture: ReactNode }[] = [
  {
    ...{ shape: "embed", name: "Embed", place: "In a web page" },
    picture: (
      <>
        <rect className="paper" x="1" y="1" width="94" height="58" rx="5" />
        <path className="line" d="M10 14h34M10 22h28M10 30h34M10 38h30M10 46h34" />
        <rect className="card" x="52" y="11" width="35" height="38" rx="4" />
        <text className="ink" x="69.5" y="32" fontSize="15">
          47
        </text>
        <path className="accent" d="M58 41h16" />
        <path className="line" d="M74 41h7" />
      </>
    ),
  },
  {
    ...{ shape: "screen", name: "Screen", place: "On a wall" },
    picture: (
      <>
        <rect className="paper" x="6" y="1" width="84" height="52" rx="4" />
        <path className="line" d="M34 58h28" />
        <text className="ink" x="48" y="31" fontSize="24">
          47
        </text>
        <path className="band" d="M6 38h84v11a4 4 0 0 1-4 4H10a4 4 0 0 1-4-4z" />
        <path className="tick" d="m42 45 4 4 8-8" />
      </>
    ),
  },
  {
    ...{ shape: "badge", name: "Badge", place: "In a readme" },
    picture: (
      <>
        <rect className="paper" x="1" y="1" width="94" height="58" rx="5" />
        <path className="line" d="M10 13h46M10 41h76M10 49h60" />
        <rect className="card" x="10" y="20" width="52" height="13" rx="3" />
        <path className="line" d="M16 26.5h18" />
        <path className="fill" d="M40 20h19a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3H40z" />
        <text className="on-accent" x="51" y="30" fontSize="9">
          47
        </text>
      </>
    ),
  },
];
