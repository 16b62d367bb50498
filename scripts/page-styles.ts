// The styles that a page's markup needs. The build inlines only these in the pages that it draws in full. The first script adds the
// rest, such as errors, dialogs, hover and print styles, when someone touches, scrolls or types.
import { createRequire } from 'node:module';

interface SelectorPart {
  readonly type: string;
  readonly kind?: unknown;
  readonly name?: string;
  readonly operation?: { readonly operator: string; readonly value: string };
}

interface StyleRule {
  readonly value: { readonly selectors: readonly (readonly SelectorPart[])[] };
}

interface MediaRule {
  readonly value: { readonly query: { readonly mediaQueries: readonly { readonly mediaType: string }[] } };
}

interface CssParser {
  transform(css: {
    readonly filename: string;
    readonly code: Buffer;
    readonly minify: boolean;
    readonly unusedSymbols: readonly string[];
    readonly visitor: {
      readonly Rule: {
        readonly style: (rule: StyleRule) => unknown;
        readonly keyframes: () => unknown;
        readonly media: (rule: MediaRule) => unknown;
      };
    };
  }): { readonly code: Uint8Array };
}

/** The parser with which Vite minifies the same styles, in Vite's version of it. */
const { transform }: CssParser = createRequire(import.meta.resolve('vite'))('lightningcss');

const drop: readonly unknown[] = [];

/** Leaves out the rules that the markup, as it is drawn first, cannot match. */
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
  return new TextDecoder().decode(code);
}
