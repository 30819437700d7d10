import { Checkbox, Group, NativeSelect, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useId, useState } from "react";
import type { EmbedView } from "../../../api/private/embeds.ts";
import { colorOf } from "../../../core/embeds/color.ts";
import { languageNames, languages } from "../../../core/languages.ts";
import { CopiedValue } from "../copying/copied-value.tsx";
import { Choice, Labeled } from "../forms/choice.tsx";
import { More } from "../forms/more.tsx";
import { NumberField } from "../forms/number-field.tsx";
import { type EmbedLooks, plainLooks, type Shape, shownMarkup, shownUrl } from "./embed-markup.ts";
import { EmbedPreview } from "./embed-preview.tsx";
import { ShapeChoice } from "./shape-choice.tsx";

interface EmbedBuilderProps {
  embed: EmbedView;
  /** A group has a capacity of its own. */
  ofGroup: boolean;
  /** Whether it has a goal or a capacity. */
  hasBar: boolean;
}

/** Chooses how an embed is shown and how it looks, and writes its URL and markup. */
export function EmbedBuilder({ embed, ofGroup, hasBar }: EmbedBuilderProps) {
  const [shape, setShape] = useState<Shape>("embed");
  const [looks, setLooks] = useState(plainLooks);
  // The preview loads anew only when the typing rests.
  const [settled] = useDebouncedValue(looks, 400);
  const set = (change: Partial<EmbedLooks>) => setLooks((known) => ({ ...known, ...change }));
  const markup = shownMarkup(embed, shape, looks);
  const inputs = { looks, set, shape };
  return (
    <div className="embed-builder">
      <Stack gap="md" miw={0}>
        <ShapeChoice value={shape} onChange={setShape} />
        {shape === "embed" && <SizeInputs {...inputs} />}
        <ThemeInput {...inputs} />
        {(hasBar || shape !== "embed") && (
          <AccentInput {...inputs} bar={ofGroup ? "capacity" : "goal"} />
        )}
        {shape === "screen" && <ScreenInputs {...inputs} ofGroup={ofGroup} />}
        {shape === "embed" && (
          <Checkbox
            label="Show “Live” and when it changed"
            checked={looks.state === ""}
            onChange={({ currentTarget }) => set({ state: currentTarget.checked ? "" : "none" })}
          />
        )}
        {shape !== "badge" && <WordInputs key={shape} {...inputs} />}
      </Stack>
      <Stack className="embed-side" gap="md">
        <EmbedPreview {...{ embed, shape }} looks={settled} />
        <Stack gap={4}>
          <CopiedValue
            label="Link"
            value={shownUrl(embed, shape, looks)}
            copy="Copy link"
            isFirst={markup === null}
          />
          <Text size="sm" c="dimmed">
            Whoever has it sees the{" "}
            {ofGroup ? "group’s name, total, capacity" : "counter’s name, count, goal"} and time of
            change.
          </Text>
        </Stack>
        {markup !== null && <CopiedValue label="HTML" value={markup} copy="Copy code" isFirst />}
      </Stack>
    </div>
  );
}

interface LookInputProps {
  looks: EmbedLooks;
  set: (change: Partial<EmbedLooks>) => void;
  shape: Shape;
}

const sizes = [
  { value: "300x200", label: "Card" },
  { value: "200x120", label: "Small" },
  { value: "480x120", label: "Banner" },
  { value: "640x360", label: "Large" },
  { value: "own", label: "Own size" },
] as const;

function SizeInputs({ looks: { width, height }, set }: LookInputProps) {
  const preset = sizes.find(({ value }) => value === `${width}x${height}`)?.value ?? "own";
  const [isOwn, setIsOwn] = useState(preset === "own");
  return (
    <>
      <Labeled label="Size">
        <Choice
          label="Size"
          data={sizes}
          value={isOwn ? "own" : preset}
          onChange={(value) => {
            setIsOwn(value === "own");
            const [wide = 0, high = 0] = value.split("x").map(Number);
            if (value !== "own") set({ width: wide, height: high });
          }}
        />
      </Labeled>
      {isOwn && (
        <SimpleGrid cols={2} spacing="sm">
          <NumberField
            label="Width in pixels"
            value={width}
            onChange={(value) => set({ width: value })}
          />
          <NumberField
            label="Height in pixels"
            value={height}
            onChange={(value) => set({ height: value })}
          />
        </SimpleGrid>
      )}
    </>
  );
}

