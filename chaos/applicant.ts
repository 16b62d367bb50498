// One applicant: a browser, what they requested and have used, and how they press buttons.
import { setTimeout as sleep } from 'node:timers/promises';
import type { BodyIn, Endpoint, ResponseOf } from '#contract/endpoint.ts';
import type { Journey } from '#contract/journey.ts';
import type { PlainEndpoint } from '#web/api/client.ts';
import { Browser, type PressCounts, press } from './browser.ts';
import type { PlannedApplicant } from './plan.ts';
import { type Random, randomOf } from './random.ts';
import type { SandboxConsole } from './sandbox-books.ts';

export interface Surroundings {
  readonly seed: number;
  readonly publicUrl: string;
  readonly sandbox: SandboxConsole;
  readonly counts: PressCounts;
  /** Aborted when the run gives up. */
  readonly signal: AbortSignal;
  /** Reports to the run that an applicant made progress. */
  stepTaken(): void;
  /** Whether the application has ended, by the database: for those who have no other way to learn it. */
  isOver(applicationId: string): Promise<boolean>;
}

/** The journey doesn't allow this step now, although the screen was there: the screen is read again. */
export class MissingLink extends Error {}

export class Applicant {
  readonly planned: PlannedApplicant;
  readonly around: Surroundings;
  readonly random: Random;
  browser: Browser;
  applicationId: string | undefined;
  /** The screen that the browser showed last. */
  lastScreen = 'landing';
  /** Refusals and failures that no browser expects, for the report. */
  readonly unexpectedErrors: string[] = [];
  /** How often each was requested, and so may have come. */
  readonly requested = { codes: 0, links: 0, documents: 0 };
  /** The ids of texts and emails that were used. */
  readonly usedTexts = new Set<string>();
  readonly usedMails = new Set<string>();
  hasSigned = false;
  hasHandedIn = false;
  isDone = false;

  constructor(planned: PlannedApplicant, around: Surroundings) {
    this.planned = planned;
    this.around = around;
    this.random = randomOf(around.seed, 'applicant', planned.number);
    this.browser = new Browser(around.publicUrl);
  }

  /** Presses a button whose call changes something. */
  press<E extends Endpoint>(endpoint: E, href: string | undefined, body?: BodyIn<E>): Promise<ResponseOf<E>> {
    if (href === undefined) throw new MissingLink(`${endpoint.method} ${endpoint.path}`);
    const { planned, random, around, browser } = this;
    return press(planned.habits, random, around.counts, (signal) =>
      browser.send(endpoint, href, { body, signal }),
    );
  }

  read<E extends PlainEndpoint>(endpoint: E, href: string | undefined): Promise<ResponseOf<E>> {
    if (href === undefined) throw new MissingLink(`${endpoint.method} ${endpoint.path}`);
    return this.browser.call(endpoint, href, { signal: this.around.signal });
  }

  /** A few moments in which the applicant reads, waits or looks again. */
  pause(from = 200, to = 1200): Promise<void> {
    return sleep(this.random.between(from, to), undefined, { signal: this.around.signal });
  }

  remember({ defaultScreen, links }: Journey): void {
    this.lastScreen = defaultScreen ?? this.lastScreen;
    const known = links.user ?? links.verifyOtp ?? links.branch ?? '';
    this.applicationId ??= /applications\/([^/]+)\//.exec(known)?.[1];
  }
}
