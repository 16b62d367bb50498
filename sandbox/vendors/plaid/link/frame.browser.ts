// Link's frame: the steps that a person takes. A step that fails is shown again with the bank's message.
import {
  type Bank,
  callVendor,
  emit,
  exit,
  type LinkSession,
  leaveTo,
  onOpen,
  type Step,
  succeed,
  transitionTo,
} from './session.browser.ts';

type Pane = {
  heading: string;
  content: (Node | string)[];
  button?: string;
  /** Why the step failed the last time. */
  message: string | undefined;
  otherBank?: Node[];
  submit: (form: FormData) => unknown;
};

const paneElement = document.getElementById('pane') as HTMLElement;

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
  created.append(...content);
  return created;
}

function showPane({
  heading,
  content,
  button = 'Continue',
  message = '',
  otherBank = [],
  submit,
}: Pane): void {
  const title = element('h1', { tabindex: '-1' }, heading);
  const form = element('form', {}, ...content, element('p', {}, element('button', {}, button)));
  let isBusy = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    await submit(new FormData(form));
    isBusy = false;
  });
  paneElement.replaceChildren(
    title,
    element('p', { class: 'error', role: 'alert' }, message),
    form,
    ...otherBank,
  );
  title.focus();
}

const field = (label: string, attributes: Record<string, string>): HTMLElement =>
  element('label', {}, label, element('input', { required: '', ...attributes }));

const accountName = ({ name, mask }: { name: string; mask: string }) => `${name} ••${mask}`;

function showConsent(session: LinkSession, message?: string): void {
  const { clientName } = session;
  transitionTo(session, 'CONSENT', null);
  showPane({
    heading: `${clientName} uses Plaid to link your bank`,
    content: [
      `You choose the accounts that ${clientName} sees, with their numbers, your name and address, and your transactions. Your password is never shown to ${clientName}.`,
    ],
    message,
    submit: () => (session.bank ? showLogin(session, session.bank) : showBanks(session)),
  });
}

function showBanks(session: LinkSession): void {
  transitionTo(session, 'SELECT_INSTITUTION', 'institution_not_found');
  const buttons = session.banks.map((bank) => {
    const logo = element('img', { src: bank.logo, alt: '', width: '32', height: '32' });
    const button = element('button', { type: 'button' }, logo, bank.name);
    button.addEventListener('click', () => {
      session.bank = bank;
      emit(session, 'SELECT_INSTITUTION');
      showLogin(session, bank);
    });
    return element('p', {}, button);
  });
  const title = element('h1', { tabindex: '-1' }, 'Choose your bank');
  paneElement.replaceChildren(title, ...buttons);
  title.focus();
}

const showLogin = (session: LinkSession, bank: Bank) =>
  bank.oauth ? showOAuth(session, bank) : showCredentials(session, bank);

/** Nothing when the client has chosen the bank. */
function otherBankButton(session: LinkSession): Node[] {
  if (session.isBankPreset) return [];
  const button = element('button', { type: 'button' }, 'Choose another bank');
  button.addEventListener('click', () => showBanks(session));
  return [element('p', {}, button)];
}

function showOAuth(session: LinkSession, bank: Bank, message?: string): void {
  transitionTo(session, 'OAUTH', 'requires_oauth');
  showPane({
    heading: `Continue at ${bank.name}`,
    content: ['Log in on your bank’s own page. Then we’ll bring you back here.'],
    message,
    otherBank: otherBankButton(session),
    submit: async () => {
      const step = await callVendor(session, 'oauth', { institution_id: bank.institution_id }, (failure) =>
        showOAuth(session, bank, failure),
      );
      if (!step) return;
      emit(session, 'OPEN_OAUTH');
      leaveTo(step.url);
    },
  });
}

function showCredentials(session: LinkSession, bank: Bank, message?: string, username = ''): void {
  transitionTo(session, 'CREDENTIAL', 'requires_credentials');
  showPane({
    heading: `Log in to ${bank.name}`,
    content: [
      field('Username', { name: 'username', value: username, autocomplete: 'username' }),
      field('Password', { name: 'password', type: 'password', autocomplete: 'current-password' }),
      element('p', {}, 'Sandbox: user_good with pass_good'),
    ],
    message,
    otherBank: otherBankButton(session),
    submit: async (form) => {
      const typed = Object.fromEntries(form);
      emit(session, 'SUBMIT_CREDENTIALS');
      const given = { institution_id: bank.institution_id, ...typed };
      const step = await callVendor(session, 'credentials', given, (failure) =>
        showCredentials(session, bank, failure, String(typed.username)),
      );
      if (step) showNext(session, bank, step);
    },
  });
}

