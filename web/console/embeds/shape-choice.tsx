import { Input, Paper, SimpleGrid, Stack, Text } from "@mantine/core";
import { type ReactNode, useId } from "react";
import type { Shape } from "./embed-markup.ts";

/** Chooses a shape by its picture. */
export function ShapeChoice(props: { value: Shape; onChange: (shape: Shape) => void }) {
  const group = useId();
  return (
    <Stack gap={0} role="radiogroup" aria-label="Shape">
      <Input.Label component="div">Shape</Input.Label>
      <SimpleGrid cols={3} spacing="xs">
        {shapes.map(({ shape, name, place, picture }) => (
          <Paper
            key={shape}
            component="label"
            withBorder
            p="xs"
            className="shape"
            data-chosen={props.value === shape || undefined}
          >
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
            <Text size="sm" fw={600}>
              {name}
            </Text>
            <Text size="xs" c="dimmed">
              {place}
            </Text>
          </Paper>
        ))}
      </SimpleGrid>
    </Stack>
  );
}

const edge = { stroke: "var(--console-edge)" };
const accent = "var(--mantine-color-accent-filled)";

const shapes: { shape: Shape; name: string; place: string; picture: ReactNode }[] = [
  {
    ...{ shape: "embed", name: "Embed", place: "In a web page" },
    picture: (
      <g strokeWidth="2.5">
        <path d="M10 14h34M10 22h28M10 30h34M10 38h30M10 46h34" {...edge} />
        <rect x="52" y="8" width="38" height="44" rx="5" strokeWidth="1" {...edge} />
        <text x="71" y="32" fontSize="17">
          47
        </text>
        <path d="M59 43h24" {...edge} />
        <path d="M59 43h15" stroke={accent} />
      </g>
    ),
  },
  {
    ...{ shape: "screen", name: "Screen", place: "On a wall" },
    picture: (
      <g strokeWidth="2.5">
        <rect x="6" y="1" width="84" height="52" rx="4" strokeWidth="1" {...edge} />
        <path d="M34 58h28" {...edge} />
        <text x="48" y="31" fontSize="24">
          47
        </text>
        <path d="M6 38h84v11a4 4 0 0 1-4 4H10a4 4 0 0 1-4-4z" fill="#0b7a50" />
        <path d="m42 45 4 4 8-8" stroke="#ffffff" />
      </g>
    ),
  },
  {
    ...{ shape: "badge", name: "Badge", place: "In a readme" },
    picture: (
      <g strokeWidth="2.5">
        <path d="M6 9h52M6 43h84M6 53h66" {...edge} />
        <rect x="6" y="19" width="66" height="15" rx="4" strokeWidth="1" {...edge} />
        <path d="M13 26.5h23" {...edge} />
        <path d="M44 19h24a4 4 0 0 1 4 4v7a4 4 0 0 1-4 4H44z" fill={accent} />
        <text x="58" y="30.5" fontSize="11" fill="#ffffff">
          47
        </text>
      </g>
    ),
  },
];
