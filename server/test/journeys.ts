// Applicants at each step: copies of one who walked there. Those with other details walk from the last
// step that is the same.
import { lenderDay, lenderToday } from '#server/platform/clock.ts';
import { acceptTerms, type Borrowed, linkBank, verified } from './bank.ts';
import * as funds from './receive-funds.ts';
import { areCallsReplaced } from './replace.ts';
import { type Came, copy, hashesOf, type Recording, record, vendorRows } from './seed.ts';
import { applyAs, createWorld, eventually, type Surroundings, type World } from './world.ts';

type Kind = NonNullable<World['ordinary']>;
type By = 'linked' | 'manual';
type Changes = Record<string, unknown>;

const walkToDecision = async (
  world: Surroundings,
  person: number,
  changes?: Changes,
  headers?: Record<string, string>,
) => {
  const applied = await applyAs(world, person, changes, headers);
  const status = await eventually(async () => {
    const answer = (await applied.browser.get(applied.job, { prefer: 'wait=20' })).json() as {
      status: string;
      isDelayed?: true;
    };
    if (answer.isDelayed) return 'DELAYED';
    return answer.status === 'SUCCESS' || answer.status === 'FAILURE' ? answer.status : undefined;
  });
  return { ...applied, status, journey: await applied.browser.journey() };
};
type Decided = Awaited<ReturnType<typeof walkToDecision>>;

const walkToTerms = async <T extends Came>(from: T, borrowed?: Borrowed) => ({
  ...from,
  links: await acceptTerms(from.browser, borrowed),
});

const walkToBank = async <T extends Came & Pick<Awaited<ReturnType<typeof walkToTerms>>, 'links'>>(
  world: Surroundings,
  from: T,
  username?: string,
) => {
  const linked = await linkBank(world, from.browser, from.links, username);
  return { ...from, ...linked, verification: await verified(from.browser, linked.verificationHref) };
};

const walkToApproval = async <T extends Came>(from: T, presses = 1) => {
  const { browser } = from;
  const { submitApproval } = (await browser.journey()).links;
  const answers = await Promise.all(
    Array.from({ length: presses }, () => browser.post(submitApproval as string, { acceptHardPull: true })),
  );
  const jobs = new Set(answers.map((answer) => answer.json().job?.href as string | undefined));
  const [job] = jobs;
  if (jobs.size !== 1 || job === undefined) throw new Error(`The hard pull was refused: ${answers[0]?.body}`);
  const status = await funds.finished(browser, job);
  return { ...from, status, journey: await browser.journey() };
};

const walkToDeposit = async <T extends Came>(from: T, by: By, accountNumber?: string) => {
  await funds.chooseDeposit(from.browser, by, accountNumber);
  return { ...from, journey: await from.browser.journey() };
};

const walkToDocuments = async <T extends Came>(world: Surroundings, from: T) => {
  const { browser, sent } = from;
  await funds.sendDocuments(browser, sent.email as string);
  const link = await funds.emailedLink(world, sent.email as string);
  await funds.linkDelivered(browser);
  return { ...from, link, token: new URL(link).searchParams.get('token') as string };
};

const walkToSignature = async <T extends Came>(from: T) => {
  const id = await funds.signHere(from.browser);
  return { ...from, id, journey: await from.browser.journey() };
};

interface Step<T extends Came> {
  (world: Surroundings, person?: number): Promise<T>;
  readonly recorded: (kind: Kind, person: number) => Promise<Recording>;
}

/** A world whose applicants are only copied, and recorded one after another. */
const recorders = new Map<Kind, Promise<{ world: World; hashes: ReturnType<typeof hashesOf> }>>();
let lastRecorded: Promise<unknown> = Promise.resolve();

function recorderOf(kind: Kind) {
  const open = async () => {
    const world = await createWorld({ onBankingMorning: kind === 'morning' });
    // It lives as long as its process, which has more applicants than a test person has SSNs.
    Object.assign(world, { turns: new Map() });
    return { world, hashes: hashesOf(world) };
  };
  const recorder = recorders.get(kind) ?? open();
  recorders.set(kind, recorder);
  return recorder;
}

/** A step that applicants with the details of a test person are copied to once a second one takes it. */
function seeded<T extends Came>(
  walk: (world: Surroundings, person: number) => Promise<T>,
  before?: Step<Came>,
): Step<T> {
  const recordings = new Map<string, Promise<Recording>>();
  const requests = new Map<string, number>();
  const recorded = (kind: Kind, person: number) => {
    const key = `${kind} ${person}`;
    const make = async () => {
      const { world, hashes } = await recorderOf(kind);
      await before?.recorded(kind, person);
      const making = lastRecorded.then(async () => {
        const rows = vendorRows(world);
        return record(world, person, await walk(world, person), rows, hashes);
      });
      lastRecorded = making.catch(() => {});
      return making;
    };
    const recording = recordings.get(key) ?? make();
    recordings.set(key, recording);
    return recording;
  };
  const step = async (world: Surroundings, person = 1): Promise<T> => {
    const kind = 'ordinary' in world && !areCallsReplaced() ? (world as World).ordinary : undefined;
    if (kind === undefined) return walk(world, person);
    const key = `${kind} ${person}`;
    const request = (requests.get(key) ?? 0) + 1;
    requests.set(key, request);
    if (person !== 1 && request === 1 && !recordings.has(key)) return walk(world, person);
    const recording = await recorded(kind, person);
    return isLike(world as World, (await recorderOf(kind)).world, recording)
      ? copy<T>(world as World, recording)
      : walk(world, person);
  };
  return Object.assign(step, { recorded });
}