function showNext(session: LinkSession, bank: Bank, step: Step): void {
  if (step.step === 'mfa') showMfa(session, bank, step.mfa);
  else if (step.step === 'finish') showFinish(session, step.accounts);
  else showAccounts(session, bank, step.accounts);
}

const mfaStatuses = {
  device: 'requires_code',
  questions: 'requires_questions',
  selections: 'requires_selections',
} as const;

function showMfa(session: LinkSession, bank: Bank, mfa: Step['mfa'], message?: string): void {
  transitionTo(session, 'MFA', mfaStatuses[mfa.type]);
  const fields = mfa.prompts.map(({ question, options }) => {
    if (options === null) return field(question, { name: 'answer', autocomplete: 'one-time-code' });
    const choices = options.map((option) => element('option', {}, option));
    return element('label', {}, question, element('select', { name: 'answer' }, ...choices));
  });
  showPane({
    heading: mfa.type === 'device' ? 'Enter your code' : 'Answer your bank’s questions',
    content: [...fields, element('p', {}, `Sandbox: the first answer is ${mfa.example}`)],
    message,
    submit: async (form) => {
      emit(session, 'SUBMIT_MFA');
      const step = await callVendor(session, 'mfa', { answers: form.getAll('answer') }, (failure) =>
        showMfa(session, bank, mfa, failure),
      );
      if (step) showNext(session, bank, step);
    },
  });
}

function showAccounts(session: LinkSession, bank: Bank, accounts: Step['accounts'], message?: string): void {
  transitionTo(session, 'SELECT_ACCOUNT', 'requires_account_selection');
  const boxes = accounts.map((account) => {
    const box = element('input', { type: 'checkbox', name: 'account', value: account.id, checked: '' });
    return element('label', { class: 'choice' }, box, accountName(account));
  });
  const legend = element('legend', {}, `Your accounts at ${bank.name}`);
  showPane({
    heading: 'Choose accounts to share',
    content: [element('fieldset', {}, legend, ...boxes)],
    message,
    submit: (form) => {
      const chosen = accounts.filter(({ id }) => form.getAll('account').includes(id));
      if (chosen.length > 0) showFinish(session, chosen);
      else showAccounts(session, bank, accounts, 'Choose at least one account.');
    },
  });
}

function showFinish(session: LinkSession, accounts: Step['accounts'], message?: string): void {
  transitionTo(session, 'DATA_TRANSPARENCY_CONSENT', session.exitStatus);
  const list = element('ul', {}, ...accounts.map((account) => element('li', {}, accountName(account))));
  showPane({
    heading: `Share with ${session.clientName}`,
    content: [`Select Finish to share these accounts with ${session.clientName}.`, list],
    button: 'Finish',
    message,
    submit: async () => {
      const account_ids = accounts.map(({ id }) => id);
      const step = await callVendor(session, 'finish', { account_ids }, (failure) =>
        showFinish(session, accounts, failure),
      );
      if (step) succeed(session, step);
    },
  });
}

async function open(session: LinkSession, receivedRedirectUri: string | undefined): Promise<void> {
  paneElement.replaceChildren(element('h1', { tabindex: '-1' }, 'One moment'));
  const step = await callVendor(session, 'start', { received_redirect_uri: receivedRedirectUri }, (failure) =>
    showPane({
      heading: 'This did not work',
      content: [],
      button: 'Try again',
      message: failure,
      submit: () => open(session, receivedRedirectUri),
    }),
  );
  if (!step) return;
  session.id = step.link_session_id;
  session.clientName = step.client_name;
  session.banks = step.institutions;
  session.bank = step.institution;
  session.isBankPreset = step.institution !== null && step.step === 'consent';
  emit(session, 'OPEN');
  if (step.step === 'done') succeed(session, step);
  else if (step.step === 'denied' && session.bank) {
    emit(session, 'FAIL_OAUTH');
    showOAuth(session, session.bank, 'You returned without agreeing to share.');
  } else showConsent(session);
}

document.getElementById('exit')?.addEventListener('click', exit);
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') exit();
});
onOpen(open);
