// The steps up to the bank letting the person in: consent, choice of bank, login or the bank's own page, MFA.
import { finishStep, selectAccountsStep } from './account-steps.browser.ts';
import {
  announce,
  bankLine,
  checkRequired,
  choiceField,
  element,
  errorAlert,
  form,
  showPane,
  textField,
} from './page.browser.ts';
import {
  callVendor,
  emit,
  handleError,
  isCurrent,
  type LinkSession,
  postToPage,
  transitionTo,
} from './session.browser.ts';
import type { Bank, LinkError, Mfa, Step } from './types.ts';

const hasNoOtherBank = (session: LinkSession) => session.bankPreset || session.banks.length === 0;

export function consentStep(session: LinkSession): void {
  const { clientName } = session;
  session.exitStatus = null;
  transitionTo(session, 'CONSENT');
  showPane(`${clientName} uses Plaid to link your bank`, [
    element(
      'ul',
      { class: 'facts' },
      element(
        'li',
        {},
        element('strong', {}, 'You choose what is shared'),
        `${clientName} sees the accounts that you pick, their numbers, your name and address, and your transactions.`,
      ),
      element(
        'li',
        {},
        element('strong', {}, 'Your password stays with you'),
        `It goes to your bank and is never shown to ${clientName}.`,
      ),
    ),
    element('p', { class: 'small' }, 'By selecting Continue you agree to Plaid’s end user privacy policy.'),
    form(
      'Continue',
      [],
      async () => (session.bank ? openBank(session, session.bank) : selectBankStep(session)),
      '',
    ),
  ]);
}

function selectBankStep(session: LinkSession): void {
  session.bank = null;
  session.exitStatus = 'institution_not_found';
  transitionTo(session, 'SELECT_INSTITUTION');
  const search = textField('Search banks', { type: 'search', autocomplete: 'off', enterkeyhint: 'search' });
  const list = element('ul', { class: 'banks' });
  const noMatch = element('p', { class: 'small', hidden: '' }, 'No bank matches. Try fewer letters.');
  const bankButton = (bank: Bank) => {
    const button = element(
      'button',
      { type: 'button', class: 'bank' },
      element('img', { src: bank.logo, alt: '', width: '40', height: '40' }),
      bank.name,
    );
    button.addEventListener('click', () => {
      session.bank = bank;
      emit(session, 'SELECT_INSTITUTION');
      openBank(session, bank);
    });
    return button;
  };
  const fillList = () => {
    const wanted = search.read().trim().toLowerCase();
    const found = session.banks.filter(({ name }) => name.toLowerCase().includes(wanted));
    list.replaceChildren(...found.map((bank) => element('li', {}, bankButton(bank))));
    noMatch.hidden = found.length > 0;
    if (wanted) announce(found.length === 1 ? '1 bank found' : `${found.length} banks found`);
  };
  let reportedSearch = '';
  search.input.addEventListener('input', fillList);
  search.input.addEventListener('change', () => {
    const wanted = search.read().trim();
    if (wanted === '' || wanted === reportedSearch) return;
    reportedSearch = wanted;
    emit(session, 'SEARCH_INSTITUTION', { institution_search_query: wanted });
  });
  showPane('Choose your bank', [search.container, list, noMatch], () => consentStep(session));
  fillList();
}

function openBank(session: LinkSession, bank: Bank): void {
  if (bank.oauth) oauthStep(session, bank);
  else credentialsStep(session, bank);
}

export function oauthStep(session: LinkSession, bank: Bank, denied = false): void {
  session.exitStatus = 'requires_oauth';
  transitionTo(session, 'OAUTH');
  const submit = async () => {
    try {
      const { url } = await callVendor(session, 'oauth', { institution_id: bank.institution_id });
      if (!isCurrent(session)) return;
      emit(session, 'OPEN_OAUTH');
      postToPage({ type: 'leave', url });
    } catch (error) {
      handleError(session, error, (linkError) =>
        failureStep(session, linkError, () => oauthStep(session, bank)),
      );
    }
  };
  showPane(
    denied ? 'Your bank is not linked yet' : `Continue at ${bank.name}`,
    [
      bankLine(bank),
      element(
        'p',
        {},
        denied
          ? `You came back without agreeing to share. Continue to log in at ${bank.name} again.`
          : 'Log in on your bank’s own page. Then we’ll bring you back here.',
      ),
      form('Continue', [], submit, `Going to ${bank.name}`),
    ],
    hasNoOtherBank(session) ? undefined : () => selectBankStep(session),
  );
}

