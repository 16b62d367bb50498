// A changed policy starts while applicants are underway: what they were offered is decided, priced and documented as it was.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LENDER_DIRECTORY, loadLender } from '#lender/load.ts';
import { documentText } from '#server/cli/document-text.ts';
import { explain } from '#server/cli/explain.ts';
import { endOfDayAfter } from '#server/platform/clock.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { acceptTerms, linkBank, verified } from './bank.ts';
import { acceptedAs, approvalDecidedAs, decidedAs, documentsSentAs, linkedAs } from './journeys.ts';
import {
  chooseDeposit,
  emailedLink,
  finished,
  sendDocuments,
  signHere,
  typedAccount,
} from './receive-funds.ts';
import { type Browser, createWorld, eventually, type World } from './world.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'lender-'));
let world: World;
beforeAll(async () => {
  cpSync(LENDER_DIRECTORY, directory, { recursive: true });
  world = await createWorld({ env: { LENDER_DIR: directory } });
});
afterAll(async () => {
  await world?.close();
  rmSync(directory, { recursive: true });
});

// biome-ignore lint/suspicious/noExplicitAny: the changes reach any part of a file
type Content = any;
type Change = Readonly<Record<string, (content: Content) => void>>;

/** Restarts the product with the demo's policy, changed in some files. */
const startWith = (change: Change) =>
  world.restart(async () => {
    const policy = path.join(directory, 'policy');
    cpSync(path.join(LENDER_DIRECTORY, 'policy'), policy, { recursive: true });
    for (const [name, edit] of Object.entries(change)) {
      const file = path.join(policy, `${name}.json`);
      const content = JSON.parse(readFileSync(file, 'utf8'));
      edit(content);
      writeFileSync(file, JSON.stringify(content));
    }
  });

const declineFor = (when: Record<string, string>, reason: string) => (table: Content) => {
  for (const fact of Object.keys(when)) table.columns[fact] ??= 'A fact of the new rule';
  const gives = { outcome: 'DECLINED', reason };
  table.rows.push({ id: 'N-10', about: 'A new rule.', when, gives, from: '2024-01-01' });
};

/** Declines persons 1, 6 and 28 in two tables, and is dearer and shorter for anyone whom it would lend to. */
const strict: Change = {
  eligibility: declineFor({ monthlyIncome: '< 9000' }, 'income-insufficient'),
  approval: declineFor({ openTradeLines: '>= 1' }, 'poor-performance-with-us'),
  programs: ({ small }) => {
    small.max = '5500.00';
  },
  pricing: ({ rows }) => {
    for (const { gives } of rows)
      for (const band of Object.keys(gives)) if (gives[band] !== '24.00') gives[band] = '35.99';
  },
  'time-limits': ({ limits: [limit] }) => {
    Object.assign(limit, { approvalValidDays: 1, offersValidDays: 1, minDaysBetweenLoans: 365 });
  },
  verification: (rules) => {
    Object.assign(rules, { validDays: 1, incomeShortfallPercent: 0, nameMatchPercent: 100 });
  },
};

