// Guards the screens: the server lists the allowed steps, and a refused applicant returns to the previous screen.
import { type LoaderFunction, redirect } from 'react-router';
import { isSameStep, pathInstead } from '#contract/guard.ts';
import { type AllowedSteps, getAllowedSteps, type Journey } from '#contract/journey.ts';
import { pathOf, type ScreenName, screens } from '#contract/screens.ts';
import { reopenSession } from '#contract/signing-return.ts';
import type { Call } from '../api/client.ts';
import { isRefusedAs } from '../api/failures.ts';
import type { JourneyStore } from '../journey/journey-store.ts';
import { rememberScreen, type SessionMemory } from '../journey/session-memory.ts';
import { isOffline } from '../lib/online.ts';
import { signingEventOf } from '../screens/documents/signing-events.ts';

interface GuardDependencies {
  readonly call: Call;
  readonly journey: JourneyStore;
  readonly memory: SessionMemory;
}

/** How often the two are read if the application moves on between them. */
const readsAtMost = 3;

export function guardOf({ call, journey, memory }: GuardDependencies, name: ScreenName): LoaderFunction {
  const { access, returnedWith } = screens[name];
  /** After a return from another site, the text code is next. A bank's state stays in the address until the link continues. */
  const afterSessionEnd = async ({ url }: Request) => {
    const { search, searchParams } = new URL(url);
    if (!returnedWith || !searchParams.has(returnedWith)) return pathOf('session-ended');
    const event = signingEventOf(searchParams);
    try {
      await call(reopenSession, undefined, { body: event ? { event } : {} });
    } catch {
      return pathOf('session-ended');
    }
    if (event) return pathOf('phone-check');
    memory.set('opening', name);
    return pathOf('phone-check') + search;
  };
  const readStanding = async (signal: AbortSignal, reads = 1): Promise<readonly [AllowedSteps, Journey]> => {
    const standing = await Promise.all([
      call(getAllowedSteps, undefined, { signal }),
      journey.refresh(signal),
    ]);
    return isSameStep(...standing) || reads === readsAtMost ? standing : readStanding(signal, reads + 1);
  };
  switch (access) {
    case 'entry':
      return () => {
        memory.clear();
        journey.clear();
        return null;
      };
    case 'public':
      return () => {
        rememberScreen(memory, name);
        // The screen is rendered before what it shows of the application, such as the branch, has arrived.
        if (!journey.get()) journey.refresh().catch(() => {});
        return null;
      };
    case 'step':
      return async ({ request }) => {
        try {
          const [allowed, latest] = await readStanding(request.signal);
          const situation = { allowed, links: latest.links, previous: memory.get('previousRoute') };
          const path = pathInstead(name, situation);
          if (path !== undefined) return redirect(path);
        } catch (failure) {
          if (request.signal.aborted) return null;
          if (isOffline()) throw failure;
          if (!isRefusedAs(failure, 'session-ended')) return redirect(pathOf('landing'));
          return redirect(await afterSessionEnd(request));
        }
        rememberScreen(memory, name);
        return null;
      };
  }
}
