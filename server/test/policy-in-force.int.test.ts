// The version in force changes by command while the product runs: no restart, and each application under exactly one version.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { LENDER_DIRECTORY, loadLender } from '#lender/load.ts';
import { createProduct, type Product } from '#server/app.ts';
import { readApplication } from '#server/journey/applications.ts';
import { endOfDayAfter } from '#server/platform/clock.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { createLog } from '#server/platform/log.ts';
import { actingAs } from '#server/platform/operator.ts';
import {
  approvePolicy,
  policyReport,
  proposePolicy,
  rollBackPolicy,
  schedulePolicy,
} from '#server/policy-analysis/commands/policy-versions.ts';
import { acceptTerms, linkFromJourney } from './bank.ts';
import { type PolicyChange, strictPolicy, writePolicy } from './changed-policy.ts';
import { decidedAs } from './journeys.ts';
import { explained } from './operator.ts';
import { acceptHardPull, chooseDeposit, emailedLink, sendDocuments, signHere } from './receive-funds.ts';
import { audited, rowsOf } from './rows.ts';
import { testFolder } from './test-folder.ts';
import { type Browser, eventually, hasServer, openWorld, someOf } from './world.ts';

const folders = testFolder(afterAll);
const world = openWorld();

let made = 0;
const policyWith = (change: PolicyChange): string => {
  made += 1;
  return writePolicy(path.join(folders, String(made)), change);
};

const offersValid = (days: number): PolicyChange => ({
  'time-limits': ({ limits: [limit] }) => {
    limit.offersValidDays = days;
  },
});

const noRateBelow25: PolicyChange = {
  programs: (programs) => {
    for (const program of Object.values<{ floor: string }>(programs)) program.floor = '25.00';
  },
  pricing: ({ rows }) => {
    for (const { gives } of rows)
      for (const band of Object.keys(gives)) if (Number(gives[band]) < 25) gives[band] = '25.00';
  },
};

const lender = loadLender();
const services = () => ({ db: world.db, clock: world.clock, lender });
const asPat = <T>(work: () => Promise<T>) => actingAs('Pat Reyes', work);
const asSam = <T>(work: () => Promise<T>) => actingAs('Sam Ortiz', work);
const propose = (folder: string) =>
  asPat(() => proposePolicy(services(), { folder, why: 'A test', report: '# Policy replay' }));
const versionOf = (folder: string) => loadLender(LENDER_DIRECTORY, folder).policy.version;
const inForce = (product: Product = world.product) => product.services.lender.policy.version;
const steps = async () => {
  const rows = await services().db.selectFrom('policy_step').selectAll().orderBy('id').execute();
  return rows.map(({ kind, version, operator }) => `${kind} ${version} by ${operator}`);
};
const reported = (which: { version?: string } = {}) => policyReport(services().db, world.clock.now(), which);

async function approved(folder: string): Promise<string> {
  await propose(folder);
  const version = versionOf(folder);
  await asSam(() => approvePolicy(services(), version));
  return version;
}

async function putInForce(change: PolicyChange): Promise<string> {
  const version = await approved(policyWith(change));
  await asPat(() => schedulePolicy(services(), { version, at: undefined }));
  await eventually(async () => inForce() === version);
  return version;
}

const decisionsOf = async (id: ApplicationId) =>
  (await rowsOf(world, 'decision', id)).map((row) => ({
    version: String(row.policy_version),
    at: row.decided_at,
  }));
const termsIn = async (browser: Browser) =>
  (await browser.get((await browser.read('loanRequest')).allTerms.href)).json();

