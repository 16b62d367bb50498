// Draws a map: a grid of streets, with a marker in the center.

/** In pixels at zoom 13. */
const block = 48;

type MapRequest = { zoom: number; width: number; height: number; isMarked: boolean };

/** As PNG. */
export async function drawMap({ zoom, width, height, isMarked }: MapRequest): Promise<Buffer> {
  const size = Math.max(8, Math.round(block * 2 ** (zoom - 13)));
  const street = size / 4;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<pattern id="blocks" width="${size}" height="${size}" patternUnits="userSpaceOnUse">
<path d="M0 0H${size}M0 0V${size}" stroke="#fff" stroke-width="${street}"/>
</pattern>
<rect width="100%" height="100%" fill="url(#blocks)"/>
${isMarked ? '<circle cx="50%" cy="50%" r="10" fill="#a8261c"/>' : ''}
</svg>`;
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(svg)).flatten({ background: '#f3efe6' }).png().toBuffer();
}
