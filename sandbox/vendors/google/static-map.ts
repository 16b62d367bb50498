// Draws a fictional map: water, parks, blocks, streets and a marker. The same center always gives the same map.
import { createHash } from 'node:crypto';
import { encodePng } from '../../png.ts';

type Color = readonly [number, number, number];

const land: Color = [243, 239, 230];
const built: Color = [234, 228, 215];
const park: Color = [212, 228, 204];
const water: Color = [178, 209, 222];
const street: Color = [255, 255, 255];
const avenue: Color = [250, 226, 165];
const curb: Color = [217, 209, 193];
const pin: Color = [168, 38, 28];
const pinEdge: Color = [122, 24, 17];
const pinEye: Color = [255, 255, 255];
const shade: Color = [150, 147, 139];

type MapRequest = { center: string; zoom: number; width: number; height: number; marker: boolean };

/** The color at a point of the map, relative to the marker: x east and y south, in pixels at zoom 13. */
function town(center: string): (x: number, y: number) => Color {
  const bytes = createHash('sha256').update(center).digest();
  const part = (position: number) => (bytes[position] ?? 0) / 255;
  const turn = (part(0) - 0.5) * 0.7;
  const [sine, cosine] = [Math.sin(turn), Math.cos(turn)];
  const shoreAt = (part(1) > 0.5 ? 1 : -1) * (170 + part(2) * 60);
  const wave = 90 + part(3) * 80;
  const phase = part(4) * 6;
  const block = 46 + part(5) * 14;
  const diagonal = (part(6) - 0.5) * 300;
  const slope = 0.5 + part(7) * 0.8;

  return (x, y) => {
    const shore = shoreAt + Math.sin(x / wave + phase) * 26 + Math.sin(x / (wave * 0.37) + phase) * 9;
    const beyond = shoreAt > 0 ? y - shore : shore - y;
    if (beyond > 0) return water;
    if (beyond > -5) return curb;

    const across = Math.abs(y - diagonal + x * slope) / Math.hypot(1, slope);
    if (across < 7) return avenue;
    if (across < 8.5) return curb;

    // Shift the grid so that the marker is on a block, not in the middle of a street.
    const [east, south] = [x * cosine + y * sine + block / 2, y * cosine - x * sine + block * 0.3];
    const [column, row] = [Math.floor(east / block), Math.floor(south / (block * 0.8))];
    const toEdge = (value: number, size: number) => {
      const rest = ((value % size) + size) % size;
      return Math.min(rest, size - rest);
    };
    const edges = [
      { distance: toEdge(east, block), wide: Math.round(east / block) % 4 === 0 },
      { distance: toEdge(south, block * 0.8), wide: Math.round(south / (block * 0.8)) % 5 === 0 },
    ];
    if (edges.some(({ distance, wide }) => wide && distance < 5)) return avenue;
    if (edges.some(({ distance, wide }) => distance < (wide ? 6 : 3)))
      return edges.some(({ distance }) => distance < 3) ? street : curb;
    if (edges.some(({ distance }) => distance < 3.8)) return curb;

    const mark = blockNumber(column, row, bytes[8] ?? 0);
    if (mark % 9 === 0) return park;
    if (mark % 3 === 0) return built;
    return land;
  };
}

/** A hash of a block's position. */
function blockNumber(column: number, row: number, seed: number): number {
  let mixed = (column * 374_761_393 + row * 668_265_263 + seed * 2_246_822_519) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1_274_126_177);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function markerAt(x: number, y: number): Color | undefined {
  const head = Math.hypot(x, y + 27);
  if (head < 5) return pinEye;
  const inBody = y <= 0 && y > -27 && Math.abs(x) < (-y / 27) * 11.5;
  if (head < 12 || inBody) return pin;
  if (head < 13.5 || (y <= 1.5 && y > -27 && Math.abs(x) < (-y / 27) * 11.5 + 1.5)) return pinEdge;
  if ((x / 9) ** 2 + (y / 3.5) ** 2 < 1) return shade;
  return undefined;
}

const samples = [0.25, 0.75] as const;

export function drawMap({ center, zoom, width, height, marker }: MapRequest): Buffer {
  const colorAt = town(center);
  const scale = 2 ** (13 - zoom);
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const sum = [0, 0, 0];
      for (const right of samples)
        for (const down of samples) {
          const [east, south] = [x + right - width / 2, y + down - height / 2];
          const color = (marker ? markerAt(east, south) : undefined) ?? colorAt(east * scale, south * scale);
          for (let channel = 0; channel < 3; channel += 1)
            sum[channel] = (sum[channel] ?? 0) + (color[channel] ?? 0);
        }
      for (let channel = 0; channel < 3; channel += 1)
        pixels[(y * width + x) * 3 + channel] = Math.round((sum[channel] ?? 0) / 4);
    }
  return encodePng(width, height, pixels);
}