it('a refused policy changes nothing: with a mistake in a file, from an unknown operator, and without the second person', async () => {
  const before = inForce();
  const broken = policyWith({
    programs: ({ small }) => {
      small.max = '1.00';
    },
  });
  const expected = /^lender\/policy\/programs\.json: small\.min must be below/;
  await expect(propose(broken)).rejects.toThrow(expected);
  const folder = policyWith(offersValid(20));
  await expect(actingAs('Kim', () => proposePolicy(services(), { folder, why: 'A test' }))).rejects.toThrow(
    "Kim may not change the policy: policy-approval.json doesn't list that operator.",
  );
  expect(await steps()).toEqual([]);
  expect(await reported()).toEqual(['No policy has made a decision yet.']);

  await propose(folder);
  const version = versionOf(folder);
  await expect(propose(folder)).rejects.toThrow('was already proposed by Pat Reyes');
  await expect(asPat(() => approvePolicy(services(), version))).rejects.toThrow('You proposed policy');
  const schedule = (at?: Date) => asPat(() => schedulePolicy(services(), { version, at }));
  await expect(schedule()).rejects.toThrow('needs the approval of someone other than Pat Reyes');
  await asSam(() => approvePolicy(services(), version));
  await expect(schedule(new Date(world.clock.now().getTime() - 1000))).rejects.toThrow('is in the past');
  const unproposed = asPat(() => schedulePolicy(services(), { version: before, at: undefined }));
  await expect(unproposed).rejects.toThrow("isn't proposed");
  await expect(asPat(() => rollBackPolicy(services(), 'A test'))).rejects.toThrow('no version before');
  expect(await steps()).toEqual([`proposed ${version} by Pat Reyes`, `approved ${version} by Sam Ortiz`]);
  expect(inForce()).toBe(before);
});

