import { NativeSelect, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import type { EmbedView } from "../../../api/private/embeds.ts";
import { withoutBidiControls } from "../../../core/bidi.ts";
import { colorOf } from "../../../core/embeds/color.ts";
import { languageNames, languages } from "../../../core/languages.ts";
import { CopiedValue } from "../copying/copied-value.tsx";
import { Choice } from "../forms/choice.tsx";
import { NumberField } from "../forms/number-field.tsx";
import {
  type EmbedLooks,
  plainLooks,
  type Shape,
  shownMarkup,
  shownUrl,
  sizeOf,
} from "./embed-markup.ts";

interface EmbedBuilderProps {
  embed: EmbedView;
  name: string;
  /** A group has a capacity of its own. */
  ofGroup: boolean;
}

/** Chooses how an embed is shown and how it looks, and writes its URL and markup. */
export function EmbedBuilder({ embed, name, ofGroup }: EmbedBuilderProps) {
  const [shape, setShape] = useState<Shape>("embed");
  const [looks, setLooks] = useState(plainLooks);
  // The preview loads anew only when the typing rests.
  const [settled] = useDebouncedValue(looks, 400);
  const set = (change: Partial<EmbedLooks>) => setLooks((known) => ({ ...known, ...change }));
  const markup = shownMarkup(embed, shape, looks);
  return (
    <div className="embed-builder">
      <Stack gap="sm" miw={0}>
        <Choice label={`Shape of ${name}`} data={shapes} value={shape} onChange={setShape} />
        {shape !== "badge" && <LookInputs {...{ looks, set, shape, ofGroup }} />}
        <CopiedValue label="Link" value={shownUrl(embed, shape, looks)} copy="Copy link" />
        {markup !== null && <CopiedValue label="Markup" value={markup} copy="Copy markup" />}
      </Stack>
      <Preview shape={shape} url={shownUrl(embed, shape, settled)} name={name} looks={settled} />
    </div>
  );
}

const shapes: { value: Shape; label: string }[] = [
  { value: "embed", label: "Embed" },
  { value: "screen", label: "Screen" },
  { value: "badge", label: "Badge" },
];

const themes = [
  { value: "", label: "As the viewer's system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "transparent", label: "Transparent, on a light page" },
  { value: "transparent-dark", label: "Transparent, on a dark page" },
];

const spoken = [
  { value: "", label: "The organization's" },
  ...languages.map((language) => ({ value: language, label: languageNames[language] })),
];

interface LookInputsProps {
  looks: EmbedLooks;
  set: (change: Partial<EmbedLooks>) => void;
  shape: Shape;
  ofGroup: boolean;
}

function LookInputs({ looks, set, shape, ofGroup }: LookInputsProps) {
  const isColor = looks.accent.trim() === "" || colorOf(looks.accent.trim()) !== undefined;
  const wrongColor = isColor ? null : "Write it like #1552c8.";
  const text = (
    name: keyof EmbedLooks,
    label: string,
    placeholder = "",
    error: string | null = null,
  ) => (
    <TextInput
      label={label}
      error={error}
      placeholder={placeholder}
      maxLength={60}
      value={looks[name]}
      onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
    />
  );
  const number = (name: keyof EmbedLooks, label: string) => (
    <NumberField label={label} value={looks[name]} onChange={(value) => set({ [name]: value })} />
  );
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="xs">
      <NativeSelect
        label="Theme"
        data={shape === "screen" ? themes.slice(0, 3) : themes}
        value={looks.theme}
        onChange={({ currentTarget }) => set({ theme: currentTarget.value })}
      />
      {text("accent", "Color of the bar", "#1552c8", wrongColor)}
      {text("label", "Name", "The name it has")}
      <NativeSelect
        label="Language"
        data={spoken}
        value={looks.lang}
        onChange={({ currentTarget }) => set({ lang: currentTarget.value })}
      />
      {shape === "embed" && number("width", "Width in pixels")}
      {shape === "embed" && number("height", "Height in pixels")}
      {shape === "screen" && !ofGroup && number("capacity", "Capacity")}
      {shape === "screen" && text("comeIn", "While there is room", "Come in")}
      {shape === "screen" && text("almostFull", "From 90%", "Almost full")}
      {shape === "screen" && text("pleaseWait", "When full", "Please wait")}
    </SimpleGrid>
  );
}

interface PreviewProps {
  shape: Shape;
  url: string;
  name: string;
  looks: EmbedLooks;
}

function Preview({ shape, url, name, looks }: PreviewProps) {
  const title = withoutBidiControls(`Preview of ${name}`);
  if (shape === "badge") return <img src={url} alt={title} height={20} />;
  const { width, height } = shape === "screen" ? { width: 480, height: 270 } : sizeOf(looks);
  return (
    <iframe
      key={url}
      src={url}
      title={title}
      width={width}
      height={height}
      loading="lazy"
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      className={`embed-preview ${looks.theme === "transparent-dark" ? "embed-preview-dark" : ""}`}
    />
  );
}
