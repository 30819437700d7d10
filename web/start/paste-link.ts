import { pastedLink } from "../../core/pasted-link.ts";
import { element } from "../browser/elements.ts";

const { start: messages } = pageMessages;

/** True in an app on the home screen, which other links do not open in. */
export function isApp(): boolean {
  return matchMedia("(display-mode: standalone)").matches;
}

/** A field for the link of a gate, for where links cannot be opened: an app on the home screen. */
export function pasteLink(): HTMLElement {
  const failed = element("p", { class: "failed", role: "alert" });
  const input = element("input", {
    ...{ type: "text", inputmode: "url", id: "gate-link" },
    ...{ autocomplete: "off", autocapitalize: "off", spellcheck: "false" },
  });
  const open = element("button", { type: "submit", class: "button" }, messages.openLink);
  const line = element("p", { class: "paste-line" }, input, open);
  const label = element("label", { for: "gate-link" }, messages.gateLink);
  const form = element("form", {}, label, line, failed);
  const openIn = (text: string) => {
    const link = pastedLink(text);
    if (link) location.assign(`${link.path}#${link.token}`);
    else failed.textContent = messages.noGateLink;
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    openIn(input.value);
  });
  if ("BarcodeDetector" in globalThis) line.after(scanButton(openIn));
  const summary = element("summary", {}, messages.pasteLink);
  return element("details", { class: "paste", ...(isApp() && { open: "" }) }, summary, form);
}

interface BarcodeReader {
  detect(picture: ImageBitmap): Promise<{ rawValue: string }[]>;
}
declare const BarcodeDetector: new (options: { formats: string[] }) => BarcodeReader;

/** Lets the camera take a picture of a QR code; some browsers can read it. */
function scanButton(onText: (text: string) => void): HTMLElement {
  const camera = element("input", { type: "file", accept: "image/*", capture: "environment" });
  camera.addEventListener("change", async () => {
    const [picture] = camera.files ?? [];
    if (picture !== undefined) onText(await textIn(picture).catch(() => ""));
    camera.value = "";
  });
  return element("label", { class: "scan" }, messages.scanCode, camera);
}

async function textIn(picture: File): Promise<string> {
  const codes = await new BarcodeDetector({ formats: ["qr_code"] }).detect(
    await createImageBitmap(picture),
  );
  return codes.map(({ rawValue }) => rawValue).join(" ");
}
