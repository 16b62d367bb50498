// How documents look as pages: the same faces, colors and boxes as their PDFs.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A style sheet without its comments, line breaks and indentation. */
export const readStyle = (file: URL): string =>
  readFileSync(file, 'utf8')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ');

export const readingStyle = ['reading-style.css', 'reading-media.css']
  .map((name) => readStyle(new URL(name, import.meta.url)))
  .join('');

/** The Content-Security-Policy of a page to read: its own style and the lender's look, no scripts. */
export const pagePolicy = (style: string, formAction: "'none'" | "'self'"): string =>
  [
    "default-src 'none'",
    `style-src 'self' 'sha256-${hash('sha256', style, 'base64')}'`,
    "font-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join('; ');

export const readingPagePolicy = pagePolicy(readingStyle, "'none'");
