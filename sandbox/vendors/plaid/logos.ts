// Draws the banks' logos: a platypus bill, or the fabric the bank is named after.
import { encodePng } from '../../png.ts';

type Color = readonly [number, number, number];
/** The color at a point of the unit square. */
type Drawing = (x: number, y: number) => Color;

const side = 152;
/** Samples per pixel in each direction, for smooth edges. */
const samples = 3;

const white: Color = [255, 255, 255];
const mix = (one: Color, other: Color, part: number): Color => [
  one[0] + (other[0] - one[0]) * part,
  one[1] + (other[1] - one[1]) * part,
  one[2] + (other[2] - one[2]) * part,
];
const inEllipse = (x: number, y: number, cx: number, cy: number, rx: number, ry: number) =>
  ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1;
const within = (value: number, from: number, to: number) => value >= from && value < to;
const rest = (value: number, size: number) => ((value % size) + size) % size;

const platypus =
  (ground: Color, bill: Color): Drawing =>
  (x, y) => {
    const nostril = inEllipse(x, y, 0.43, 0.6, 0.025, 0.035) || inEllipse(x, y, 0.57, 0.6, 0.025, 0.035);
    if (nostril) return ground;
    if (inEllipse(x, y, 0.5, 0.68, 0.34, 0.17)) return bill;
    const pupil = inEllipse(x, y, 0.36, 0.35, 0.04, 0.05) || inEllipse(x, y, 0.64, 0.35, 0.04, 0.05);
    if (pupil) return ground;
    if (inEllipse(x, y, 0.36, 0.34, 0.09, 0.1) || inEllipse(x, y, 0.64, 0.34, 0.09, 0.1)) return white;
    return ground;
  };

const gingham =
  (color: Color): Drawing =>
  (x, y) => {
    const across = rest(x, 0.25) < 0.125;
    const down = rest(y, 0.25) < 0.125;
    if (across && down) return color;
    return across || down ? mix(white, color, 0.5) : white;
  };

const tattersall =
  (ground: Color, one: Color, other: Color): Drawing =>
  (x, y) => {
    const line = (value: number) =>
      within(rest(value, 0.32), 0.06, 0.09) ? one : within(rest(value, 0.32), 0.22, 0.25) ? other : undefined;
    return line(x) ?? line(y) ?? ground;
  };

const tartan =
  (ground: Color, band: Color, line: Color): Drawing =>
  (x, y) => {
    const inBand = (value: number) => within(rest(value, 0.5), 0.12, 0.34);
    const inLine = (value: number) => within(rest(value, 0.5), 0.42, 0.45);
    if (inLine(x) || inLine(y)) return line;
    if (inBand(x) && inBand(y)) return mix(band, [0, 0, 0], 0.35);
    return inBand(x) || inBand(y) ? mix(ground, band, 0.75) : ground;
  };

/** One cell of houndstooth, row by row from the top. */
const tooth = [
  '11110001',
  '11110011',
  '11110110',
  '11111100',
  '00001000',
  '00010001',
  '00100010',
  '01000100',
];
const houndstooth =
  (dark: Color, light: Color): Drawing =>
  (x, y) => {
    const cell = 0.25;
    const column = Math.floor((rest(x, cell) / cell) * 8);
    const row = Math.floor((rest(y, cell) / cell) * 8);
    return tooth[row]?.[column] === '1' ? dark : light;
  };

const drawings: Record<string, Drawing> = {
  ins_109508: platypus([0, 84, 112], [242, 176, 66]),
  ins_109509: gingham([178, 42, 54]),
  ins_109510: tattersall([250, 245, 232], [38, 74, 124], [150, 52, 40]),
  ins_109511: tartan([24, 84, 60], [170, 36, 40], [244, 202, 80]),
  ins_109512: houndstooth([30, 32, 38], [246, 243, 236]),
  ins_127287: platypus([72, 44, 120], [240, 140, 110]),
};

function draw(at: Drawing): Buffer {
  const pixels = new Uint8Array(side * side * 3);
  const steps = Array.from({ length: samples }, (_, step) => (step + 0.5) / samples);
  for (let row = 0; row < side; row += 1)
    for (let column = 0; column < side; column += 1) {
      const seen = steps.flatMap((dy) => steps.map((dx) => at((column + dx) / side, (row + dy) / side)));
      for (const part of [0, 1, 2] as const)
        pixels[(row * side + column) * 3 + part] =
          seen.reduce((sum, color) => sum + color[part], 0) / seen.length;
    }
  return encodePng(side, side, pixels);
}

const drawn = new Map<string, string>();

/** A PNG in base64. */
export function logoOf(institutionId: string): string {
  const drawing = drawings[institutionId];
  if (!drawing) throw new Error(`No logo is drawn for ${institutionId}`);
  const logo = drawn.get(institutionId) ?? draw(drawing).toString('base64');
  drawn.set(institutionId, logo);
  return logo;
}
