/**
 * Some browsers draw letters larger than the style says, as Firefox does where only text is zoomed. What
 * has to fit a box, as a number that is as large as its place, is divided by `--text-zoom`.
 */
export function followTextZoom(): void {
  measure();
  addEventListener("resize", measure);
}

function measure(): void {
  const probe = document.createElement("span");
  probe.textContent = "0";
  Object.assign(probe.style, {
    ...{ position: "absolute", visibility: "hidden", display: "block" },
    ...{ fontSize: "100px", lineHeight: "1" },
  });
  document.body.append(probe);
  const zoom = probe.offsetHeight / 100;
  probe.remove();
  document.documentElement.style.setProperty("--text-zoom", String(zoom));
}
