// Link's frame: the steps that a person takes. A step that fails is shown again with the bank's message.
import { element } from '../../../elements.browser.ts';

type Bank = { institution_id: string; name: string; oauth: boolean; logo: string };
type LinkError = { error_type: string; error_code: string; display_message: string | null };
type Account = { id: string; name: string; mask: string };
type Step = {
  step: 'consent' | 'accounts' | 'finish' | 'mfa' | 'leave' | 'denied' | 'done';
  link_session_id: string;
  client_name: string;
  institution: Bank | null;
  institutions: Bank[];
  mfa: {
    type: 'device' | 'questions' | 'selections';
    prompts: { question: string; options: string[] | null }[];
    example: string;
  };
  accounts: Account[];
  public_token: string;
  url: string;
};

type LinkSession = {
  linkToken: string;
  id: string;
  clientName: string;
  banks: Bank[];
  bank: Bank | null;
  /** The client chose the bank, so the person cannot pick another. */
  isBankPreset: boolean;
  lastError: LinkError | null;
};

type Pane = {
  heading: string;
  content: (Node | string)[];
  button?: string;
  /** Why the step failed the last time. */
  message: string | undefined;
  otherBank?: Node[];
  submit: (form: FormData) => unknown;
};

const query = new URLSearchParams(location.search);
const pageOrigin = query.get('origin') ?? '';
const handlerId = query.get('id') ?? '';
const paneElement = document.getElementById('pane') as HTMLElement;

/** A response that arrives after the session has ended is ignored. */
let current: LinkSession | undefined;

const postToPage = (message: Record<string, unknown>) =>
  window.parent.postMessage({ plaidLink: handlerId, ...message }, pageOrigin);

const unreachable: LinkError = {
  error_type: 'API_ERROR',
  error_code: 'INTERNAL_SERVER_ERROR',
  display_message: null,
};

async function post(session: LinkSession, path: string, fields: object): Promise<Step | LinkError> {
  try {
    const response = await fetch(`/plaid/link/session/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ link_token: session.linkToken, link_session_id: session.id, ...fields }),
      signal: AbortSignal.timeout(30_000),
    });
    return response.ok ? await response.json() : unreachable;
  } catch {
    return unreachable;
  }
}

/** Link closes at once when its token is invalid; the page around it decides what to do next. */
const endsLink = ({ error_code, error_type }: LinkError) =>
  error_code === 'INVALID_LINK_TOKEN' || error_type === 'OAUTH_ERROR';

/** The vendor's response, or undefined when the step failed or the session has ended. */
async function callVendor(
  session: LinkSession,
  path: string,
  fields: object,
  onFailure: (message: string) => void,
): Promise<Step | undefined> {
  const body = await post(session, path, fields);
  if (current !== session) return undefined;
  session.lastError = 'error_code' in body ? body : null;
  if (!('error_code' in body)) return body;
  if (endsLink(body)) exit();
  else onFailure(body.display_message ?? 'Something went wrong on our side. Try again in a moment.');
  return undefined;
}

const institutionOf = (bank: Bank | null) => bank && { name: bank.name, institution_id: bank.institution_id };

function exit(): void {
  if (!current) return;
  const { id, bank, lastError } = current;
  current = undefined;
  const metadata = { institution: institutionOf(bank), link_session_id: id };
  postToPage({ type: 'exit', error: lastError, metadata });
}

function succeed({ id }: LinkSession, { public_token, institution, accounts }: Step): void {
  current = undefined;
  const metadata = { institution: institutionOf(institution), accounts, link_session_id: id };
  postToPage({ type: 'success', publicToken: public_token, metadata });
}

function showPane({ heading, content, button = 'Continue', message = '', otherBank = [], submit }: Pane) {
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
  const error = element('p', { class: 'error', role: 'alert' }, message);
  paneElement.replaceChildren(title, error, form, ...otherBank);
  title.focus();
}

function paneButton(content: (Node | string)[], onPress: () => void): HTMLElement {
  const button = element('button', { type: 'button' }, ...content);
  button.addEventListener('click', onPress);
  return element('p', {}, button);
}

const field = (label: string, attributes: Record<string, string>): HTMLElement =>
  element('label', {}, label, element('input', { required: '', ...attributes }));

const accountName = ({ name, mask }: Account) => `${name} ••${mask}`;

function showConsent(session: LinkSession): void {
  const { clientName } = session;
  showPane({
    heading: `${clientName} uses Plaid to link your bank`,
    content: [
      `You choose the accounts that ${clientName} sees, with their numbers, your name and address, and your transactions. Your password is never shown to ${clientName}.`,
    ],
    message: undefined,
    submit: () => (session.bank ? showLogin(session, session.bank) : showBanks(session)),
  });
}

function showBanks(session: LinkSession): void {
  const buttons = session.banks.map((bank) => {
    const logo = element('img', { src: bank.logo, alt: '', width: '32', height: '32' });
    return paneButton([logo, bank.name], () => {
      session.bank = bank;
      showLogin(session, bank);
    });
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
  return [paneButton(['Choose another bank'], () => showBanks(session))];
}

function showOAuth(session: LinkSession, bank: Bank, message?: string): void {
  showPane({
    heading: `Continue at ${bank.name}`,
    content: ['Log in on your bank’s own page. Then we’ll bring you back here.'],
    message,
    otherBank: otherBankButton(session),
    submit: async () => {
      const step = await callVendor(session, 'oauth', { institution_id: bank.institution_id }, (failure) =>
        showOAuth(session, bank, failure),
      );
      if (step) postToPage({ type: 'leave', url: step.url });
    },
  });
}

function showCredentials(session: LinkSession, bank: Bank, message?: string, username = ''): void {
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
      const login = { institution_id: bank.institution_id, ...typed };
      const step = await callVendor(session, 'credentials', login, (failure) =>
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

function showMfa(session: LinkSession, bank: Bank, mfa: Step['mfa'], message?: string): void {
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
      const step = await callVendor(session, 'mfa', { answers: form.getAll('answer') }, (failure) =>
        showMfa(session, bank, mfa, failure),
      );
      if (step) showNext(session, bank, step);
    },
  });
}

function showAccounts(session: LinkSession, bank: Bank, accounts: Account[], message?: string): void {
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

function showFinish(session: LinkSession, accounts: Account[], message?: string): void {
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
  if (step.step === 'done') succeed(session, step);
  else if (step.step === 'denied' && session.bank)
    showOAuth(session, session.bank, 'You returned without agreeing to share.');
  else showConsent(session);
}

document.getElementById('exit')?.addEventListener('click', exit);
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') exit();
});
window.addEventListener('message', ({ source, origin, data }) => {
  if (source !== window.parent || origin !== pageOrigin || data?.plaidLink !== handlerId) return;
  if (data.type === 'exit') exit();
  if (data.type !== 'open') return;
  current = {
    linkToken: String(data.token),
    id: '',
    clientName: '',
    banks: [],
    bank: null,
    isBankPreset: false,
    lastError: null,
  };
  void open(current, data.receivedRedirectUri);
});
postToPage({ type: 'ready' });
