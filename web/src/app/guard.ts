// Who may see a screen: the server says which steps are allowed, and a refused applicant is led back to where they were.
import { type LoaderFunction, redirect } from 'react-router';
import { getAllowedSteps, type JourneyLinks } from '#contract/journey.ts';
import { pathOf, type ScreenName, screenAt, screens } from '#contract/screens.ts';
import type { Call } from '../api/client.ts';
import type { JourneyStore } from '../journey/journey-store.ts';
import { rememberScreen, type SessionMemory } from '../journey/session-memory.ts';

interface GuardParts {
  readonly call: Call;
  readonly journey: JourneyStore;
  readonly memory: SessionMemory;
}

/** The loader of a screen. `needs` names the links without which the screen has nothing to show. */
export function guardOf(
  { call, journey, memory }: GuardParts,
  name: ScreenName,
  needs: readonly (keyof JourneyLinks)[] = [],
): LoaderFunction {
  switch (screens[name].access) {
    case 'entry':
      return () => {
        memory.clear();
        journey.forget();
        return null;
      };
    case 'public':
      return () => {
        rememberScreen(memory, name);
        // What such a screen shows of the application (its branch, say) comes when it comes.
        if (!journey.get()) journey.refresh().catch(() => {});
        return null;
      };
    case 'step':
      return async ({ request }) => {
        try {
          const [allowed, now] = await Promise.all([
            call(getAllowedSteps, undefined, { signal: request.signal }),
            journey.refresh(request.signal),
          ]);
          if (!allowed.steps.includes(pathOf(name))) {
            return redirect(whereInstead(allowed, name, memory.get('previousRoute')));
          }
          if (needs.some((link) => !now.links[link])) return redirect(pathOf('landing'));
        } catch {
          if (request.signal.aborted) return null;
          return redirect(pathOf('landing'));
        }
        rememberScreen(memory, name);
        return null;
      };
  }
}

const waits = new Set<ScreenName>([
  'loading',
  'verification-loading',
  'approval-loading',
  'fast-path-loading',
  'docusign-loading',
]);

function whereInstead(
  { steps, rest }: { steps: readonly string[]; rest?: string | undefined },
  refused: ScreenName,
  previous: string | undefined,
): string {
  const before = previous === undefined ? undefined : screenAt(previous);
  // A wait that was left is over: going back to it would begin it again.
  if (previous && before && before !== refused && !waits.has(before) && steps.includes(previous))
    return previous;
  if (rest && rest !== pathOf(refused) && screenAt(rest)) return rest;
  return pathOf('landing');
}
