// Draws the first screen of a step's page from the answers that the page brings, in a worker thread.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { screenAt } from '#contract/screens.ts';
import type { Log } from '../platform/log.ts';
import { WorkerCalls } from '../platform/worker-calls.ts';

export interface PageDrawing {
  /** The path and query that the browser requests. */
  readonly address: string;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly now: Date;
}

export interface PageDrawer {
  /** The markup of the page; undefined where only the browser can draw it. */
  readonly draw: (drawing: PageDrawing) => Promise<string | undefined>;
  /** Makes ready what the first drawing would wait for. */
  readonly start: () => void;
}

/** While so many pages wait to be drawn, the next ones are drawn by the browser. */
const mostWaiting = 20;

/** Draws with the build's own modules. A build without them, as in development, leaves all drawing to the browser. */
export function pageDrawer(webDirectory: string, log: Log): PageDrawer {
  const module = join(webDirectory, 'drawing/prerender.js');
  if (!existsSync(module)) return { draw: async () => undefined, start: () => {} };
  const worker = new WorkerCalls<PageDrawing, string | undefined>(
    new URL('./draw.worker.ts', import.meta.url),
    {
      workerData: { module: pathToFileURL(module).href },
      // React's development build is several times slower.
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  const draw: PageDrawer['draw'] = async (drawing) => {
    if (worker.pending >= mostWaiting) return undefined;
    // A screen that needs the browser for its first drawing fails here. What it says may quote the answers.
    const markup = await worker.ask(drawing).catch(() => undefined);
    // The page's policy forbids style attributes.
    if (markup !== undefined && !/<[^>]+\sstyle=/.test(markup)) return markup;
    log.debug({ screen: screenAt(drawing.address.split('?')[0] ?? '') }, 'page left to its scripts');
    return undefined;
  };
  return { draw, start: () => worker.start() };
}
