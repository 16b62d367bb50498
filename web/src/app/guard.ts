// Guards the screens: the server lists the allowed steps, and a refused applicant returns to the previous screen.
import { type LoaderFunction, redirect } from 'react-router';
import { getAllowedSteps } from '#contract/journey.ts';
import { pathOf, type ScreenName, screenAt, screens } from '#contract/screens.ts';
import type { Call } from '../api/client.ts';
import type { JourneyStore } from '../journey/journey-store.ts';
import { rememberScreen, type SessionMemory } from '../journey/session-memory.ts';

interface GuardDependencies {
  readonly call: Call;
  readonly journey: JourneyStore;
  readonly memory: SessionMemory;
}

/** The route loader of a screen. */
export function guardOf({ call, journey, memory }: GuardDependencies, name: ScreenName): LoaderFunction {
  const { access, needs = [] } = screens[name];
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
        // The screen is drawn before what it shows of the application, such as the branch, has arrived.
        if (!journey.get()) journey.refresh().catch(() => {});
        return null;
      };
    case 'step':
      return async ({ request }) => {
        try {
          const [allowed, latest] = await Promise.all([
            call(getAllowedSteps, undefined, { signal: request.signal }),
            journey.refresh(request.signal),
          ]);
          if (!allowed.steps.includes(pathOf(name))) {
            return redirect(whereInstead(allowed, name, memory.get('previousRoute')));
          }
          if (needs.some((link) => !latest.links[link])) return redirect(pathOf('landing'));
        } catch {
          if (request.signal.aborted) return null;
          return redirect(pathOf('landing'));
        }
        rememberScreen(memory, name);
        return null;
      };
  }
}

function whereInstead(
  { steps, rest }: { steps: readonly string[]; rest?: string | undefined },
  refused: ScreenName,
  previous: string | undefined,
): string {
  const before = previous === undefined ? undefined : screenAt(previous);
  // Going back to a waiting screen would start its wait again.
  if (previous && before && before !== refused && !screens[before].waits && steps.includes(previous))
    return previous;
  if (rest && rest !== pathOf(refused) && screenAt(rest)) return rest;
  return pathOf('landing');
}
