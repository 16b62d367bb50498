import { expect, it, vi } from 'vitest';
import { isoDate } from '#finance/dates.ts';
import { loadLender } from '#lender/load.ts';
import type { StoredPolicy } from '#lender/load-policy.ts';
import { Policies } from './policies.ts';
import { PolicyGapError } from './policy-rows.ts';

const lender = loadLender();
const on = isoDate('2026-11-20');
const { digest, files } = lender.policy;
const stored = (version: string): StoredPolicy => ({ version, digest, files });
const basis = (policyVersion: string) => ({ policyVersion, rowsOn: on, lawVersion: policyVersion });

function policies(readStored: (version: string) => Promise<StoredPolicy | undefined>) {
  const alert = vi.fn();
  return { policies: new Policies({ lender, readStored, alert }), alert };
}

it('a version of the files is not read from the database, and an earlier one once', async () => {
  const readStored = vi.fn(async (version: string) => stored(version));
  const { policies: all } = policies(readStored);
  expect((await all.of(basis(lender.policy.version))).lender).toBe(all.current(on).lender);
  expect(readStored).not.toHaveBeenCalled();
  const [first, second] = [await all.of(basis('2025.1+00000000')), await all.of(basis('2025.1+00000000'))];
  expect(first.version).toBe('2025.1+00000000');
  expect(second.lender).toBe(first.lender);
  expect(readStored).toHaveBeenCalledTimes(1);
});

it('a version that is missing or cannot be read decides nothing, alerts, and is read again later', async () => {
  let found: StoredPolicy | undefined;
  const { policies: all, alert } = policies(async () => found);
  await expect(all.of(basis('2025.1+00000000'))).rejects.toThrow(PolicyGapError);
  found = { ...stored('2025.1+00000000'), files: files.slice(1) };
  const expected = 'stored policy 2025.1+00000000/policy/policy.json: the file is missing or cannot be read.';
  await expect(all.of(basis('2025.1+00000000'))).rejects.toThrow(expected);
  expect(alert.mock.calls.map(([kind]) => kind)).toEqual(['policy-version', 'policy-version']);
  found = stored('2025.1+00000000');
  expect((await all.of(basis('2025.1+00000000'))).version).toBe('2025.1+00000000');
});