describe('a version in force', () => {
  it('is taken at its instant, taken back, and survives a restart', { tags: ['full'] }, async () => {
    const first = inForce();
    const version = await approved(policyWith(offersValid(21)));
    const at = new Date(world.clock.now().getTime() + 3_600_000);
    await asPat(() => schedulePolicy(services(), { version, at }));
    const listed = async () => (await reported()).join('\n');
    expect(await listed()).toMatch(new RegExp(`${version.replace('+', '\\+')} .*takes effect at`));
    // The product knows the schedule before the instant, so it needs no notification at the instant.
    await world.services.policyInForce.read();
    expect(inForce()).toBe(first);
    const { id: early } = await decidedAs(world, 1);
    world.clock.advance(3_600_000);
    expect(inForce()).toBe(version);
    const { id: late } = await decidedAs(world, 1);
    expect((await decisionsOf(early)).map((one) => one.version)).toEqual([first]);
    expect((await decisionsOf(late)).map((one) => one.version)).toEqual([version]);
    expect(await listed()).toMatch(new RegExp(`${version.replace('+', '\\+')} .*in force since`));
    expect(await world.product.operations.readiness()).toMatchObject({ isReady: true, policy: version });

    await world.restart();
    expect(inForce()).toBe(version);
    await asSam(() => rollBackPolicy(services(), 'Too many declines'));
    await eventually(async () => inForce() === first);
    expect((await steps()).at(-1)).toBe(`rolled-back ${first} by Sam Ortiz`);
    expect(await reported({ version })).toContain('State: no longer in force');
    const data = { step: 'rolled-back', version: first, why: 'Too many declines' };
    expect((await audited(world, 'policy-changed')).at(-1)).toMatchObject({ operator: 'Sam Ortiz', data });
    await expect(services().db.deleteFrom('policy_step').execute()).rejects.toThrow('append-only');
  });

  it('is not taken if it is rolled back before its instant', async () => {
    const before = inForce();
    const version = await approved(policyWith(offersValid(22)));
    const at = new Date(world.clock.now().getTime() + 3_600_000);
    await asPat(() => schedulePolicy(services(), { version, at }));
    const [said] = await asPat(() => rollBackPolicy(services(), 'A mistake'));
    expect(said).toBe(`${version} will not take effect. Policy ${before} stays in force.`);
    await world.services.policyInForce.read();
    world.clock.advance(2 * 3_600_000);
    expect(inForce()).toBe(before);
  });

  it('decides who applies meanwhile, and their documents, by one version', { tags: ['full'] }, async () => {
    const before = await putInForce(offersValid(12));
    const after = await approved(policyWith(offersValid(34)));
    let decided = 0;
    const applying = Array.from({ length: 10 }, async (_, at) => {
      const one = await decidedAs(world, at % 5 === 4 ? 10 : 1);
      decided += 1;
      return one;
    });
    await eventually(async () => decided >= 3);
    await asPat(() => schedulePolicy(services(), { version: after, at: undefined }));
    const people = await Promise.all(applying);
    people.push(await decidedAs(world, 1));
    const seen = new Set<string>();
    for (const { browser, id } of people) {
      const decisions = await decisionsOf(id);
      expect(decisions).toHaveLength(1);
      const [{ version, at } = { version: '', at: new Date() }] = decisions;
      expect([before, after]).toContain(version);
      seen.add(version);
      const { deadline: until } = await readApplication(services().db, id);
      const isDeclined = (await browser.screen()) === 'declined';
      expect(until).toEqual(isDeclined ? null : endOfDayAfter(lender, at, version === before ? 12 : 34));
      const text = await explained(world, id);
      expect(text).toContain(`Policy: ${version}, `);
      expect(text).toContain(`law of ${version}`);
      expect(text).toMatch(/Decided again: .*, the same$/m);
    }
    expect([...seen].sort()).toEqual([before, after].sort());
  });

  it('changes nothing for an application that began under another', { tags: ['full'] }, async () => {
    const own = await putInForce({});
    const { browser, sent, id } = await decidedAs(world, 1);
    const offered = await termsIn(browser);
    let version = 0;
    /** Each is stricter than any offer, and differs from the one before. */
    const anotherTakesForce = () => {
      version += 1;
      return putInForce({
        ...strictPolicy,
        'time-limits': ({ limits: [limit] }) => {
          Object.assign(limit, { approvalValidDays: version, offersValidDays: version });
        },
      });
    };
    await anotherTakesForce();
    expect(await termsIn(browser)).toEqual(offered);
    await acceptTerms(browser);
    await anotherTakesForce();
    expect(await linkFromJourney(world, browser)).toMatchObject({ status: 'FINISHED', income: true });
    await anotherTakesForce();
    await acceptHardPull(browser);
    const { deadline: until } = await readApplication(services().db, id);
    expect(until).toEqual(endOfDayAfter(lender, world.clock.now(), 30));
    await anotherTakesForce();
    await chooseDeposit(browser);
    await anotherTakesForce();
    await sendDocuments(browser, sent.email as string);
    await emailedLink(world, sent.email as string);
    await anotherTakesForce();
    await signHere(browser);
    const [credit] = await someOf(() => rowsOf(world, 'disbursement', id));
    const application = await readApplication(services().db, id);
    expect(credit?.amount).toBe(application.accepted_term?.amount);
    expect(application.approved_term).toEqual(application.accepted_term);
    expect(await explained(world, id)).toMatch(/Decided again: .*, the same$/m);
    expect((await decisionsOf(id)).map((one) => one.version)).toEqual([own, own]);
  });
});

