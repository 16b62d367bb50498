// The styles that a page's markup needs, to inline; the first script adds the rest at the first touch.
import { createRequire } from 'node:module';
import type { LightningCSSOptions } from 'vite';

interface SelectorPart {
  readonly type: string;
  readonly kind?: unknown;
  readonly name?: string;
  readonly operation?: { readonly operator: string; readonly value: string } | null;
}

/** The parser with which Vite minifies the same styles, in Vite's version of it. */
const {
  transform,
}: {
  transform(css: LightningCSSOptions & { filename: string; code: Buffer; minify: boolean }): {
    readonly code: Uint8Array;
  };
} = createRequire(import.meta.resolve('vite'))('lightningcss');

const drop: [] = [];

/** Leaves out the rules that the markup, as it is rendered first, cannot match. */
export function stylesIn(style: string, markup: string): string {
  const used = new Set(
    [...markup.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
  );
  const classes = new Set([...style.matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name = '']) => name));
  const lower = markup.toLowerCase();
  const isElsewhere = ({ type, kind, name = '', operation }: SelectorPart) => {
    if (type === 'pseudo-class') return kind === 'hover';
    if (type !== 'attribute') return false;
    return operation?.operator === 'equal'
      ? !lower.includes(` ${name}="${operation.value.toLowerCase()}"`)
      : !lower.includes(` ${name}`);
  };
  const { code } = transform({
    filename: 'page.css',
    code: Buffer.from(style),
    minify: true,
    unusedSymbols: [...classes].filter((name) => !used.has(name)),
    visitor: {
      Rule: {
        style: (rule) =>
          rule.value.selectors.every((selector) => selector.some(isElsewhere)) ? drop : undefined,
        // Nothing has to move in the first paint.
        keyframes: () => drop,
        media: (rule) =>
          rule.value.query.mediaQueries.every(({ mediaType }) => mediaType === 'print') ? drop : undefined,
      },
    },
  });
  const found = new TextDecoder().decode(code);
  // The files with all styles have them, too.
  const isRead = (name: string) => found.includes(`var(${name})`) || found.includes(`var(${name},`);
  return found
    .replaceAll(/(?<=[{;])(--[\w-]+):[^;}]*;?/g, (declaration, name) => (isRead(name) ? declaration : ''))
    .replaceAll(/@media[^{}]*\{\}/g, '');
}
