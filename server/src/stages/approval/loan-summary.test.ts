import { describe, expect, it } from 'vitest';
import { loadLender } from '#lender/load.ts';
import type { Application } from '../../journey/applications.ts';

import type { Services } from '../../services.ts';
import { loanSummaryOf } from './loan-summary.ts';

const lender = loadLender();
const [branch] = lender.branches;
/** Rejects every database read, so a summary that resolves made none. */
const services = { lender, clock: { now: () => new Date('2026-11-23T17:00:00Z') } } as unknown as Services;
/** A Monday noon, an hour before the cutoff of same-day credits. */
const money = {
  amount: 500_000,
  arrivesOn: '2026-11-23',
  signBy: '2026-11-23T18:00:00.000Z',
  timeZone: 'America/New_York',
};

const chosen = {
  amount: 500_000,
  months: 48,
  apr: 31.22,
  interestRate: 31.22,
  monthlyPayment: 18_360,
  isAutoSecured: false,
};
const application = (about: Partial<Application>): Application =>
  ({
    state: 'PREQUALIFIED',
    path: 'standard',
    branch_id: null,
    selected_term: null,
    accepted_term: null,
    approved_term: null,
    ...about,
  }) as Application;
const summary = (about: Partial<Application>) => loanSummaryOf(services, application(about));

describe('the loan in short', () => {
  it('has no figures before a term is chosen, only the branch with its person', async () => {
    const { name, phone, timeZone, manager } = branch ?? {};
    const expected = { branch: { name, phone, timeZone, manager } };
    expect(await summary({ branch_id: branch?.id ?? '' })).toEqual(expected);
  });

  it('states the total of payments of the chosen term', async () => {
    const { interestRate: _, ...figures } = chosen;
    const paid = { totalOfPayments: 881_232, financeCharge: 381_232 };
    expect(await summary({ selected_term: chosen })).toEqual({ ...figures, ...paid, money });
  });

  it('counts our fee into the finance charge (12 CFR 1026.18(d)), not the fee of the lien, and promises neither', async () => {
    const fees = { origination: 10_000, filing: 1_000 };
    const paid = { financeCharge: 391_232, totalOfPayments: 881_232, money: { ...money, amount: 489_000 } };
    expect(await summary({ selected_term: { ...chosen, fees } })).toMatchObject(paid);
  });

  it('promises no day for a secured loan, which is paid only once a person has seen its insurance', async () => {
    const secured = { ...chosen, isAutoSecured: true };
    expect((await summary({ selected_term: secured })).money).toEqual({ amount: 500_000 });
    expect((await summary({ accepted_term: secured })).money).toEqual({ amount: 500_000 });
  });

  it('promises no money while the application waits', async () => {
    expect(await summary({ state: 'VERIFYING', accepted_term: chosen })).not.toHaveProperty('money');
  });

  it('takes the accepted term over the chosen one', async () => {
    const accepted = { ...chosen, months: 24 };
    expect((await summary({ selected_term: chosen, accepted_term: accepted })).months).toBe(24);
  });

  it('has no figures once the application has ended without a loan', async () => {
    const ended = { state: 'OFFER_EXPIRED', selected_term: chosen, accepted_term: chosen } as const;
    expect(await summary(ended)).toEqual({});
  });
});
