// The HTML pages that vendors show in a browser: one plain layout, one style, and a policy that runs only the sandbox's own scripts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { paletteCss, paletteOf } from '../lender/palette.ts';

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

type Page = { title: string; body: string; script?: string; bodyAttributes?: string };

const htmlPage = ({ title, body, script, bodyAttributes = '' }: Page): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sandbox.css">
${script ? `<script type="module" src="${script}"></script>` : ''}
</head>
<body ${bodyAttributes}>
${body}
</body>
</html>`;

type Delivery = {
  status?: number;
  /** Where a form's response redirects to. Browsers apply form-action to redirects too. */
  returnUrl?: string | undefined;
  /** Whether other sites may show the page in a frame. */
  isFrame?: boolean;
};

export function sendPage(
  reply: FastifyReply,
  page: Page,
  { status = 200, returnUrl, isFrame = false }: Delivery = {},
): FastifyReply {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    `form-action 'self'${returnUrl ? ` ${new URL(returnUrl).origin}` : ''}`,
    ...(isFrame ? [] : ["frame-ancestors 'none'"]),
  ];
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'no-referrer')
    .header('Content-Security-Policy', policy.join('; '))
    .send(htmlPage(page));
}

/** The colors and the mark of the lender whose applicants come here. */
function lenderStyle(): string {
  const folder = join(process.env.LENDER_DIR || join(import.meta.dirname, '../lender'), 'public');
  const { colors, icon } = JSON.parse(readFileSync(join(folder, 'look.json'), 'utf8'));
  const mark = encodeURIComponent(readFileSync(join(folder, icon.svg), 'utf8'));
  return `${paletteCss(paletteOf(colors))}:root{--mark:url("data:image/svg+xml,${mark}")}`;
}

export function serveStyle(app: FastifyInstance): void {
  app.get('/sandbox.css', async (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .send(lenderStyle() + readFileSync(new URL('./sandbox.css', import.meta.url), 'utf8')),
  );
}