it('what pages advertise follows the version in force, in every part of them', async () => {
  const read = async (path: string) => {
    const page = await world.browser().get(path);
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toContain('{{');
    return page;
  };
  const first = await read('/get-a-loan?experience=ppc');
  expect(first.body).toContain('at 24.00% to 35.99% APR');
  expect(first.body).toContain('made you a loan in the last 30 days');
  const version = await putInForce({
    ...noRateBelow25,
    'time-limits': ({ limits: [limit] }) => {
      limit.minDaysBetweenLoans = 45;
    },
  });
  const landing = await read('/get-a-loan?experience=ppc');
  expect(landing.headers.etag).not.toBe(first.headers.etag);
  expect(landing.body).toContain('at 25.00% to 35.99% APR');
  expect(landing.body).toContain('made you a loan in the last 45 days');
  expect(landing.body).not.toContain('24.00%');
  // The scripts state the same on later screens.
  const own = /id="page">(.*?)<\/script>/.exec(landing.body)?.[1] ?? '{}';
  expect(JSON.parse(own).facts).toEqual(['$2,501', '$15,000', '25.00%', '35.99%', '24', '60', '45']);
  expect((await read('/legal/licenses-and-disclosures')).body).toContain('run from 25.00% to 35.99%');
  expect((await read('/frequently-asked-questions')).body).toContain('25.00% to 35.99%');
  // What is advertised is offered.
  const { browser, id } = await decidedAs(world, 1);
  expect((await decisionsOf(id))[0]?.version).toBe(version);
  const { amounts } = (await termsIn(browser)) as { amounts: { terms: { interestRate: number }[] }[] };
  const rates = amounts.flatMap(({ terms }) => terms.map(({ interestRate }) => interestRate));
  expect(Math.min(...rates)).toBeGreaterThanOrEqual(25);
  await asPat(() => rollBackPolicy(services(), 'A test'));
  await eventually(async () => inForce() !== version);
  expect((await read('/get-a-loan?experience=ppc')).body).toBe(first.body);
});

it.runIf(hasServer)('processes that disagree keep deciding, and report it', { tags: ['full'] }, async () => {
  // Its advertising does not fit the new version.
  const otherLender = path.join(folders, 'lender');
  cpSync(LENDER_DIRECTORY, otherLender, { recursive: true });
  const file = path.join(otherLender, 'public/advertised.json');
  const advertised = JSON.parse(readFileSync(file, 'utf8'));
  advertised.example.apr = '24.50';
  writeFileSync(file, JSON.stringify(advertised));
  // Its disclosures state no example, which would have to be the advertised one.
  const disclosures = path.join(otherLender, 'public/texts/licenses-and-disclosures.2.json');
  writeFileSync(disclosures, readFileSync(disclosures, 'utf8').replaceAll(/example/gi, 'loan'));
  const before = await putInForce(offersValid(15));
  const lines: string[] = [];
  const lagging = await world.another('web', { LENDER_DIR: otherLender });
  const log = createLog('warn', { write: (line: string) => void lines.push(line) });
  expect(inForce(lagging)).toBe(before);
  const after = await putInForce(noRateBelow25);
  await eventually(async () => lagging.services.policyInForce.unreadable);
  expect(inForce(lagging)).toBe(before);
  const readiness = await lagging.operations.readiness();
  expect(readiness).toMatchObject({ isReady: true, policy: before, unreadablePolicy: after });
  const scraped = async ({ operations }: Product) => {
    await operations.refresh();
    return operations.metrics.registry.metrics();
  };
  const all = `${await scraped(world.product)}\n${await scraped(lagging)}`;
  const versions = [...all.matchAll(/^branchline_policy_version\{version="([^"]+)"\} 1$/gm)].map(
    ([, one]) => one,
  );
  // What BranchlinePoliciesDiffer counts.
  expect(new Set(versions)).toEqual(new Set([before, after]));
  expect(await scraped(lagging)).toMatch(/^branchline_policy_unreadable 1$/m);
  expect(await scraped(world.product)).toMatch(/^branchline_policy_unreadable 0$/m);
  const options = { role: 'web', clock: world.clock, log } as const;
  await (await createProduct(world.config, options)).close();
  const warned = lines
    .map((line) => JSON.parse(line))
    .find(({ msg }) => /^lender\/policy is not in force/.test(msg));
  const differ = ['programs.json', 'pricing.json'];
  expect(warned).toMatchObject({ inForce: after, files: lender.policy.version, differ });
  const unadvertised = createProduct({ ...world.config, lenderDirectory: otherLender }, options);
  const refusal = `^Policy ${after.replace('+', '\\+')} is in force and cannot be used\\. .*advertised`;
  await expect(unadvertised).rejects.toThrow(new RegExp(refusal));
});
