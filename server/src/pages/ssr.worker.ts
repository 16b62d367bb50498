// The worker thread that renders steps' pages: rendering one takes longer than a poll should wait.
import { workerData } from 'piscina';
import type { PageToRender } from './ssr-pool.ts';

// The build's module. It is loaded once, and renders every page only from that page's responses. A thread that cannot load it must
// start nevertheless, so that each rendering fails instead of waiting.
const prerender = import(workerData.module) as Promise<{
  renderForOne(address: string, responses: PageToRender['responses'], now: Date): Promise<string | undefined>;
}>;
prerender.catch(() => {});

export default async ({ address, responses, now }: PageToRender) =>
  (await prerender).renderForOne(address, responses, now);
