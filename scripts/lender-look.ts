// Gives the lender's colors and display face to the browser's build, with fallbacks of the same width for the face.
import { join } from 'node:path';
import { openSync } from 'fontkit';
import type { Plugin } from 'vite';
import { lookCss } from '../lender/palette.ts';
import { builtLender, lenderDirectory } from './lender-facts.ts';

const sample = 'The quick brown fox jumps over the lazy dog 0123456789';
/** Bold faces that most devices have, with the width of the sample in them, in ems. */
const owned = [
  ['Georgia', 29.24, ['Georgia Bold', 'Georgia-Bold', 'Gelasio Bold']],
  ['Noto', 28.468, ['Noto Serif Bold', 'NotoSerif-Bold']],
  ['Times', 24.188, ['Times New Roman Bold', 'TimesNewRomanPS-BoldMT', 'Liberation Serif Bold']],
] as const;

/** Nothing moves when the face's file arrives: its fallbacks are scaled to the same width and line. */
function pageCss(folder: string): string {
  const { look, directory } = builtLender();
  const { displayFont } = look;
  if (!displayFont) return lookCss(look, folder);
  const font = openSync(join(directory, 'public', displayFont.web));
  const width = font.layout(sample).advanceWidth / font.unitsPerEm;
  const faces = owned.map(([name, own, local]) => {
    const scale = width / own;
    const share = (percent: number) => `${(percent / scale).toFixed(1)}%`;
    const sources = local.map((face) => `local("${face}")`).join();
    return `@font-face{font-family:"Display on ${name}";src:${sources};font-weight:400 700;size-adjust:${(100 * scale).toFixed(1)}%;ascent-override:${share(displayFont.ascent)};descent-override:${share(displayFont.descent)};line-gap-override:0%}`;
  });
  const names = owned.map(([name]) => `"Display on ${name}",`).join('');
  return lookCss(look, folder, names) + faces.join('');
}

export function lenderLook(): Plugin {
  // Beside the font, so that the build finds it. `npm run dev` serves no file that does not exist, and the product serves the font.
  let [file, folder] = [join(lenderDirectory, 'public/look.css'), './'];
  return {
    name: 'lender-look',
    configResolved: ({ command }) => {
      if (command === 'serve') [file, folder] = ['\0look.css', '/lender/'];
    },
    resolveId: (id) => (id === 'virtual:look.css' ? file : undefined),
    load: (id) => (id === file ? pageCss(folder) : undefined),
  };
}
