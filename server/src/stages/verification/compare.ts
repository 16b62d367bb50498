// Compares identity, residence and income, each on its own: one mismatch does not affect the others.
import type { Differences } from '#contract/verification.ts';
import type { VerificationRules } from '#lender/schema/policy.ts';
import type { Applicant } from '../../records/applicant-fields.ts';
import type { Ownership, RecurringTransactions } from '../../vendors/bank-data.ts';
import { type AddressFinding, addressFindings, compareAddresses } from './addresses.ts';
import { compareIncome, type IncomeFinding } from './income.ts';
import { isSameName } from './names.ts';

export interface Comparison {
  readonly identity: { readonly holds: boolean; readonly reason: 'same-name' | 'no-name' | 'other-name' };
  readonly residence: { readonly holds: boolean; readonly reason: AddressFinding | 'no-address' };
  readonly income: IncomeFinding;
}

/** What the bank showed against what was declared, of the checks that do not hold. Names and addresses of the bank are not stored. */
export function differencesOf({ identity, residence, income }: Comparison): Differences {
  const { reason: name } = identity;
  const { reason: address } = residence;
  return {
    // A short history may show as much as was declared.
    ...((income.reason === 'too-little' || income.reason === 'no-regular-income') && {
      income: { shownMonthly: income.foundMonthlyCents, declaredMonthly: income.declaredMonthlyCents },
    }),
    ...((name === 'no-name' || name === 'other-name') && { identity: name }),
    ...(address !== 'same' && address !== 'same-zip' && { residence: address }),
  };
}

export const compareWithBank = (
  declared: Applicant,
  data: Ownership & RecurringTransactions,
  rules: VerificationRules,
  now: Date,
): Comparison => ({
  identity: identityOf(declared, data, rules),
  residence: residenceOf(declared, data, rules),
  income: compareIncome((declared.mainIncome + declared.additionalIncome) * 100, data, rules, now),
});

/** An account may have several owners; one of them must be the applicant. */
function identityOf(
  declared: Applicant,
  { owners }: Ownership,
  rules: VerificationRules,
): Comparison['identity'] {
  const names = owners.flatMap((owner) => owner.names);
  if (names.every((name) => name.trim() === '')) return { holds: false, reason: 'no-name' };
  const holds = names.some((name) => isSameName(declared, name, rules.nameMatchPercent));
  return { holds, reason: holds ? 'same-name' : 'other-name' };
}

function residenceOf(
  declared: Applicant,
  { owners }: Ownership,
  rules: VerificationRules,
): Comparison['residence'] {
  const home = {
    street: declared.streetAddress,
    city: declared.city,
    state: declared.state,
    zipCode: declared.zipCode,
  };
  const findings = owners
    .flatMap((owner) => owner.addresses)
    .filter(({ street, country }) => street.trim() !== '' && /^(?:us|usa|)$/i.test(country.trim()))
    .map((address) => compareAddresses(home, address, rules));
  const nearest = addressFindings.find((finding) => findings.includes(finding));
  if (nearest === undefined) return { holds: false, reason: 'no-address' };
  return { holds: nearest === 'same' || nearest === 'same-zip', reason: nearest };
}
