// What the seed decides, by steps instead of seconds, so that a slow machine has the same run.

import { createHash } from 'node:crypto';
import { textVendor } from '#server/vendors/text-vendor.ts';

export const killTargets = ['postgres', 'web-1', 'web-2', 'worker-1', 'worker-2', 'sandbox'] as const;
/** The leader dies, is replaced, vanishes or is cut off, or the standby that has every commit is cut off. */
export const nodeTargets = [
  'leader-killed',
  'leader-replaced',
  'leader-lost',
  'leader-cut-off',
  'standby-cut-off',
] as const;
export type NodeTarget = (typeof nodeTargets)[number];
export type KillTarget = (typeof killTargets)[number] | NodeTarget;

export const isNode = (target: string): target is NodeTarget =>
  (nodeTargets as readonly string[]).includes(target);

const vendors = [
  'bureau',
  'socure',
  'core',
  textVendor.name,
  'plaid',
  'account-check',
  'vehicle-data',
  'docusign',
  'mail',
  'google',
];

export type Plan = ReturnType<typeof planOf>;
export type PlannedApplicant = Plan['applicants'][number];

export type PlannedKill = Plan['kills'][number];

export interface PlannedFault {
  readonly afterSteps: number;
  readonly vendor: string;
  readonly fault: { readonly mode: string; readonly times?: number; readonly delayMs?: number };
  /** Milliseconds until the fault is switched off; absent where it ends after its calls. */
  readonly lasts?: number;
}

/** Left out are those who end at the form (15, 16) and those whose outcome takes days (21, 27). */
const cast = [
  1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 6, 7, 8, 9, 10, 10, 11, 12, 13, 14, 17, 17, 18, 18,
  19, 20, 20, 22, 24, 25, 28, 28, 32,
];

const mostApplications = 99 * new Set(cast).size;

/** About how many steps a person takes from the form to the end. */
const shortPeople = new Set([10, 11, 12, 13, 14, 22, 24, 25]);
const stepsOf = ({ person }: { person: number }) => (shortPeople.has(person) ? 3 : 11);

/** Vendor faults for each application, as many as an eventful day has in a year. */
const faultsPerApplication = 1.25;

export interface RunOptions {
  readonly applications: number;
  readonly kills: number;
  readonly seed: number;
  /** When people apply, if not on a banking morning. */
  readonly at?: Date | undefined;
  /** Whether the database is a cluster, whose nodes are all that is killed. */
  readonly isClustered: boolean;
}

export function planOf({ applications, kills, seed, isClustered }: RunOptions) {
  if (applications > mostApplications)
    throw new Error(`The test people have numbers for ${mostApplications} applications at most.`);
  const applicants = castOf(applications, seed);
  const steps = applicants.reduce((sum, applicant) => sum + stepsOf(applicant), 0);
  const faults = Math.round(applications * faultsPerApplication);
  return {
    applicants,
    kills: spread(kills, steps, randomOf(seed, 'kills')).map(
      killOf(randomOf(seed, 'targets'), isClustered ? nodeTargets : killTargets),
    ),
    faults: spread(faults, steps, randomOf(seed, 'faults')).map(faultOf(randomOf(seed, 'vendors'))),
  };
}

function castOf(applications: number, seed: number) {
  const random = randomOf(seed, 'cast');
  const turns = new Map<number, number>();
  const deck = deckOf(random, cast);
  return Array.from({ length: applications }, (_, index) => {
    // The first one goes all the way, whatever the seed, so that the shortest run funds a loan.
    let person = index === 0 ? 1 : deck();
    // A test person has 99 Social Security numbers; a long run continues with the others.
    while ((turns.get(person) ?? 0) === 99) person = deck();
    const turn = (turns.get(person) ?? 0) + 1;
    turns.set(person, turn);
    const number = index + 1;
    return {
      number,
      /** Which of the sandbox's test people. */
      person,
      ssn: `666-${String(turn).padStart(2, '0')}-${String(person).padStart(4, '0')}`,
      email: `chaos.${number}@example.com`,
      phone: `+1801555${String(1000 + number)}`,
      bankUser: random.chance(0.15) && index > 0 ? 'user_low_income' : 'user_good',
      /** Enters the account that receives the funds by hand. */
      entersAccount: random.chance(0.5),
      accountNumber: `0001${String(20_000 + number)}`,
      signs: index === 0 || !random.chance(0.05),
      autopay: random.chance(0.6),
      /** How likely each press is to be a double one, and to end with a closed tab. */
      habits: {
        pressesTwice: random.pick([0, 0.1, 0.3]),
        closesTab: random.pick([0, 0.05, 0.15]),
        changesDevice: random.pick([0, 0.3]),
      },
    };
  });
}

/** Thresholds in the order of time, none after nine tenths of the steps, so that each finds applicants under way. */
function spread(count: number, steps: number, random: Random): number[] {
  return Array.from({ length: count }, () => random.between(1, Math.max(1, Math.floor(steps * 0.9)))).sort(
    (a, b) => a - b,
  );
}

const killOf = (random: Random, targets: readonly KillTarget[]) => {
  const deck = deckOf(random, targets);
  return (afterSteps: number) => ({
    afterSteps,
    target: deck(),
    /** Milliseconds between the step and the kill, so that jobs are met in the middle. */
    delay: random.between(0, 400),
    /** Milliseconds until it is started again. */
    down: random.between(0, 2500),
    /** Milliseconds by which the clock of a process is wrong from then on. */
    skew: random.between(-90_000, 90_000),
  });
};

const faultOf = (random: Random) => {
  const deck = deckOf(random, vendors);
  return (afterSteps: number): PlannedFault => {
    const vendor = deck();
    const isOutage = random.chance(0.15);
    if (isOutage)
      return {
        afterSteps,
        vendor,
        fault: { mode: random.pick(['refused', 'error']) },
        lasts: random.between(3000, 8000),
      };
    const mode = random.pick([
      'refused',
      'refused',
      'error',
      'error',
      'twice',
      'twice',
      'slow',
      'held',
      'timeout',
    ]);
    const isCostly = mode === 'held' || mode === 'timeout';
    const times = isCostly ? 1 : random.between(1, 4);
    return {
      afterSteps,
      vendor,
      fault: { mode, times, ...(mode === 'slow' && { delayMs: random.between(300, 3000) }) },
    };
  };
};

/** Deals a shuffled list again and again, so that each entry has its turn. */
function deckOf<T>(random: Random, list: readonly T[]): () => T {
  let rest: T[] = [];
  return () => {
    if (rest.length === 0) rest = random.shuffled(list);
    return rest.pop() as T;
  };
}

export type Random = ReturnType<typeof randomOf>;

/** Random choices that a seed decides. Each stream has a name, so that a choice in one doesn't shift those of another. */
export function randomOf(seed: number, ...stream: readonly (string | number)[]) {
  let count = 0;
  /** From 0 to 1. */
  const next = () => {
    count += 1;
    const digest = createHash('sha256')
      .update(`${seed} ${stream.join(' ')} ${count}`)
      .digest();
    return digest.readUInt32BE() / 2 ** 32;
  };
  /** A whole number, both ends included. */
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    between,
    chance: (share: number) => next() < share,
    pick: <T>(list: readonly T[]) => list[between(0, list.length - 1)] as T,
    shuffled: <T>(list: readonly T[]) => {
      const cards = [...list];
      for (let at = cards.length - 1; at > 0; at -= 1) {
        const other = between(0, at);
        [cards[at], cards[other]] = [cards[other] as T, cards[at] as T];
      }
      return cards;
    },
  };
}
