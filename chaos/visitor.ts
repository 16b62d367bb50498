// Someone who looks at their application all the time while a node of the cluster ends: how long they wait, and what they see.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import type { BodyIn } from '#contract/endpoint.ts';
import { getJourney } from '#contract/journey.ts';
import { submissionKeyHeader, submitPrequalification } from '#contract/prequalification.ts';
import { pathOf } from '#contract/screens.ts';
import { ApiFailure, NetworkFailure } from '#web/api/failures.ts';
import { form } from '../server/test/world.ts';
import { Browser } from './applicant.ts';
import type { NodeTarget } from './plan.ts';

const lookEvery = 100;

const { ttl } = parse(readFileSync(join(import.meta.dirname, '../deploy/cluster/patroni.yml'), 'utf8'))
  .bootstrap.dcs as {
  readonly ttl: number;
};
/** Seconds. A lost leader is replaced when Patroni's `ttl` is over. */
const longestWait = (target: NodeTarget) =>
  target === 'leader-lost' || target === 'leader-cut-off' ? ttl + 10 : 10;

const isUnavailable = (error: unknown) =>
  error instanceof NetworkFailure || (error instanceof ApiFailure && error.status > 500);

export async function watchWaits(url: string) {
  const browser = new Browser(url);
  const body = { ...form(21), phone: '+18015550999', email: 'visitor@example.com' };
  const key = crypto.randomUUID();
  const submit = () =>
    browser.call(submitPrequalification, undefined, {
      body: body as BodyIn<typeof submitPrequalification>,
      headers: { [submissionKeyHeader]: key },
    });
  const begun = performance.now();
  // The processes may still be starting.
  while (
    !(await submit().catch((error: unknown) => {
      if (!isUnavailable(error) || performance.now() - begun > 60_000) throw error;
    }))
  )
    await sleep(lookEvery);
  const each: { readonly target: NodeTarget; readonly seconds: number }[] = [];
  const errorPages: number[] = [];
  /** One look: the page, and the answer that its script requests. Ready means that a process can write. */
  const look = async () => {
    await browser.open(pathOf('phone-check')).catch((error: unknown) => {
      if (error instanceof ApiFailure) errorPages.push(error.status);
      throw error;
    });
    await browser.call(getJourney);
    const ready = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) });
    if (!ready.ok) throw new Error('not ready');
  };
  return {
    each,
    /** What no applicant may see. */
    tooLong: (): readonly string[] => [
      ...errorPages.map((status) => `a page answered ${status}`),
      ...each
        .filter(({ target, seconds }) => seconds > longestWait(target))
        .map(
          ({ target, seconds }) =>
            `${target}: an applicant waited ${seconds.toFixed(1)} seconds, at most ${longestWait(target)} are allowed`,
        ),
    ],
    during: async (target: NodeTarget, act: () => Promise<unknown>): Promise<void> => {
      let isOver = false;
      let longest = 0;
      const looking = (async () => {
        for (let served = performance.now(); !isOver || longest === 0; await sleep(lookEvery)) {
          const isServed = await look().then(
            () => true,
            () => false,
          );
          if (!isServed) continue;
          longest = Math.max(longest, performance.now() - served);
          served = performance.now();
        }
      })();
      await act().finally(() => {
        isOver = true;
      });
      await looking;
      each.push({ target, seconds: longest / 1000 });
    },
  };
}
