// Draws a map: a grid of streets, with a marker in the center.
import { encodePng } from '../../png.ts';

const land = [243, 239, 230];
const street = [255, 255, 255];
const pin = [168, 38, 28];
/** In pixels at zoom 13. */
const block = 48;

type MapRequest = { zoom: number; width: number; height: number; isMarked: boolean };

export function drawMap({ zoom, width, height, isMarked }: MapRequest): Buffer {
  const size = Math.max(8, Math.round(block * 2 ** (zoom - 13)));
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const isStreet = x % size < size / 8 || y % size < size / 8;
      const isPin = isMarked && Math.hypot(x - width / 2, y - height / 2) < 10;
      pixels.set(isPin ? pin : isStreet ? street : land, (y * width + x) * 3);
    }
  return encodePng(width, height, pixels);
}
