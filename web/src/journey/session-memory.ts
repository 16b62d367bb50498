// What the tab remembers across reloads: nothing personal, and nothing at all in a browser without storage.
import type { StageMarker } from '#contract/journey.ts';
import { type ScreenName, screenAt, screens } from '#contract/screens.ts';

interface Remembered {
  /** The application's stage, by the server's name. */
  stage: StageMarker;
  /** The stage of the last screen. */
  section: string;
  /** The path of the last step. A refused navigation returns to it. */
  previousRoute: string;
  /** The token of an expired documents link, which can only request a new link. */
  expiredLink: string;
  /** The screen that a link, a return from another site or a refused step opens, while the text code is due before it. */
  opening: ScreenName;
  /** A link's choice about secured offers, until the offers screen applies it. */
  vehicle: 'yes' | 'no';
  /** When the session ends, in milliseconds since 1970. */
  sessionEnd: string;
}

export interface SessionMemory {
  get<K extends keyof Remembered>(key: K): Remembered[K] | undefined;
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
    get: (key) => (attempt((kept) => kept.getItem(prefix + key)) ?? undefined) as never,
    set: (key, value) =>
      void attempt((kept) =>
        value === undefined ? kept.removeItem(prefix + key) : kept.setItem(prefix + key, value),
      ),
    clear: () => void attempt((kept) => kept.clear()),
  };
}

/** Remembers the current screen. Refused navigations only return to steps, whose paths have no parameters. */
export function rememberScreen(memory: SessionMemory, name: ScreenName): void {
  memory.set('section', screens[name].stage);
  if (screens[name].access === 'step') memory.set('previousRoute', screens[name].path);
}

/** The last step was refused until another text code is entered, and continues after it. */
export function continueAfterCode(memory: SessionMemory): void {
  const step = screenAt(memory.get('previousRoute') ?? '');
  if (step && step !== 'phone-check') memory.set('opening', step);
}
