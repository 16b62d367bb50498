import { expect, it } from 'vitest';
import { timeLimitsOn } from './in-force.ts';
import { loadLender } from './load.ts';
import { readStoredPolicy } from './load-policy.ts';
import { policyOfOffers, rowsSince } from './policy-of-offers.ts';
import type { Policy } from './schema/policy.ts';

const { policy } = loadLender();
const [row] = policy.eligibility.rows as [Policy['eligibility']['rows'][number]];
const dated: Policy = {
  ...policy,
  version: 'old',
  eligibility: {
    ...policy.eligibility,
    rows: [
      { ...row, id: 'E-1', from: '2024-01-01', until: '2026-12-31' },
      { ...row, id: 'E-2', from: '2027-01-01' },
    ],
  },
  adverseAction: {
    ...policy.adverseAction,
    ownReasons: { ...policy.adverseAction.ownReasons, 'no-longer-given': 'A reason of old' },
  },
};
const [cap, ...caps] = policy.stateCaps.caps as [
  Policy['stateCaps']['caps'][number],
  ...Policy['stateCaps']['caps'],
];
const law: Policy = {
  ...policy,
  version: 'new',
  stateCaps: { caps: [{ ...cap, limit: { kind: 'flat', percent: '12', plusFederalFunds: false } }, ...caps] },
  mla: { ...policy.mla, capPercent: '30.00' },
  pricing: { ...policy.pricing, rows: [] },
};

it('the rows of a day stay in force, and rows of later days never come into force', () => {
  expect(rowsSince(dated, '2026-12-31')).toBe('2024-01-01');
  expect(rowsSince(dated, '2027-03-01')).toBe('2027-01-01');
  const idsOf = (on: string) => policyOfOffers(dated, on, dated).eligibility.rows;
  expect(idsOf('2026-12-31')).toEqual([{ ...row, id: 'E-1', from: '2024-01-01' }]);
  expect(idsOf('2027-03-01').map(({ id }) => id)).toEqual(['E-2']);
});

it('caps and the Military Lending Act are those of the law, and all else is kept', () => {
  const kept = policyOfOffers(dated, '2026-12-31', law);
  expect(kept.version).toBe('old');
  expect(kept.stateCaps).toBe(law.stateCaps);
  expect(kept.mla).toBe(law.mla);
  expect(kept.pricing.rows).toHaveLength(policy.pricing.rows.length);
  expect(kept.adverseAction.ownReasons).toHaveProperty('no-longer-given');
});

it('a stored version is read as its files were, and a mistake in it names the version', () => {
  const { version, digest, files } = policy;
  expect(readStoredPolicy({ version, digest, files })).toEqual(policy);
  const without = files.filter(({ name }) => name !== 'fees.json');
  const expected = `stored policy ${version}/policy/fees.json: the file is missing or cannot be read.`;
  expect(() => readStoredPolicy({ version, digest, files: without })).toThrow(expected);
  const changed = files.map(({ name, json }) => ({
    name,
    json: name === 'eligibility.json' ? json.replace('"delinquencies90":">= 1"', '"moonPhase":">= 1"') : json,
  }));
  const read = () => readStoredPolicy({ version, digest, files: changed });
  expect(read).toThrow(/eligibility\.json: .*moonPhase/);
});

it('a version stored while an identity document could clear a step-up is still read', () => {
  const files = policy.files.map(({ name, json }) => ({
    name,
    json: json.replace('"bankClears":', '"documentClears":["E-20"],"bankClears":'),
  }));
  expect(files).not.toEqual(policy.files);
  const { bankClears } = readStoredPolicy({ ...policy, files }).verification;
  expect(bankClears).toEqual(policy.verification.bankClears);
});

it('before the first row of the time limits that row holds', () => {
  expect(timeLimitsOn(policy, '2001-01-01')).toBe(policy.timeLimits[0]);
});
