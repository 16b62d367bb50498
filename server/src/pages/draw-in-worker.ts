// Draws the first screen of a step's page from the responses sent with the page, in a worker thread.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { screenAt } from '#contract/screens.ts';
import type { Log } from '../platform/log.ts';
import { workerPool } from '../platform/worker-pool.ts';

export interface PageDrawing {
  /** The path and query that the browser requests. */
  readonly address: string;
  readonly responses: Readonly<Record<string, unknown>>;
  readonly now: Date;
}

export interface PageDrawer {
  /** The markup of the page; undefined where only the browser can draw it. */
  readonly draw: (drawing: PageDrawing) => Promise<string | undefined>;
  readonly start: () => void;
  readonly close: () => Promise<void>;
}

/** While so many pages wait to be drawn, the next ones are drawn by the browser. */
const mostWaiting = 20;

/** Draws with the build's own modules. A build without them, as in development, leaves all drawing to the browser. */
export function pageDrawer(webDirectory: string, log: Log): PageDrawer {
  const module = join(webDirectory, 'drawing/prerender.js');
  if (!existsSync(module)) return { draw: async () => undefined, start: () => {}, close: async () => {} };
  const pool = workerPool<PageDrawing, string | undefined>(
    new URL('./draw.worker.ts', import.meta.url),
    {
      workerData: { module: pathToFileURL(module).href },
      // React's development build is several times slower.
      env: { ...process.env, NODE_ENV: 'production' },
    },
    ({ name }) => log.warn({ error: name }, 'the thread that draws pages failed'),
  );
  return {
    async draw(drawing) {
      const screen = screenAt(drawing.address.split('?')[0] ?? '');
      if (pool.waiting() >= mostWaiting) return undefined;
      const markup = await pool.run(drawing).catch((error: unknown) => {
        // Some screens read `window` for their first drawing. Other errors are mistakes, whose messages may quote the responses.
        const level = error instanceof ReferenceError ? 'debug' : 'warn';
        log[level]({ screen, error: error instanceof Error ? error.name : typeof error }, 'page not drawn');
      });
      // The page's policy forbids style attributes.
      return markup === undefined || /<[^>]+\sstyle=/.test(markup) ? undefined : markup;
    },
    start: pool.start,
    close: pool.close,
  };
}
