// The worker thread that draws steps' pages: drawing one takes longer than a poll should wait.
import { workerData } from 'piscina';
import type { PageDrawing } from './draw-in-worker.ts';

interface Drawing {
  drawForOne(address: string, responses: PageDrawing['responses'], now: Date): Promise<string | undefined>;
}

// The build's module. It is loaded once, and draws every page only from that page's responses. A thread that cannot load it must
// start nevertheless, so that each drawing fails instead of waiting.
const drawing = import(workerData.module) as Promise<Drawing>;
drawing.catch(() => {});

export default async ({ address, responses, now }: PageDrawing) =>
  (await drawing).drawForOne(address, responses, now);
