// The styles that a page's markup needs. Only these are inlined in a page that the build draws whole; its first script adds the
// rest, such as errors, dialogs and what opens later, after the first paint.
import { createRequire } from 'node:module';

interface CssParser {
  transform(css: {
    readonly filename: string;
    readonly code: Buffer;
    readonly minify: boolean;
    readonly unusedSymbols: readonly string[];
  }): { readonly code: Uint8Array };
}

/** The parser with which Vite minifies the same styles, in Vite's version of it. */
const { transform }: CssParser = createRequire(import.meta.resolve('vite'))('lightningcss');

/** Leaves out the rules for classes that the markup does not have. */
export function stylesIn(style: string, markup: string): string {
  const used = new Set(
    [...markup.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
  );
  const classes = new Set([...style.matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name = '']) => name));
  const { code } = transform({
    filename: 'page.css',
    code: Buffer.from(style),
    minify: true,
    unusedSymbols: [...classes].filter((name) => !used.has(name)),
  });
  return new TextDecoder().decode(code);
}