function credentialsStep(session: LinkSession, bank: Bank, loginError?: LinkError, typedUsername = ''): void {
  session.exitStatus = 'requires_credentials';
  transitionTo(session, 'CREDENTIAL');
  const username = textField('Username', { autocomplete: 'username' });
  const password = textField('Password', { type: 'password', autocomplete: 'current-password' });
  username.input.value = typedUsername;
  const submit = async () => {
    const complete = checkRequired([
      { field: username, message: 'Enter your username.' },
      { field: password, message: 'Enter your password.' },
    ]);
    if (!complete) return;
    const credentials = { username: username.read(), password: password.read() };
    emit(session, 'SUBMIT_CREDENTIALS');
    transitionTo(session, 'LOADING');
    try {
      const step = await callVendor(session, 'credentials', {
        institution_id: bank.institution_id,
        ...credentials,
      });
      if (isCurrent(session)) showNextStep(session, bank, step);
    } catch (error) {
      handleError(session, error, (linkError) => {
        if (linkError.error_code === 'INVALID_CREDENTIALS')
          credentialsStep(session, bank, linkError, credentials.username);
        else
          failureStep(session, linkError, () =>
            credentialsStep(session, bank, undefined, credentials.username),
          );
      });
    }
  };
  showPane(
    `Log in to ${bank.name}`,
    [
      bankLine(bank),
      loginError ? errorAlert(loginError) : null,
      form('Continue', [username.container, password.container], submit, `Connecting to ${bank.name}`),
      element('p', { class: 'small sandbox' }, 'Sandbox: user_good with pass_good'),
    ],
    session.bankPreset ? undefined : () => selectBankStep(session),
  );
}

function showNextStep(session: LinkSession, bank: Bank, step: Step): void {
  session.lastError = null;
  if (step.step === 'mfa') {
    mfaStep(session, bank, step.mfa);
    return;
  }
  session.accounts = step.accounts;
  session.selectedAccountIds = step.accounts.map((account) => account.id);
  const showAccounts = step.step === 'finish' ? finishStep : selectAccountsStep;
  showAccounts(session, bank, {
    backToLogin: () => credentialsStep(session, bank),
    showFailure: (linkError, retry) => failureStep(session, linkError, retry),
  });
}

const mfaExitStatus = {
  device: 'requires_code',
  questions: 'requires_questions',
  selections: 'requires_selections',
} as const;

function mfaStep(session: LinkSession, bank: Bank, mfa: Mfa, mfaError?: LinkError): void {
  const isCode = mfa.type === 'device';
  session.exitStatus = mfaExitStatus[mfa.type];
  session.mfaType = isCode ? 'code' : mfa.type;
  transitionTo(session, 'MFA', { mfa_type: session.mfaType });

  const fields = mfa.prompts.map(({ question, options }) =>
    options === null
      ? textField(
          question,
          isCode ? { inputmode: 'numeric', autocomplete: 'one-time-code' } : { autocomplete: 'off' },
        )
      : choiceField(question, options),
  );
  const submit = async () => {
    const message = isCode ? 'Enter the code.' : 'Answer this question.';
    if (!checkRequired(fields.map((field) => ({ field, message })))) return;
    emit(session, 'SUBMIT_MFA', { mfa_type: session.mfaType });
    transitionTo(session, 'LOADING');
    try {
      const step = await callVendor(session, 'mfa', { answers: fields.map((field) => field.read().trim()) });
      if (isCurrent(session)) showNextStep(session, bank, step);
    } catch (error) {
      handleError(session, error, (linkError) => {
        if (linkError.error_code === 'INVALID_MFA') mfaStep(session, bank, mfa, linkError);
        else failureStep(session, linkError, () => credentialsStep(session, bank));
      });
    }
  };
  showPane(
    isCode ? 'Enter your code' : 'Answer your bank’s questions',
    [
      bankLine(bank),
      isCode ? element('p', {}, `${bank.name} sent a code to the phone ending in 5309.`) : null,
      mfaError ? errorAlert(mfaError) : null,
      form(
        'Continue',
        fields.map(({ container }) => container),
        submit,
        `Connecting to ${bank.name}`,
      ),
      element(
        'p',
        { class: 'small sandbox' },
        `Sandbox: the ${isCode ? 'code' : 'first answer'} is ${mfa.example}`,
      ),
    ],
    () => credentialsStep(session, bank),
  );
}

export function failureStep(session: LinkSession, linkError: LinkError, retry: () => void): void {
  transitionTo(session, 'ERROR');
  const otherBank = element('button', { type: 'button', class: 'other' }, 'Choose another bank');
  otherBank.addEventListener('click', () => {
    session.lastError = null;
    selectBankStep(session);
  });
  const submit = async () => {
    session.lastError = null;
    retry();
  };
  showPane(
    linkError.error_type === 'INSTITUTION_ERROR' ? 'Your bank is not available' : 'This did not work',
    [
      session.bank ? bankLine(session.bank) : null,
      errorAlert(linkError),
      form('Try again', [], submit, ''),
      hasNoOtherBank(session) ? null : otherBank,
    ],
  );
}
