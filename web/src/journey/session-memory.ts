// What the tab remembers between reloads: where the application stands and where it was. Never anything personal, and
// nothing at all where the browser keeps no storage.
import type { StageMarker } from '#contract/journey.ts';
import { type ScreenName, screens } from '#contract/screens.ts';

interface Remembered {
  /** Where the application stands, as the server names it. */
  stage: StageMarker;
  /** The stage whose screen was seen last. */
  section: string;
  /** The path of the step seen last, where a refused navigation goes back to. */
  previousRoute: string;
  /** The token of a documents link past its time: it opens nothing, and can only ask that a new one be mailed. */
  expiredLink: string;
  /** What the link that was opened says about offers secured by a vehicle, until the offers have heard of it. */
  vehicle: 'yes' | 'no';
}

export interface SessionMemory {
  get<K extends keyof Remembered>(key: K): string | undefined;
  set<K extends keyof Remembered>(key: K, value: Remembered[K] | undefined): void;
  clear(): void;
}

const prefix = 'branchline.';

export function sessionMemory(storage: () => Storage): SessionMemory {
  const attempt = <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      return use(storage());
    } catch {
      return undefined;
    }
  };
  return {
    get: (key) => attempt((kept) => kept.getItem(prefix + key)) ?? undefined,
    set: (key, value) =>
      void attempt((kept) =>
        value === undefined ? kept.removeItem(prefix + key) : kept.setItem(prefix + key, value),
      ),
    clear: () => void attempt((kept) => kept.clear()),
  };
}

/** Notes the screen the applicant arrived at. Only steps are gone back to; their paths carry no parameters. */
export function rememberScreen(memory: SessionMemory, name: ScreenName): void {
  memory.set('section', screens[name].stage);
  if (screens[name].access === 'step') memory.set('previousRoute', screens[name].path);
}
