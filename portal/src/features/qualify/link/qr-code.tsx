import { encode } from 'uqr';

/** Width of the white border in modules. QR readers need it. */
const QUIET_ZONE = 4;

/** A QR code as one path. It is dark on white in every theme, because QR readers expect that. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET_ZONE, ecc: 'M' });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-full"
    >
      <rect width={size} height={size} fill="white" />
      <path d={pathOf(data)} fill="black" />
    </svg>
  );
}

/** Adjacent dark modules of a row form one rectangle. @example pathOf([[true, true]]) // 'M0 0h2v1h-2z' */
export function pathOf(rows: readonly (readonly boolean[])[]): string {
  let path = '';
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      let length = 1;
      while (row[x + length]) length++;
      path += `M${x} ${y}h${length}v1h-${length}z`;
      x += length;
    }
  }
  return path;
}
