import type { FileOf } from "./hashed-files.ts";

/** With this a phone puts the console on its home screen, where it opens as an app does. */
export function webManifest(fileOf: FileOf): object {
  const icon = (file: Parameters<FileOf>[0], size: number, purpose: "any" | "maskable") => ({
    src: fileOf(file).path,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  return {
    id: "/",
    name: "Counting Service",
    short_name: "Count",
    description: "Count people at a gate, with or without a network.",
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: "#ffffff",
    theme_color: "#1f5fd6",
    icons: [
      icon("console/icon-192.png", 192, "any"),
      icon("console/icon-512.png", 512, "any"),
      icon("console/icon-maskable.png", 512, "maskable"),
    ],
  };
}
