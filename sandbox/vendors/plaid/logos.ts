// The banks' logos: squares of the bank's color with a checked pattern.
import { encodePng } from '../../png.ts';

const side = 152;
const cell = 38;

/** A PNG in base64. `color` is like #005470. */
export function logoOf({ color }: { color: string }): string {
  const dark = Buffer.from(color.slice(1), 'hex');
  const light = dark.map((part) => 128 + (part >> 1));
  const pixels = new Uint8Array(side * side * 3);
  for (let at = 0; at < side * side; at += 1) {
    const [x, y] = [at % side, Math.floor(at / side)];
    const isDark = (Math.floor(x / cell) + Math.floor(y / cell)) % 2 === 0;
    pixels.set(isDark ? dark : light, at * 3);
  }
  return encodePng(side, side, pixels).toString('base64');
}
