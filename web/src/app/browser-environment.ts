// The environment in a browser. The landing page is rendered without it, so it is not in that page's first scripts.
import * as z from 'zod/mini';
import { getJourney } from '#contract/journey.ts';
import { createClient, type Send } from '../api/client.ts';
import { repeatLostReads } from '../api/lost-reads.ts';
import type { Environment } from '../journey/environment.ts';
import { createJourneyStore } from '../journey/journey-store.ts';
import { takeExchange } from '../journey/opened-link.ts';
import { readPreloadedResponses } from '../journey/preloaded-responses.ts';
import { watchSession } from '../journey/session-end.ts';
import { sessionMemory } from '../journey/session-memory.ts';
import { readSettings } from '../journey/settings.ts';
import { realTimers, whenTabWakes } from '../lib/timers.ts';

// The Content-Security-Policy forbids generated code and would report the attempt.
z.config({ jitless: true });

export function browserEnvironment(): Environment {
  const memory = sessionMemory(() => window.sessionStorage);
  const preloaded = readPreloadedResponses(document);
  const client = createClient({
    fetch: (address, init) => takeExchange(String(address)) ?? fetch(address, init),
    timers: realTimers,
  });
  const { send, onSessionEnd } = watchSession(repeatLostReads(client, realTimers));
  const sendAgain: Send = (...args) =>
    send(...args).catch(async (failure) => {
      // Only a refusal by the server has codes.
      if (!failure.has?.('unavailable')) throw failure;
      const { whenServerReturns } = await import('../journey/server-return.ts');
      return whenServerReturns(failure, () => send(...args), args[2]?.signal);
    });
  const call: Send = async (...args) => preloaded.take(...args) ?? sendAgain(...args);
  return {
    call,
    onSessionEnd,
    now: () => new Date(),
    timers: realTimers,
    onWake: whenTabWakes,
    memory,
    journey: createJourneyStore(call, memory, preloaded.peek(getJourney)),
    settings: readSettings(document),
    preloaded,
  };
}
