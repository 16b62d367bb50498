// Renders the first screen of a step's page from the responses sent with the page, in a worker thread.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { screenAt } from '#contract/screens.ts';
import type { Log } from '../platform/log.ts';
import { workerPool } from '../platform/worker-pool.ts';

export interface PageToRender {
  /** The path and query that the browser requests. */
  readonly address: string;
  readonly responses: Readonly<Record<string, unknown>>;
  readonly now: Date;
}

/** While so many pages wait to be rendered, the next ones are rendered by the browser. */
const mostWaiting = 20;

/** Renders with the build's own modules. A build without them, as in development, leaves all rendering to the browser. */
export function pageRenderer(webDirectory: string, log: Log) {
  const module = join(webDirectory, 'ssr/prerender.js');
  if (!existsSync(module)) return { render: async () => undefined, start: () => {}, close: async () => {} };
  const pool = workerPool<PageToRender, string | undefined>(
    new URL('./ssr.worker.ts', import.meta.url),
    {
      workerData: { module: pathToFileURL(module).href },
      // React's development build is several times slower.
      env: { ...process.env, NODE_ENV: 'production' },
    },
    ({ name }) => log.warn({ error: name }, 'the thread that renders pages failed'),
  );
  return {
    /** The markup of the page; undefined where only the browser can render it. */
    async render(page: PageToRender) {
      const screen = screenAt(page.address.split('?')[0] ?? '');
      if (pool.waiting() >= mostWaiting) return undefined;
      const markup = await pool.run(page).catch((error: unknown) => {
        // Some screens read `window` for their first rendering. Other errors are mistakes, whose messages may quote the responses.
        const level = error instanceof ReferenceError ? 'debug' : 'warn';
        log[level](
          { screen, error: error instanceof Error ? error.name : typeof error },
          'page not rendered',
        );
      });
      // The page's policy forbids style attributes.
      return markup === undefined || /<[^>]+\sstyle=/.test(markup) ? undefined : markup;
    },
    start: pool.start,
    close: pool.close,
  };
}
