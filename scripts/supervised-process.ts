// A development process: started, restarted when its files change, and stopped with the supervisor.
import { type ChildProcess, spawn } from 'node:child_process';
import { endChild } from './child-process.ts';

const patienceMs = 3000;

export class SupervisedProcess {
  readonly #name: string;
  readonly #args: readonly string[];
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;
  /** Restarts run one at a time; a waiting restart picks up every change made before it starts. */
  #running: Promise<unknown> = Promise.resolve();
  #isWaiting = false;
  #isStopped = false;
  #isReady: Promise<boolean> = Promise.resolve(false);

  constructor(name: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    this.#name = name;
    this.#args = args;
    this.#env = env;
  }

  /** Resolves to true once the process is ready, or to false if it exits first. */
  async ready(): Promise<boolean> {
    let known: Promise<boolean>;
    do {
      known = this.#isReady;
      await known;
    } while (known !== this.#isReady);
    return known;
  }

  restart(): Promise<boolean> {
    if (this.#isWaiting) return this.#isReady;
    this.#isWaiting = true;
    const restarted = this.#running.then(async () => {
      await this.#end();
      this.#isWaiting = false;
      return !this.#isStopped && this.#start();
    });
    this.#running = restarted;
    this.#isReady = restarted;
    return restarted;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#end();
  }

  #start(): Promise<boolean> {
    const child = spawn(process.execPath, this.#args, {
      env: this.#env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child = child;
    return new Promise((resolve) => {
      child.on('message', (message: { type?: string }) => message?.type === 'ready' && resolve(true));
      child.once('exit', () => {
        resolve(false);
        if (this.#child !== child) return;
        this.#child = undefined;
        this.#isReady = Promise.resolve(false);
        console.error(`The ${this.#name} stopped. It will restart when one of its files changes.`);
      });
    });
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    this.#child = undefined;
    await endChild(child, 'SIGTERM', patienceMs);
  }
}
