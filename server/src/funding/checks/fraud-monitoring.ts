// Fraud monitoring before a loan is paid (Nacha Operating Rules), by the lender's rules.

import type { FraudRule } from '#lender/schema/fraud-monitoring.ts';
import { lockApplication } from '../../journey/applications.ts';
import { daysAfter, secondsAfter } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { insertRow, rowsOf } from '../../platform/db/rows.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import type { Lookup, Vault } from '../../platform/encryption.ts';
import { applicationsOnDevicesOf } from '../../platform/http/sessions.ts';
import { findValidation, knownAccount } from '../../records/account-validations.ts';
import { knownLookups } from '../../records/applicant-fields.ts';
import { applicationsOfSsn, countPeople, readApplicantField } from '../../records/applicants.ts';
import { audit } from '../../records/audit.ts';
import {
  accountUsesOf,
  applicationsWithAccount,
  readDepositNumbers,
} from '../../records/deposit-accounts.ts';
import { isPaymentStopped } from '../../records/holds.ts';
import type { With } from '../../services.ts';
import { saveHeld } from '../../stages/screening/screening.ts';

/** Oldest first. */
export const fraudFindingsSince = (db: Db, since: Date) =>
  rowsOf(db, 'fraud_finding', { found_at: { '>=': since } }, ['found_at']).all();

interface Finding {
  readonly rule: FraudRule;
  readonly action: 'hold' | 'report';
  readonly found: number | null;
  readonly applications: readonly ApplicationId[];
}

/** Records what the lender's rules find, and opens a hold if one of them asks for it. Returns whether the money may move. */
export async function monitorPayment(
  tx: Tx,
  services: With<'clock' | 'vault' | 'jobs' | 'lender'>,
  id: ApplicationId,
): Promise<boolean> {
  const { clock, vault } = services;
  // Of two jobs that pay the loan, the second sees the hold of the first.
  await lockApplication(tx, id);
  const uses = await accountUsesOf(tx, [id], new Date(0));
  const account_lookup = uses[0]?.account_lookup;
  if (account_lookup === undefined) throw new Error('A payment has an account.');
  const account = await hashesOf(tx, vault, [id], account_lookup);
  const held: Finding[] = [];
  for (const finding of await findingsOf(tx, services, id, uses, account)) {
    const { rule, action, found } = finding;
    // With the same account under any hash: a person who released it has seen it.
    const earlier = { application_id: id, rule, action, account_lookup: [...account] };
    if (await rowsOf(tx, 'fraud_finding', earlier).exist()) continue;
    const row = { application_id: id, rule, account_lookup, action, found, found_at: clock.now() };
    await insertRow(tx, 'fraud_finding', row);
    await audit(tx, clock, { applicationId: id }, { type: 'fraud-found', rule, action });
    if (action === 'hold') held.push(finding);
  }
  const [first] = held;
  if (first !== undefined)
    await saveHeld(tx, services, id, {
      kind: 'fraud',
      stage: 'payment',
      reason: first.rule,
      evidence: { findings: held },
    });
  return !(await isPaymentStopped(tx, id));
}

/** Every hash of an account that one of these applications gave, the current key's first, where its numbers are still stored. */
async function hashesOf(tx: Tx, vault: Vault, ids: readonly ApplicationId[], account: Lookup) {
  const stored = [...(await readDepositNumbers(tx, vault, ids)).values()];
  const hashes = stored.map((numbers) => knownAccount(vault, numbers));
  return hashes.find((known) => known.includes(account)) ?? [account];
}

async function findingsOf(
  tx: Tx,
  { clock, vault, lender }: With<'clock' | 'vault' | 'lender'>,
  id: ApplicationId,
  [current, before]: Awaited<ReturnType<typeof accountUsesOf>>,
  account: readonly Lookup[],
) {
  const { rules } = lender.fraudMonitoring;
  const ago = (days: number) => daysAfter(clock.now(), -days);
  const ssn = knownLookups.ssn(vault, await readApplicantField(tx, vault, id, 'ssn'));
  const checks: {
    readonly [R in FraudRule]: () => Promise<Pick<Finding, 'found' | 'applications'> | undefined>;
  } = {
    'account-shared': async () => {
      const { most, days } = rules['account-shared'];
      return byPeople(await applicationsWithAccount(tx, account, ago(days)), most);
    },
    'device-shared': async () => {
      const { most, days } = rules['device-shared'];
      return byPeople(await applicationsOnDevicesOf(tx, vault, id, ago(days)), most);
    },
    'accounts-of-applicant': async () => {
      const { most, days } = rules['accounts-of-applicant'];
      const ids = await applicationsOfSsn(tx, ssn);
      const uses = await accountUsesOf(tx, ids, ago(days));
      const accounts = new Set<Lookup | undefined>();
      for (const use of uses) accounts.add((await hashesOf(tx, vault, ids, use.account_lookup))[0]);
      const found = accounts.size;
      return found > most ? { found, applications: uses.map((use) => use.application_id) } : undefined;
    },
    'account-changed': async () => {
      const since = secondsAfter(clock.now(), -rules['account-changed'].hours * 3600);
      const isChanged = current !== undefined && before !== undefined && current.used_at > since;
      return isChanged ? { found: null, applications: [] } : undefined;
    },
    'name-mismatch': async () => {
      const validation = await findValidation(tx, id);
      const isMismatch = validation?.reason === 'other-name' || validation?.reason === 'no-name';
      return isMismatch ? { found: null, applications: [] } : undefined;
    },
  };
  const byPeople = async (applications: readonly ApplicationId[], most: number) => {
    const found = await countPeople(tx, vault, applications);
    return found > most ? { found, applications } : undefined;
  };
  const findings: Finding[] = [];
  for (const rule of Object.keys(checks) as FraudRule[]) {
    const { action } = rules[rule];
    const found = action === 'off' ? undefined : await checks[rule]();
    if (found === undefined || action === 'off') continue;
    const others = [...new Set(found.applications)].filter((other) => other !== id);
    findings.push({ rule, action, found: found.found, applications: others });
  }
  return findings;
}
