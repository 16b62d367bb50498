// How documents look as pages: the same faces, colors and boxes as their PDFs.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The display face, as small as browsers take it. */
export const displayFace = readFileSync(join(import.meta.dirname, 'fonts/besley.woff2'));
const version = hash('sha256', displayFace).slice(0, 12);
export const displayFacePath = `/documents/besley-${version}.woff2`;

const face = `@font-face{font-family:Besley;src:url("${displayFacePath}") format("woff2");font-weight:400 700;font-display:swap;ascent-override:96%;descent-override:29%;line-gap-override:0%}`;
/** A style sheet without its comments, line breaks and indentation. */
export const readStyle = (file: URL): string =>
  readFileSync(file, 'utf8')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ');

export const readingStyle = [
  face,
  ...['reading-style.css', 'reading-media.css'].map((name) => readStyle(new URL(name, import.meta.url))),
].join('');

/** The Content-Security-Policy of a page to read: its own style and face, no scripts, no other requests. */
export const pagePolicy = (style: string, formAction: "'none'" | "'self'"): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    "font-src 'self'",
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join('; ');

export const readingPagePolicy = pagePolicy(readingStyle, "'none'");
