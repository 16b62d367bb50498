import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { loadLender } from '#lender/load.ts';
import { homePlace } from './home-place.ts';

const lender = loadLender();
const branchOf = (zipCode: string, state: string, changes: object = {}) =>
  homePlace({ ...lender, tradeArea: { ...lender.tradeArea, ...changes } }, { zipCode, state }).branch;

it('prefers a branch in the governing state, and crosses the line only where the lender may', () => {
  // Every home near a line, by the nearest branch of any state.
  const homes = lender.branches.flatMap(({ zipCode }) =>
    lender.states.map(({ code }) => ({ zipCode: String(Number(zipCode) + 1).padStart(5, '0'), state: code })),
  );
  const settled = homes.filter((home) => homePlace(lender, home).doubt === undefined);
  expect(settled.length).toBeGreaterThan(50);
  for (const { zipCode, state } of settled) {
    const within = branchOf(zipCode, state, { acrossStateLines: false });
    expect([state, undefined]).toContain(within?.state);
    if (within) expect(branchOf(zipCode, state)).toBe(within);
  }
});

it('serves a home across the line of the nearest branch', () => {
  // Texarkana, Arkansas, if Texas alone had branches there.
  const texas = { ...lender, branches: lender.branches.filter(({ state }) => state === 'TX') };
  const home = { zipCode: '71854', state: 'AR' };
  const near = homePlace({ ...texas, tradeArea: { radiusMiles: 200 } }, home).branch;
  expect(near?.state).toBe('TX');
  const forbidden = { ...texas, tradeArea: { radiusMiles: 200, acrossStateLines: false } };
  expect(homePlace(forbidden, home).branch).toBeUndefined();
});

// Codes that reports at public trackers of ZIP code libraries named as missing.
const reported = readFileSync(path.join(import.meta.dirname, 'reported-zip-codes.txt'), 'utf8')
  .trim()
  .split(/\s+/);
it('knows 200 codes that other tables lack', () => {
  expect(reported.length).toBeGreaterThanOrEqual(200);
  expect(reported.filter((zipCode) => !lender.zips.get(zipCode)?.isListed)).toEqual([]);
});
