import * as z from 'zod/mini';
import type { DepositAccount } from '#contract/deposit.ts';
import type { Option } from '../../forms/Controls.tsx';
import { depositText as words } from '../../wording/deposit.ts';
import { InstitutionLogo } from './InstitutionLogo.tsx';

/** The id of the chosen account. With no choice, a radio group's value is null. */
export const accountChoice = z
  .string({ error: words.chooseAccount })
  .check(z.minLength(1, words.chooseAccount));

export function accountOptions(accounts: readonly DepositAccount[]): readonly Option[] {
  return accounts.map((account) => ({
    value: account.accountId,
    label: words.name(account),
    hint: (
      <>
        {words.detail(account)}
        {account.currentBalance !== undefined && (
          <>
            <br />
            {words.balance(account.currentBalance)}
          </>
        )}
      </>
    ),
    picture: <InstitutionLogo logo={account.institution.logo} />,
  }));
}

/** The preselected account: the one chosen before, else the only one. */
export function accountAtFirst(accounts: readonly DepositAccount[]): string | undefined {
  const before = accounts.find(({ selectedDeposit }) => selectedDeposit);
  return (before ?? (accounts.length === 1 ? accounts[0] : undefined))?.accountId;
}
