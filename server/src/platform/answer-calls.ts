// The worker's side of `worker-calls.ts`.
import { parentPort } from 'node:worker_threads';
import type { Reply } from './worker-calls.ts';

export function answerCalls<Question, Answer>(answer: (question: Question) => Promise<Answer>): void {
  parentPort?.on('message', async ({ id, question }: { id: number; question: Question }) => {
    const reply = await answer(question).then(
      (answer): Reply => ({ id, answer }),
      (error): Reply => ({ id, failure: error instanceof Error ? error.message : String(error) }),
    );
    parentPort?.postMessage(reply);
  });
}