const inDatabase = (id: ApplicationId) =>
  world.product.services.db
    .selectFrom('application')
    .select(['state', 'offers_expire_at as until', 'accepted_term as accepted', 'approved_term as approved'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const pullsOf = async ({ ssn }: { ssn?: unknown }) =>
  (await world.console<{ kind: string }[]>(`pulls?ssn=${ssn}`)).map(({ kind }) => kind);
const dayAfter = (days: number) => world.clock.now().getTime() + days * 86_400_000;

async function allTerms(browser: Browser) {
  const request = (await browser.get((await browser.journey()).links.loanRequest as string)).json();
  return (await browser.get(request.allTerms.href)).json();
}

async function acceptHardPull(browser: Browser): Promise<void> {
  const { submitApproval } = (await browser.journey()).links;
  const answer = await browser.post(submitApproval as string, { acceptHardPull: true });
  expect(answer.statusCode, answer.body).toBe(200);
  await finished(browser, answer.json().job.href);
}

interface Started {
  readonly browser: Browser;
  readonly sent: Record<string, unknown>;
}

/** From the signature to the credit in the day's file, at the terms that were accepted. */
async function fundedAfterSigning(browser: Browser): Promise<void> {
  const id = await signHere(browser);
  const { db } = world.product.services;
  const credit = await eventually(async () =>
    db.selectFrom('disbursement').select('amount').where('application_id', '=', id).executeTakeFirst(),
  );
  const { accepted, approved } = await inDatabase(id);
  expect(Number(credit.amount)).toBe(accepted?.amount);
  expect(approved).toEqual(accepted);
}

describe('a stricter policy', () => {
  beforeEach(() => startWith({}));

  it('declines new applicants on the soft pull, and changes no offer: its terms, its price and its last day', async () => {
    const { browser } = await decidedAs(world, 1);
    const before = await allTerms(browser);
    const { until } = await inDatabase(await browser.applicationId());
    await startWith(strict);
    const later = await decidedAs(world, 1);
    expect(later.journey.defaultScreen).toBe('declined');
    expect(await pullsOf(later.sent)).toEqual(['soft']);
    expect(await allTerms(browser)).toEqual(before);
    expect((await inDatabase(await browser.applicationId())).until).toEqual(until);
  });

  type Case = readonly [string, number, () => Promise<Started>];
  const firstAndLast: readonly Case[] = [
    ['has offers', 0, () => decidedAs(world, 1)],
    ['has the documents', 4, () => documentsSentAs(world)],
  ];
  const between: readonly Case[] = [
    ['accepted terms', 1, () => acceptedAs(world)],
    ['linked a bank', 2, () => linkedAs(world)],
    ['is approved', 3, () => approvalDecidedAs(world)],
  ];
  const named = 'changes nothing for an applicant who %s, until the loan is funded';
  it.each(firstAndLast)(named, mustChangeNothing);
  it.each(between)(named, { tags: ['full'] }, mustChangeNothing);

  async function mustChangeNothing(...[, at, start]: Case) {
    const { browser, sent } = await start();
    await startWith(strict);
    if (at < 1) await acceptTerms(browser);
    if (at < 2) {
      const { linkToken, exchange } = (await browser.journey()).links;
      const linking = { createPlaidLinkToken: linkToken as string, exchangePlaidToken: exchange as string };
      const { verificationHref } = await linkBank(world, browser, linking);
      expect(await verified(browser, verificationHref)).toMatchObject({ status: 'FINISHED', income: true });
    }
    if (at < 3) {
      await acceptHardPull(browser);
      expect((await browser.journey()).defaultScreen).toBe('approval-payment');
      const end = (await inDatabase(await browser.applicationId())).until?.getTime() ?? 0;
      expect(end).toBe(endOfDayAfter(world.product.services.lender, world.clock.now(), 30).getTime());
    }
    if (at < 4) {
      await chooseDeposit(browser);
      await sendDocuments(browser, sent.email as string);
      await emailedLink(world, sent.email as string);
    }
    await fundedAfterSigning(browser);
    const { db, vault, clock } = world.product.services;
    const explained = await explain(
      { db, vault, clock },
      loadLender(directory),
      await browser.applicationId(),
      {
        why: 'Change of policy',
      },
    );
    expect(documentText(explained)).toMatch(/Decided again: .*, the same$/m);
  }

  it('changes nothing on the fast path, with its offer and with other terms', async () => {
    const people = await Promise.all([decidedAs(world, 6), decidedAs(world, 28)]);
    const offerOf = async (browser: Browser) =>
      (await browser.get((await browser.journey()).links.fastPathOffer as string)).json();
    const before = await Promise.all(people.map(({ browser }) => offerOf(browser)));
    await startWith(strict);
    for (const [at, { browser, sent }] of people.entries()) {
      const offer = await offerOf(browser);
      expect(offer).toEqual(before[at]);
      const { href } = (await browser.post(offer.submitApplication.href, { acceptHardPull: true })).json();
      const status = await eventually(async () => {
        const { status: now } = (await browser.get(href)).json();
        return now === 'FAST_PATH_PENDING' ? undefined : (now as string);
      });
      expect(status).toBe(at === 0 ? 'FAST_PATH_APPROVED' : 'FAST_PATH_COUNTEROFFER');
      if (at === 1) {
        const { counteroffer } = (await browser.journey()).links;
        expect((await browser.get(counteroffer as string)).json().offers[0].loanAmount).toBeGreaterThan(0);
        expect((await browser.post(counteroffer as string)).statusCode).toBe(200);
        await world.mailAbout(sent.email, /offer/i);
      }
      await browser.post((await browser.journey()).links.directEntry as string, typedAccount('000123456789'));
      await sendDocuments(browser, sent.email as string);
      await emailedLink(world, sent.email as string);
      await fundedAfterSigning(browser);
    }
  });

  it('changes nothing when details change: the offers of the same policy, until the same day', async () => {
    const { browser, sent } = await decidedAs(world, 1);
    const { phone, address } = sent as { phone: string; address: { residentialStatus: string } };
    const id = await browser.applicationId();
    const { until } = await inDatabase(id);
    const before = await allTerms(browser);
    await startWith(strict);
    const { updateLead } = (await browser.journey()).links;
    const details = { phone, residentialStatus: address.residentialStatus, monthlyPayment: 900 };
    expect((await browser.put(updateLead as string, details)).statusCode).toBe(200);
    expect((await browser.journey()).defaultScreen).toBe('offers');
    expect(await allTerms(browser)).toEqual(before);
    expect((await inDatabase(id)).until).toEqual(until);
  });

  it('is applied once the offers have run out', async () => {
    const { browser, sent } = await decidedAs(world, 1);
    await startWith(strict);
    await world.product.services.db
      .updateTable('application')
      .set({ offers_expire_at: new Date(dayAfter(-1)) })
      .where('id', '=', await browser.applicationId())
      .execute();
    const { loanRequest } = (await browser.journey()).links;
    expect((await browser.get(loanRequest as string)).json().errors[0].code).toBe('expired');
    const again = await decidedAs(world, 1, { ssn: sent.ssn });
    expect(again.journey.defaultScreen).toBe('declined');
  });

  it('by law applies at once: a lower cap lowers the rate of offers, and ends an approval above it', async () => {
    const offered = await decidedAs(world, 1);
    const sent = await approvalDecidedAs(world);
    await chooseDeposit(sent.browser);
    const rates = async () =>
      (await allTerms(offered.browser)).amounts.flatMap(({ terms }: Content) =>
        terms.map(({ interestRate }: Content) => interestRate as number),
      ) as number[];
    expect(Math.max(...(await rates()))).toBeGreaterThan(25);
    await startWith({
      ...strict,
      'state-caps': ({ caps }) => {
        caps.find(({ state }: Content) => state === 'UT').limit = { kind: 'flat', percent: '25' };
      },
    });
    const lowered = await rates();
    expect(lowered.length).toBeGreaterThan(0);
    expect(Math.max(...lowered)).toBe(25);
    await sendDocuments(sent.browser, sent.sent.email as string);
    const id = await sent.browser.applicationId();
    await eventually(async () => (await inDatabase(id)).state === 'APPROVAL_WITHDRAWN' || undefined);
  });
});

describe('a rule of approval on what the soft file shows', () => {
  it('declines at prequalification, with its reason, and no hard pull is made', async () => {
    await startWith({ approval: declineFor({ inquiries6Months: '>= 1' }, 'recent-inquiries') });
    const { browser, sent, journey } = await decidedAs(world, 1);
    expect(journey.defaultScreen).toBe('declined');
    const { reasons } = (await browser.get(journey.links.adverseAction as string)).json();
    expect(reasons).toEqual(['You applied for credit many times lately.']);
    expect(await pullsOf(sent)).toEqual(['soft']);
  });

  it('declines before the hard pull where the bank’s figures fail it', async () => {
    await startWith({
      approval: declineFor({ monthlyIncome: '< 5990' }, 'income-insufficient'),
      verification: (rules) => {
        rules.incomeShortfallPercent = 90;
      },
    });
    const { browser, sent } = await linkedAs(world, 'user_low_income');
    const { submitApproval } = (await browser.journey()).links;
    const answer = await browser.post(submitApproval as string, { acceptHardPull: true });
    await finished(browser, answer.json().job.href);
    expect((await browser.journey()).defaultScreen).toBe('approval-declined');
    expect(await pullsOf(sent)).toEqual(['soft']);
  });
});
