import { Group, Input, Stack, TextInput, useComputedColorScheme } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { useState } from "react";
import type { EmbedView } from "../../../api/private/embeds.ts";
import { inkOn } from "../../../core/embeds/color.ts";
import { isolated } from "../../../core/messages.ts";
import { Choice } from "../forms/choice.tsx";
import { type EmbedLooks, frameScheme, type Shape, shownUrl, sizeOf } from "./embed-markup.ts";
import { embedName } from "./embed-queries.ts";

interface EmbedPreviewProps {
  embed: EmbedView;
  shape: Shape;
  looks: EmbedLooks;
}

type Ground = "light" | "dark" | "own";

const grounds: { value: Ground; label: string }[] = [
  { value: "light", label: "A light page" },
  { value: "dark", label: "A dark page" },
  { value: "own", label: "Your color" },
];

/** An embed as it will look, on the ground of the page that it is for. */
export function EmbedPreview({ embed, shape, looks }: EmbedPreviewProps) {
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const [chosen, setGround] = useState<Ground>();
  const ground = chosen ?? scheme;
  const [loadedUrl, setLoadedUrl] = useState<string>();
  const [own, setOwn] = useState("#fde8c8");
  const { ref, width: room, height: roomHigh } = useElementSize();
  const background = { light: "#ffffff", dark: "#0d1117", own }[ground];
  const colorScheme = inkOn(background) === "#ffffff" ? "dark" : "light";
  // What follows the viewer's system follows the ground here.
  const url = shownUrl(embed, shape, { ...looks, theme: looks.theme || colorScheme });
  const title = `Preview of ${isolated(embedName(embed))}`;
  const { width, height } = shape === "screen" ? { width: 960, height: 540 } : sizeOf(looks);
  const scale = Math.min(1, room / width, roomHigh / height);
  return (
    <Stack component="section" gap="xs" className="embed-preview" aria-label="Preview">
      <Group gap="xs">
        <Input.Label component="div" mb={0}>
          Preview on
        </Input.Label>
        <Choice
          label="Background of the preview"
          data={grounds}
          value={ground}
          onChange={setGround}
        />
        {ground === "own" && (
          <TextInput
            type="color"
            w={56}
            styles={{ input: { padding: 4 } }}
            aria-label="Your background"
            value={own}
            onChange={({ currentTarget }) => setOwn(currentTarget.value)}
          />
        )}
      </Group>
      <div className="embed-stage" style={{ background, colorScheme }}>
        <div ref={ref} className="embed-room">
          {shape === "badge" ? (
            <img src={url} alt={title} height={24} />
          ) : (
            <iframe
              key={url}
              src={url}
              onLoad={() => setLoadedUrl(url)}
              title={title}
              width={width}
              height={height}
              sandbox="allow-scripts"
              referrerPolicy="no-referrer"
              style={{
                transform: `translate(-50%, -50%) scale(${scale})`,
                colorScheme: frameScheme(looks) ?? "inherit",
                borderRadius: shape === "embed" && frameScheme(looks) === undefined ? 12 : 0,
              }}
            />
          )}
          {shape !== "badge" && loadedUrl !== url && <p role="status">Loading the preview</p>}
        </div>
      </div>
    </Stack>
  );
}