const hourMs = 3_600_000;

/** Whether an applicant would walk now as they walked there. */
function isLike(world: World, recorder: World, { at }: Recording): boolean {
  const ahead = Math.abs(world.clock.now().getTime() - recorder.clock.now().getTime());
  // What a test may have changed.
  const [own, other] = [world, recorder].map(({ services: { policyInForce, lender } }) =>
    JSON.stringify([policyInForce.policy.version, lender.fraudMonitoring, lender.funding]),
  );
  const settings = world.sandbox.db.all(`select content from record where kind = 'setting'`);
  return (
    ahead < hourMs &&
    lenderDay(world.services.lender, at) === lenderToday(world.services) &&
    own === other &&
    settings.every(({ content }) => content === '{"mode":"none"}')
  );
}

const after = <B extends Came, T extends Came>(
  before: Step<B>,
  walk: (from: B, world: Surroundings) => Promise<T>,
) => seeded(async (world, person) => walk(await before(world, person), world), before);

const decided = seeded((world, person) => walkToDecision(world, person));
const accepted = after(decided, (from) => walkToTerms(from));
const linked = after(accepted, (from, world) => walkToBank(world, from));
const approved = after(linked, (from) => walkToApproval(from));
const deposit = {
  linked: after(approved, (from) => walkToDeposit(from, 'linked')),
  manual: after(approved, (from) => walkToDeposit(from, 'manual')),
};
const documents = {
  linked: after(deposit.linked, (from, world) => walkToDocuments(world, from)),
  manual: after(deposit.manual, (from, world) => walkToDocuments(world, from)),
};
const signed = after(documents.manual, (from) => walkToSignature(from));

const isEmpty = (given: object | undefined) => given === undefined || Object.keys(given).length === 0;

/** Submits the form, enters the text code, and waits for the decision, or until it is put off because a vendor is unavailable. */
export const decidedAs = (
  world: Surroundings,
  person: number,
  changes?: Changes,
  headers?: Record<string, string>,
): Promise<Decided> =>
  isEmpty(changes) && isEmpty(headers)
    ? decided(world, person)
    : walkToDecision(world, person, changes, headers);

export async function oneClickAs(world: Surroundings, person = 6, changes?: Changes, more: object = {}) {
  const decided = await decidedAs(world, person, changes);
  const { browser, journey: before } = decided;
  await browser.post(before.links.fastPathOffer as string, { acceptHardPull: true, ...more });
  const journey = await eventually(async () => {
    const now = await browser.journey();
    return now.defaultScreen === 'fast-path-loading' ? undefined : now;
  });
  return { ...decided, journey };
}

export const acceptedAs = async (world: Surroundings, person = 1, changes?: Changes, borrowed?: Borrowed) =>
  isEmpty(changes) && borrowed === undefined
    ? accepted(world, person)
    : walkToTerms(await decidedAs(world, person, changes), borrowed);

/** From accepted terms to the end of verification, as one of the bank's test people. */
export const linkedAs = async (
  world: Surroundings,
  username = 'user_good',
  person = 1,
  changes?: Changes,
  borrowed?: Borrowed,
) =>
  username === 'user_good' && isEmpty(changes) && borrowed === undefined
    ? linked(world, person)
    : walkToBank(world, await acceptedAs(world, person, changes, borrowed), username);

/** Verified and decided on the hard pull, no matter how many times the button is pressed at once. */
export const approvalDecidedAs = async (
  world: Surroundings,
  person = 1,
  presses = 1,
  changes?: Changes,
  borrowed?: Borrowed,
) =>
  presses === 1 && isEmpty(changes) && borrowed === undefined
    ? approved(world, person)
    : walkToApproval(await linkedAs(world, 'user_good', person, changes, borrowed), presses);

export const depositChosenAs = async (world: Surroundings, by: By = 'manual', borrowed?: Borrowed) =>
  borrowed === undefined
    ? deposit[by](world)
    : walkToDeposit(await approvalDecidedAs(world, 1, 1, {}, borrowed), by);

/** The documents are emailed and their link is available. */
export const documentsSentAs = (world: Surroundings, by: By = 'manual') => documents[by](world);

/** Signed in the applicant's own browser, with a typed account for the funds. */
export const signedAs = async (world: Surroundings, accountNumber?: string, changes?: Changes) =>
  accountNumber === undefined && isEmpty(changes)
    ? signed(world)
    : walkToSignature(
        await walkToDocuments(
          world,
          await walkToDeposit(await approvalDecidedAs(world, 1, 1, changes), 'manual', accountNumber),
        ),
      );

export const seededSteps = {
  decided,
  accepted,
  linked,
  approved,
  'linked deposit': deposit.linked,
  'manual deposit': deposit.manual,
  'linked documents': documents.linked,
  'manual documents': documents.manual,
  signed,
};
