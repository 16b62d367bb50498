import { expect, it } from 'vitest';
import { loadLender } from './load.ts';
import { loanAgreementRulesOn } from './loan-agreement.ts';
import { unconfirmedBlendedRates } from './schema/state-caps.ts';
import { findRequirementMistake, requiredWording, unconfirmed } from './state-requirements.ts';

const lender = loadLender();
const on = '2026-03-04';

it('every served state was looked at, with the law that was read', () => {
  for (const { code } of lender.states) {
    const rows = lender.stateRequirements.filter((row) => row.states.includes(code));
    expect(rows.length, code).toBeGreaterThan(0);
    for (const { source } of rows) expect(source).toMatch(/\d/);
  }
});

it('lists the requirements that are not confirmed', () => {
  const [first, ...rest] = lender.stateRequirements;
  if (first === undefined) throw new Error('There are no requirements.');
  expect(unconfirmed(lender)).toContain(first);
  const confirmed = { ...first, confirmedBy: { name: 'Counsel', on } };
  expect(unconfirmed({ stateRequirements: [confirmed, ...rest] })).not.toContain(confirmed);
});

it('lists the blended rates by which a payoff may exceed the tiers until counsel confirms them', () => {
  const { stateCaps } = lender.policy;
  expect(unconfirmedBlendedRates(stateCaps).map(({ state }) => state)).toEqual(['AZ', 'NC']);
  const text = JSON.stringify(stateCaps).replaceAll(
    '"confirmedBy":null',
    `"confirmedBy":{"name":"C","on":"${on}"}`,
  );
  expect(unconfirmedBlendedRates(JSON.parse(text))).toEqual([]);
});

it('Wisconsin’s application has the marital property notice, and Utah’s nothing', () => {
  const asked = (state: string) => requiredWording(lender, 'application', { state, on });
  expect(asked('WI').join()).toMatch(/^No provision of a marital property agreement/);
  expect(asked('UT')).toEqual([]);
});

it('a notice to the spouse is refused where a lender may not inquire whether applicants are married', () => {
  const served = new Set(lender.states.map(({ code }) => code));
  const rows = lender.stateRequirements.map((row) =>
    row.place === 'spouse-notice' ? { ...row, states: ['WI', 'UT'] } : row,
  );
  expect(findRequirementMistake(lender.stateRequirements, served, lender.brand)).toBeUndefined();
  const expected = 'names UT, which is no community property state';
  expect(findRequirementMistake(rows, served, lender.brand)).toContain(expected);
});

it('every state’s late charge has its own law, and is none that it forbids', () => {
  const of = (state: string) => loanAgreementRulesOn(lender.loanAgreement, state, on).lateCharge;
  for (const { code } of lender.states) expect(of(code).source, code).toMatch(/\d.*counsel/);
  expect(of('CA')).toMatchObject({ afterDays: 10, most: 1000 });
  expect(of('WI')).toMatchObject({ afterDays: 10, percentOfPayment: '5.00', most: 1000 });
  expect(of('MO').afterDays).toBe(15);
  expect(of('MS')).toMatchObject({ afterDays: 15, percentOfPayment: '4.00' });
});
