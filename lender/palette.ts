// The lender's colors: five are chosen in look.json, and every page, email and document derives the rest from them.

export interface Colors {
  readonly paper: string;
  readonly ink: string;
  readonly action: string;
  readonly accent: string;
  readonly error: string;
}

/** For documents that were saved before they kept their colors. */
export const plainColors: Colors = {
  paper: '#ffffff',
  ink: '#1c1c1c',
  action: '#1c1c1c',
  accent: '#d0d0d0',
  error: '#9c1c1c',
};

// Lightness, chroma and hue as in OKLCH, in which equal steps look equal in every hue.
type Lch = readonly [lightness: number, chroma: number, hue: number];

const channels = (hex: string) =>
  [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];

function lchOf(hex: string): Lch {
  const [r, g, b] = channels(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(x, y), Math.atan2(y, x)];
}

/** With less chroma where a screen cannot show all of it. */
function hexOf([lightness, chroma, hue]: Lch): string {
  const [x, y] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * x + 0.2158037573 * y) ** 3;
  const m = (lightness - 0.1055613458 * x - 0.0638541728 * y) ** 3;
  const s = (lightness - 0.0894841775 * x - 1.291485548 * y) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  if (chroma > 0.001 && linear.some((part) => part < -0.001 || part > 1.001))
    return hexOf([lightness, chroma * 0.95, hue]);
  const bytes = linear.map((part) => {
    const one = Math.min(1, Math.max(0, part));
    return Math.round(255 * (one <= 0.0031308 ? one * 12.92 : 1.055 * one ** (1 / 2.4) - 0.055));
  });
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** By WCAG 2, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other]
    .map((hex) =>
      channels(hex).reduce((sum, part, at) => sum + part * ([0.2126, 0.7152, 0.0722][at] ?? 0), 0),
    )
    .sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Another lightness of a color, with a share of its chroma. */
function at(hex: string, lightness: number, share = 1): string {
  const [, chroma, hue] = lchOf(hex);
  return hexOf([lightness, chroma * share, hue]);
}

/** The names of the style sheets' variables, by scheme. */
export function paletteOf({ paper, ink, action, accent, error }: Colors) {
  const darkInk = at(ink, 0.952, 0.64);
  /** Each in the light scheme, and in the dark one. */
  const colors = {
    paper: [paper, at(ink, 0.198, 0.78)],
    card: ['#ffffff', at(ink, 0.243, 0.95)],
    sunken: [at(paper, lchOf(paper)[0] - 0.029, 1.77), at(ink, 0.219, 0.87)],
    ink: [ink, darkInk],
    'ink-soft': [at(ink, 0.445, 1.34), at(ink, 0.794, 1.23)],
    hairline: [at(paper, lchOf(paper)[0] - 0.087, 2.58), at(ink, 0.337, 1.27)],
    line: [at(ink, 0.81, 1.15), at(ink, 0.45, 1.3)],
    edge: [at(ink, 0.589, 1.23), at(ink, 0.649, 1.57)],
    spruce: [action, at(action, 0.813, 1.18)],
    'spruce-deep': [at(action, lchOf(action)[0] * 0.81, 0.785), at(action, 0.88, 0.835)],
    'spruce-tint': [at(action, 0.941, 0.22), at(action, 0.322, 0.584)],
    'on-spruce': ['#ffffff', at(action, 0.223, 0.463)],
    marigold: [accent, accent],
    'marigold-tint': [at(accent, 0.953, 0.247), at(accent, 0.306, 0.293)],
    'on-marigold': [ink, ink],
    brick: [error, at(error, 0.793, 0.71)],
    'brick-tint': [at(error, 0.961, 0.09), at(error, 0.27, 0.275)],
    focus: [ink, darkInk],
    'focus-halo': [accent, at(accent, 0.626, 0.89)],
  } as const satisfies Record<string, readonly [light: string, dark: string]>;
  const scheme = (index: 0 | 1) =>
    Object.fromEntries(Object.entries(colors).map(([name, both]) => [name, both[index]])) as Record<
      keyof typeof colors,
      string
    >;
  return { light: scheme(0), dark: scheme(1) };
}

export type Palette = ReturnType<typeof paletteOf>;
export type ColorName = keyof Palette['light'];

/** What is read or found on what: text at 4.5, edges of controls at 3 (WCAG 1.4.3 and 1.4.11); and which color to change. */
const needed: readonly (readonly [ColorName, ColorName, number, keyof Colors])[] = [
  ['ink-soft', 'sunken', 4.5, 'paper'],
  ['edge', 'paper', 3, 'paper'],
  ['ink', 'paper', 4.5, 'ink'],
  ['spruce', 'paper', 4.5, 'action'],
  ['spruce', 'sunken', 4.5, 'action'],
  ['spruce', 'spruce-tint', 4.5, 'action'],
  ['on-spruce', 'spruce', 4.5, 'action'],
  ['on-marigold', 'marigold', 4.5, 'accent'],
  ['brick', 'paper', 4.5, 'error'],
  ['brick', 'brick-tint', 4.5, 'error'],
];

const lacking = (scheme: Palette['light']) =>
  needed.find(([on, under, least]) => contrast(scheme[on], scheme[under]) < least);

/** A sentence about the first color that is too hard to read, with one near it that is not. */
export function findColorMistake(colors: Colors): string | undefined {
  const { light, dark } = paletteOf(colors);
  const found = lacking(light) ?? lacking(dark);
  if (!found) return undefined;
  const [on, under, least, field] = found;
  const isLighter = field === 'paper' || field === 'accent';
  const [lightness, chroma, hue] = lchOf(colors[field]);
  let fix = colors[field];
  for (let step = 0.01; step < 1; step += 0.01) {
    fix = hexOf([Math.min(1, Math.max(0, lightness + (isLighter ? step : -step))), chroma, hue]);
    if (lacking(paletteOf({ ...colors, [field]: fix }).light)?.[3] !== field) break;
  }
  const has = Math.floor(contrast(light[on], light[under]) * 10) / 10;
  return `colors.${field} ${colors[field]} is too ${isLighter ? 'dark' : 'light'}: a contrast of ${has} where reading needs ${least}. Take a ${isLighter ? 'lighter' : 'darker'} one, such as ${fix}.`;
}

const declared = (scheme: Palette['light']) =>
  Object.entries(scheme)
    .map(([name, color]) => `--${name}:${color}`)
    .join(';');

/** The variables of every page. What is printed is always light. */
export const paletteCss = ({ light, dark }: Palette): string =>
  `:root{color-scheme:light dark;${declared(light)}}@media screen and (prefers-color-scheme:dark){:root{${declared(dark)}}}`;

interface Look {
  readonly palette: Palette;
  readonly displayFont?: { readonly web: string; readonly ascent: number; readonly descent: number };
}

const serif = 'Georgia,"Noto Serif","Times New Roman",serif';
const sans =
  '-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans","Helvetica Neue",Arial,sans-serif';

/** The colors and the display face. `folder` is where the lender's public files are; `fallbacks` come before a device's own serifs. */
export function lookCss({ palette, displayFont }: Look, folder: string, fallbacks = ''): string {
  const root = paletteCss(palette);
  if (!displayFont) return `${root}:root{--display-face:${sans}}`;
  const { web, ascent, descent } = displayFont;
  // The metrics override the file's own, so that every letter sits in the middle of its line.
  return `@font-face{font-family:Display;src:url("${folder}${web}") format("woff2");font-weight:400 700;font-display:swap;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%}${root}:root{--display-face:Display,${fallbacks}${serif}}`;
}
