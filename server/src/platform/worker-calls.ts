// Work that would block the event loop for too long runs in a worker thread, which starts with the first call and keeps running.
import { Worker, type WorkerOptions } from 'node:worker_threads';

interface Waiting<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

export interface Reply {
  readonly id: number;
  readonly answer?: unknown;
  readonly failure?: string;
}

/** Calls to a worker whose script answers with `answerCalls`. Questions and answers are copied between the threads. */
export class WorkerCalls<Question, Answer> {
  readonly #script: URL;
  readonly #options: WorkerOptions;
  readonly #waiting = new Map<number, Waiting<Answer>>();
  #worker: Worker | undefined;
  #next = 0;

  constructor(script: URL, options: WorkerOptions = {}) {
    this.#script = script;
    this.#options = options;
  }

  /** How many calls wait for their answer. */
  get pending(): number {
    return this.#waiting.size;
  }

  /** Starts the thread before the first call, which then needn't wait for it. */
  start(): void {
    const thread = this.#thread();
    if (this.pending === 0) thread.unref();
  }

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const thread = this.#thread();
      this.#next += 1;
      this.#waiting.set(this.#next, { resolve, reject });
      // The process may exit while the worker is idle, but not while it works.
      thread.ref();
      thread.postMessage({ id: this.#next, question });
    });
  }

  #thread(): Worker {
    if (this.#worker) return this.#worker;
    const thread = new Worker(this.#script, this.#options);
    thread.on('message', ({ id, answer, failure }: Reply) => {
      const one = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) thread.unref();
      if (failure === undefined) one?.resolve(answer as Answer);
      else one?.reject(new Error(failure));
    });
    thread.on('error', (error) => {
      this.#worker = undefined;
      for (const one of this.#waiting.values()) one.reject(error as Error);
      this.#waiting.clear();
    });
    this.#worker = thread;
    return thread;
  }
}