const themes = [
  { value: "", label: "As the viewer’s system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "transparent", label: "Transparent, on a light page" },
  { value: "transparent-dark", label: "Transparent, on a dark page" },
];

function ThemeInput({ looks, set, shape }: LookInputProps) {
  const offered = shape === "embed" ? themes : themes.slice(0, 3);
  return (
    <NativeSelect
      label="Theme"
      data={offered}
      value={offered.some(({ value }) => value === looks.theme) ? looks.theme : ""}
      onChange={({ currentTarget }) => set({ theme: currentTarget.value })}
    />
  );
}

const accents = [
  { color: "", name: "As the theme" },
  { color: "#0f766e", name: "Teal" },
  { color: "#15803d", name: "Green" },
  { color: "#c2410c", name: "Orange" },
  { color: "#be123c", name: "Red" },
  { color: "#6d28d9", name: "Purple" },
  { color: "#475569", name: "Gray" },
];

function AccentInput({ looks: { accent }, set, shape, bar }: LookInputProps & { bar: string }) {
  const group = useId();
  const isColor = accent.trim() === "" || colorOf(accent.trim()) !== undefined;
  return (
    <Labeled label={shape === "embed" ? `Color of the bar to the ${bar}` : "Color"}>
      <Group gap={12} align="flex-start" role="radiogroup" aria-label="Color">
        {accents.map(({ color, name }) => (
          <input
            key={color}
            type="radio"
            className="swatch"
            name={group}
            aria-label={name}
            title={name}
            style={{ backgroundColor: color || "var(--mantine-color-accent-filled)" }}
            checked={accent === color}
            onChange={() => set({ accent: color })}
          />
        ))}
        <TextInput
          aria-label="Own color"
          placeholder="Your color"
          w={108}
          maxLength={60}
          error={isColor ? null : "Write it like #1552c8."}
          value={accent}
          onChange={({ currentTarget }) => set({ accent: currentTarget.value })}
        />
      </Group>
    </Labeled>
  );
}

const arrows = [
  { value: "", label: "None" },
  { value: "left", label: "← Left" },
  { value: "right", label: "→ Right" },
  { value: "up", label: "↑ Up" },
  { value: "down", label: "↓ Down" },
] as const;

function ScreenInputs({ looks, set, ofGroup }: LookInputProps & { ofGroup: boolean }) {
  return (
    <>
      {!ofGroup && (
        <NumberField
          label="Capacity"
          description="With one, the screen says whether people can come in."
          value={looks.capacity}
          onChange={(capacity) => set({ capacity })}
        />
      )}
      {(ofGroup || looks.capacity !== "") && (
        <Labeled label="Arrow to the entrance">
          <Choice
            label="Arrow to the entrance"
            data={arrows}
            value={looks.arrow}
            onChange={(arrow) => set({ arrow })}
          />
        </Labeled>
      )}
    </>
  );
}

const spoken = [
  { value: "", label: "The organization's" },
  ...languages.map((language) => ({ value: language, label: languageNames[language] })),
];

function WordInputs({ looks, set, shape }: LookInputProps) {
  const text = (
    name: "label" | "comeIn" | "almostFull" | "pleaseWait",
    label: string,
    own: string,
  ) => (
    <TextInput
      label={label}
      placeholder={own}
      maxLength={60}
      value={looks[name]}
      onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
    />
  );
  return (
    <More holds={shape === "screen" ? "name, language, texts" : "name, language"} isNeeded={false}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="xs">
        {text("label", "Name", "The name it has")}
        <NativeSelect
          label="Language"
          data={spoken}
          value={looks.lang}
          onChange={({ currentTarget }) => set({ lang: currentTarget.value })}
        />
        {shape === "screen" && (
          <>
            {text("comeIn", "While there is room", "Come in")}
            {text("almostFull", "From 90%", "Almost full")}
            {text("pleaseWait", "When full", "Please wait")}
          </>
        )}
      </SimpleGrid>
    </More>
  );
}
