import { generate } from "lean-qr";
import { withoutBidiControls } from "../../../core/bidi.ts";

/** Modules of white around a code, as its standard asks for. */
const quiet = 4;

interface QrCodeProps {
  value: string;
  /** The gate that it leads to, for those who cannot see it. */
  gate: string;
  /** In pixels on the screen; its page decides when it is printed. */
  size?: number;
}

/** A QR code as one path: sharp at every size, on paper too. */
export function QrCode({ value, gate, size = 220 }: QrCodeProps) {
  const code = generate(value);
  const whole = code.size + 2 * quiet;
  const modules = Array.from({ length: code.size }, (_, y) =>
    Array.from({ length: code.size }, (__, x) =>
      code.get(x, y) ? `M${x + quiet} ${y + quiet}h1v1h-1z` : "",
    ).join(""),
  ).join("");
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${whole} ${whole}`}
      width={size}
      height={size}
      role="img"
      aria-label={`QR code of the gate ${withoutBidiControls(gate)}`}
      shapeRendering="crispEdges"
    >
      <rect width={whole} height={whole} fill="#ffffff" />
      <path d={modules} fill="#000000" />
    </svg>
  );
}
