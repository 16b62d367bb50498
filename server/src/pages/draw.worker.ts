// The worker thread that draws steps' pages: drawing one takes longer than a poll should wait.
import { workerData } from 'node:worker_threads';
import { answerCalls } from '../platform/answer-calls.ts';
import type { PageDrawing } from './draw-in-worker.ts';

interface Drawing {
  drawForOne(address: string, answers: PageDrawing['answers'], now: Date): Promise<string | undefined>;
}

// The build's module. It stays loaded, and draws every page from that page's answers alone.
const drawing = import(workerData.module as string) as Promise<Drawing>;
drawing.catch(() => {});

answerCalls(async ({ address, answers, now }: PageDrawing) =>
  (await drawing).drawForOne(address, answers, now),
);
