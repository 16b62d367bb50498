// The last two steps: which accounts to share, and the confirmation.
import { accountName, bankLine, element, form, showPane } from './page.browser.ts';
import {
  callVendor,
  handleError,
  isCurrent,
  type LinkSession,
  succeed,
  transitionTo,
} from './session.browser.ts';
import type { Bank, LinkError } from './types.ts';

type AccountNavigation = {
  backToLogin: () => void;
  showFailure: (linkError: LinkError, retry: () => void) => void;
};

export function selectAccountsStep(session: LinkSession, bank: Bank, navigation: AccountNavigation): void {
  session.exitStatus = 'requires_account_selection';
  transitionTo(session, 'SELECT_ACCOUNT');
  const boxes = session.accounts.map((account) => {
    const box = element('input', { type: 'checkbox', value: account.id });
    box.checked = session.selectedAccountIds.includes(account.id);
    return { account, box };
  });
  const error = element('p', { id: 'accounts-error', class: 'field-error', role: 'alert' });
  const group = element(
    'fieldset',
    { 'aria-describedby': 'accounts-error' },
    element('legend', {}, `Your accounts at ${bank.name}`),
    ...boxes.map(({ account, box }) =>
      element('label', { class: 'choice' }, box, element('span', {}, accountName(account))),
    ),
  );
  const submit = async () => {
    session.selectedAccountIds = boxes.filter(({ box }) => box.checked).map(({ account }) => account.id);
    if (session.selectedAccountIds.length > 0) finishStep(session, bank, navigation);
    else {
      error.textContent = 'Choose at least one account.';
      boxes[0]?.box.focus();
    }
  };
  showPane(
    'Choose accounts to share',
    [bankLine(bank), form('Continue', [group, error], submit, '')],
    navigation.backToLogin,
  );
}

export function finishStep(session: LinkSession, bank: Bank, navigation: AccountNavigation): void {
  transitionTo(session, 'DATA_TRANSPARENCY_CONSENT');
  const shared = session.accounts.filter((account) => session.selectedAccountIds.includes(account.id));
  const submit = async () => {
    try {
      const step = await callVendor(session, 'finish', { account_ids: session.selectedAccountIds });
      if (isCurrent(session)) succeed(session, step);
    } catch (error) {
      handleError(session, error, (linkError) =>
        navigation.showFailure(linkError, () => finishStep(session, bank, navigation)),
      );
    }
  };
  showPane(
    `Share with ${session.clientName}`,
    [
      bankLine(bank),
      element('p', {}, `Select Finish to share these accounts with ${session.clientName}.`),
      element('ul', { class: 'shared' }, ...shared.map((account) => element('li', {}, accountName(account)))),
      form('Finish', [], submit, 'Finishing'),
    ],
    shared.length > 0 && session.exitStatus === 'requires_account_selection'
      ? () => selectAccountsStep(session, bank, navigation)
      : undefined,
  );
}
