// Runs inside Link's frame, at the vendor's own origin: takes a person through the steps and tells the page around it.
(() => {
  type Bank = { institution_id: string; name: string; oauth: boolean; logo: string };
  type Account = { id: string; name: string; mask: string; type: string; subtype: string };
  type Mfa = {
    type: 'device' | 'questions' | 'selections';
    prompts: { question: string; options: string[] | null }[];
    example: string;
  };
  type Problem = {
    error_type: string;
    error_code: string;
    error_message: string;
    display_message: string | null;
  };
  type Step = {
    step: 'consent' | 'accounts' | 'finish' | 'mfa' | 'leave' | 'denied' | 'done';
    request_id: string;
    link_session_id: string;
    client_name: string;
    institution: (Bank & { institution_id: string }) | null;
    institutions: Bank[];
    mfa: Mfa;
    accounts: Account[];
    public_token: string;
    url: string;
  };

  const query = new URLSearchParams(location.search);
  const pageOrigin = query.get('origin') ?? '';
  const id = query.get('id') ?? '';

  const byId = <Kind extends HTMLElement>(name: string) => document.getElementById(name) as Kind;
  const panel = byId('panel');
  const pane = byId('pane');
  const backButton = byId<HTMLButtonElement>('back');
  const exitButton = byId<HTMLButtonElement>('exit');
  const status = byId('status');

  /** One opening of Link. Answers that come after it has ended concern nobody. */
  type Visit = {
    token: string;
    session: string;
    client: string;
    banks: Bank[];
    bank: Bank | null;
    /** The client chose the bank, so that there is nothing to go back to. */
    bankGiven: boolean;
    accounts: Account[];
    chosen: string[];
    mfaType: string | null;
    requestId: string;
    lastProblem: Problem | null;
    exitStatus: string | null;
    view: string;
  };
  let visit: Visit | undefined;
  let goBack: (() => void) | undefined;

  const post = (message: Record<string, unknown>) => {
    if (pageOrigin) window.parent.postMessage({ plaidLink: id, ...message }, pageOrigin);
  };

  function emit(of: Visit, name: string, more: Record<string, unknown> = {}): void {
    post({
      type: 'event',
      name,
      metadata: {
        error_code: null,
        error_message: null,
        error_type: null,
        exit_status: null,
        institution_id: of.bank?.institution_id ?? null,
        institution_name: of.bank?.name ?? null,
        institution_search_query: null,
        link_session_id: of.session,
        match_reason: null,
        mfa_type: null,
        request_id: of.requestId,
        routing_number: null,
        selection: null,
        timestamp: new Date().toISOString(),
        view_name: of.view || null,
        ...more,
      },
    });
  }

  function at(of: Visit, view: string, more: Record<string, unknown> = {}): void {
    of.view = view;
    emit(of, 'TRANSITION_VIEW', more);
  }

  class Refusal extends Error {
    readonly problem: Problem;
    constructor(problem: Problem) {
      super(problem.error_message);
      this.problem = problem;
    }
  }
  const unreachable: Problem = {
    error_type: 'API_ERROR',
    error_code: 'INTERNAL_SERVER_ERROR',
    error_message: 'an unexpected error occurred',
    display_message: null,
  };

  async function call(of: Visit, path: string, body: Record<string, unknown> = {}): Promise<Step> {
    let answer: Response;
    let read: unknown;
    try {
      answer = await fetch(`/plaid/link/session/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ link_token: of.token, link_session_id: of.session, ...body }),
        signal: AbortSignal.timeout(30_000),
      });
      read = await answer.json();
    } catch {
      throw new Refusal(unreachable);
    }
    const { request_id } = read as { request_id?: string };
    if (request_id) of.requestId = request_id;
    if (!answer.ok) throw new Refusal(unreachable);
    if ('error_code' in (read as Step | Problem)) {
      const { error_type, error_code, error_message, display_message } = read as Problem;
      throw new Refusal({ error_type, error_code, error_message, display_message });
    }
    return read as Step;
  }

  // Ways out.

  function end(): void {
    visit = undefined;
    goBack = undefined;
    panel.hidden = true;
    pane.replaceChildren();
  }

  function exit(): void {
    const of = visit;
    if (!of) return;
    const problem = of.lastProblem;
    emit(of, 'EXIT', {
      exit_status: of.exitStatus,
      ...(problem
        ? {
            error_code: problem.error_code,
            error_message: problem.error_message,
            error_type: problem.error_type,
          }
        : {}),
    });
    if (of.session)
      call(of, 'exit', { error_code: problem?.error_code ?? '', status: of.exitStatus ?? '' }).catch(
        () => {},
      );
    const { bank, session, requestId, exitStatus } = of;
    end();
    post({
      type: 'exit',
      error: problem,
      metadata: {
        institution: bank ? { name: bank.name, institution_id: bank.institution_id } : null,
        status: exitStatus,
        link_session_id: session,
        request_id: requestId,
      },
    });
  }

  function succeed(of: Visit, { public_token, institution, accounts }: Step): void {
    emit(of, 'HANDOFF');
    const first = accounts[0];
    end();
    post({
      type: 'success',
      publicToken: public_token,
      metadata: {
        institution: institution && {
          name: institution.name,
          institution_id: institution.institution_id,
        },
        accounts,
        account: first ?? null,
        account_id: first?.id ?? null,
        link_session_id: of.session,
        public_token,
        transfer_status: null,
      },
    });
  }

  /** A token that is no good ends Link at once; the page around it knows what to do. */
  const endsLink = ({ error_code, error_type }: Problem) =>
    error_code === 'INVALID_LINK_TOKEN' || error_type === 'OAUTH_ERROR';

  function refused(of: Visit, error: unknown, show: (problem: Problem) => void): void {
    if (visit !== of) return;
    const problem = error instanceof Refusal ? error.problem : unreachable;
    of.lastProblem = problem;
    emit(of, 'ERROR', {
      error_code: problem.error_code,
      error_message: problem.error_message,
      error_type: problem.error_type,
    });
    if (endsLink(problem)) exit();
    else show(problem);
  }

  // Drawing.

  type Content = (Node | string | null)[];
  function element<Name extends keyof HTMLElementTagNameMap>(
    name: Name,
    attributes: Record<string, string> = {},
    ...content: Content
  ): HTMLElementTagNameMap[Name] {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...content.filter((part) => part !== null));
    return made;
  }

  function show(heading: string, content: Content, back?: () => void): void {
    const title = element('h1', { tabindex: '-1' }, heading);
    pane.replaceChildren(title, ...content.filter((part) => part !== null));
    document.title = `${heading} – Plaid`;
    goBack = back;
    backButton.hidden = back === undefined;
    status.textContent = '';
    panel.scrollTop = 0;
    title.focus();
  }

  const bankLine = ({ name, logo }: Bank) =>
    element(
      'p',
      { class: 'bank-line' },
      element('img', { src: logo, alt: '', width: '32', height: '32' }),
      name,
    );

  const alertOf = (message: string) => element('p', { class: 'alert', role: 'alert' }, message);

  /** A form that works once at a time, and says that it works. */
  function form(
    button: string,
    content: Content,
    submit: () => Promise<void>,
    working: string,
  ): HTMLFormElement {
    const send = element('button', { class: 'main' }, button);
    const made = element('form', { novalidate: '' }, ...content, send);
    let busy = false;
    made.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (busy) return;
      busy = true;
      send.setAttribute('aria-disabled', 'true');
      status.textContent = working;
      try {
        await submit();
      } finally {
        busy = false;
        send.removeAttribute('aria-disabled');
        if (status.textContent === working) status.textContent = '';
      }
    });
    return made;
  }

  let fields = 0;
  function field(label: string, attributes: Record<string, string> = {}) {
    fields += 1;
    const name = `field-${fields}`;
    const input = element('input', {
      id: name,
      type: 'text',
      autocapitalize: 'none',
      autocorrect: 'off',
      spellcheck: 'false',
      ...attributes,
    });
    const error = element('p', { id: `${name}-error`, class: 'field-error', hidden: '' });
    const holder = element('div', { class: 'field' }, element('label', { for: name }, label), input, error);
    const complain = (message: string) => {
      error.textContent = message;
      error.hidden = message === '';
      if (message === '') {
        input.removeAttribute('aria-invalid');
        input.removeAttribute('aria-describedby');
      } else {
        input.setAttribute('aria-invalid', 'true');
        input.setAttribute('aria-describedby', error.id);
      }
    };
    input.addEventListener('input', () => complain(''));
    return { holder, input, complain };
  }

  const sentenceFor = ({ display_message }: Problem) =>
    display_message ?? 'Something went wrong on our side. Try again in a moment.';

  // The steps.

  function consent(of: Visit): void {
    of.exitStatus = null;
    at(of, 'CONSENT');
    show(`${of.client} uses Plaid to link your bank`, [
      element(
        'ul',
        { class: 'facts' },
        element(
          'li',
          {},
          element('strong', {}, 'You choose what is shared'),
          `${of.client} sees the accounts that you pick, their numbers, your name and address, and your transactions.`,
        ),
        element(
          'li',
          {},
          element('strong', {}, 'Your password stays with you'),
          `It goes to your bank and is never shown to ${of.client}.`,
        ),
      ),
      element('p', { class: 'small' }, 'By selecting Continue you agree to Plaid’s end user privacy policy.'),
      form('Continue', [], async () => (of.bank ? chosen(of, of.bank) : chooseBank(of)), ''),
    ]);
  }

  function chooseBank(of: Visit): void {
    of.bank = null;
    of.exitStatus = 'institution_not_found';
    at(of, 'SELECT_INSTITUTION');
    const search = field('Search banks', { type: 'search', autocomplete: 'off', enterkeyhint: 'search' });
    const list = element('ul', { class: 'banks' });
    const none = element('p', { class: 'small', hidden: '' }, 'No bank matches. Try fewer letters.');
    const fill = () => {
      const wanted = search.input.value.trim().toLowerCase();
      const found = of.banks.filter(({ name }) => name.toLowerCase().includes(wanted));
      list.replaceChildren(
        ...found.map((bank) => {
          const button = element(
            'button',
            { type: 'button', class: 'bank' },
            element('img', { src: bank.logo, alt: '', width: '40', height: '40' }),
            bank.name,
          );
          button.addEventListener('click', () => {
            of.bank = bank;
            emit(of, 'SELECT_INSTITUTION');
            chosen(of, bank);
          });
          return element('li', {}, button);
        }),
      );
      none.hidden = found.length > 0;
      if (wanted) status.textContent = found.length === 1 ? '1 bank found' : `${found.length} banks found`;
    };
    let announced = '';
    search.input.addEventListener('input', fill);
    search.input.addEventListener('change', () => {
      const wanted = search.input.value.trim();
      if (wanted === '' || wanted === announced) return;
      announced = wanted;
      emit(of, 'SEARCH_INSTITUTION', { institution_search_query: wanted });
    });
    show('Choose your bank', [search.holder, list, none], () => consent(of));
    fill();
  }

  function chosen(of: Visit, bank: Bank): void {
    if (bank.oauth) leave(of, bank);
    else credentials(of, bank);
  }

  function leave(of: Visit, bank: Bank, denied = false): void {
    of.exitStatus = 'requires_oauth';
    at(of, 'OAUTH');
    show(
      denied ? 'Your bank is not linked yet' : `Continue at ${bank.name}`,
      [
        bankLine(bank),
        element(
          'p',
          {},
          denied
            ? `You came back without agreeing to share. Continue to log in at ${bank.name} again.`
            : 'You log in on the bank’s own page, then come back here by yourself.',
        ),
        form(
          'Continue',
          [],
          async () => {
            try {
              const { url } = await call(of, 'oauth', { institution_id: bank.institution_id });
              if (visit !== of) return;
              emit(of, 'OPEN_OAUTH');
              post({ type: 'leave', url });
            } catch (error) {
              refused(of, error, (problem) => failed(of, problem, () => leave(of, bank)));
            }
          },
          `Going to ${bank.name}`,
        ),
      ],
      of.bankGiven || of.banks.length === 0 ? undefined : () => chooseBank(of),
    );
  }

  function credentials(of: Visit, bank: Bank, problem?: Problem, before = ''): void {
    of.exitStatus = 'requires_credentials';
    at(of, 'CREDENTIAL');
    const username = field('Username', { autocomplete: 'username' });
    const password = field('Password', { type: 'password', autocomplete: 'current-password' });
    username.input.value = before;
    const submit = async () => {
      const given = { username: username.input.value, password: password.input.value };
      username.complain(given.username.trim() ? '' : 'Enter your username.');
      password.complain(given.password ? '' : 'Enter your password.');
      const empty = [username, password].find(({ input }) => input.getAttribute('aria-invalid') === 'true');
      if (empty) {
        empty.input.focus();
        return;
      }
      emit(of, 'SUBMIT_CREDENTIALS');
      at(of, 'LOADING');
      try {
        const step = await call(of, 'credentials', { institution_id: bank.institution_id, ...given });
        if (visit === of) goOn(of, bank, step);
      } catch (error) {
        refused(of, error, (met) => {
          if (met.error_code === 'INVALID_CREDENTIALS') credentials(of, bank, met, given.username);
          else failed(of, met, () => credentials(of, bank, undefined, given.username));
        });
      }
    };
    show(
      `Log in to ${bank.name}`,
      [
        bankLine(bank),
        problem ? alertOf(sentenceFor(problem)) : null,
        form('Continue', [username.holder, password.holder], submit, `Connecting to ${bank.name}`),
        element('p', { class: 'small sandbox' }, 'Sandbox: user_good with pass_good'),
      ],
      of.bankGiven ? undefined : () => chooseBank(of),
    );
  }

  function goOn(of: Visit, bank: Bank, step: Step): void {
    of.lastProblem = null;
    switch (step.step) {
      case 'mfa':
        furtherProof(of, bank, step.mfa);
        break;
      case 'accounts':
        of.accounts = step.accounts;
        of.chosen = step.accounts.map((account) => account.id);
        chooseAccounts(of, bank);
        break;
      case 'finish':
        of.accounts = step.accounts;
        of.chosen = step.accounts.map((account) => account.id);
        finish(of, bank);
        break;
    }
  }

  const exitStatusOf = {
    device: 'requires_code',
    questions: 'requires_questions',
    selections: 'requires_selections',
  } as const;

  function furtherProof(of: Visit, bank: Bank, mfa: Mfa, problem?: Problem): void {
    of.exitStatus = exitStatusOf[mfa.type];
    of.mfaType = mfa.type === 'device' ? 'code' : mfa.type;
    at(of, 'MFA', { mfa_type: of.mfaType });

    const parts = mfa.prompts.map(({ question, options }) => {
      if (options === null) {
        const made = field(
          question,
          mfa.type === 'device'
            ? { inputmode: 'numeric', autocomplete: 'one-time-code' }
            : { autocomplete: 'off' },
        );
        return {
          holder: made.holder,
          read: () => made.input.value.trim(),
          complain: made.complain,
          focus: () => made.input.focus(),
        };
      }
      fields += 1;
      const name = `choice-${fields}`;
      const radios = options.map((value) => element('input', { type: 'radio', name, value }));
      const error = element('p', { class: 'field-error', id: `${name}-error`, hidden: '' });
      const holder = element(
        'fieldset',
        {},
        element('legend', {}, question),
        ...radios.map((radio) => element('label', { class: 'choice' }, radio, radio.value)),
        error,
      );
      const complain = (message: string) => {
        error.textContent = message;
        error.hidden = message === '';
        if (message === '') holder.removeAttribute('aria-describedby');
        else holder.setAttribute('aria-describedby', error.id);
      };
      holder.addEventListener('change', () => complain(''));
      return {
        holder,
        read: () => radios.find((radio) => radio.checked)?.value ?? '',
        complain,
        focus: () => radios[0]?.focus(),
      };
    });

    const submit = async () => {
      for (const part of parts)
        part.complain(part.read() ? '' : mfa.type === 'device' ? 'Enter the code.' : 'Answer this question.');
      const empty = parts.find((part) => part.read() === '');
      if (empty) {
        empty.focus();
        return;
      }
      emit(of, 'SUBMIT_MFA', { mfa_type: of.mfaType });
      at(of, 'LOADING');
      try {
        const step = await call(of, 'mfa', { answers: parts.map((part) => part.read()) });
        if (visit === of) goOn(of, bank, step);
      } catch (error) {
        refused(of, error, (met) => {
          if (met.error_code === 'INVALID_MFA') furtherProof(of, bank, mfa, met);
          else failed(of, met, () => credentials(of, bank));
        });
      }
    };

    show(
      mfa.type === 'device' ? 'Enter your code' : 'Answer your bank’s questions',
      [
        bankLine(bank),
        mfa.type === 'device'
          ? element('p', {}, `${bank.name} sent a code to the phone ending in 5309.`)
          : null,
        problem ? alertOf(sentenceFor(problem)) : null,
        form(
          'Continue',
          parts.map(({ holder }) => holder),
          submit,
          `Connecting to ${bank.name}`,
        ),
        element(
          'p',
          { class: 'small sandbox' },
          `Sandbox: the ${mfa.type === 'device' ? 'code' : 'first answer'} is ${mfa.example}`,
        ),
      ],
      () => credentials(of, bank),
    );
  }

  const accountName = ({ name, mask }: Account) => `${name} ••${mask}`;

  function chooseAccounts(of: Visit, bank: Bank): void {
    of.exitStatus = 'requires_account_selection';
    at(of, 'SELECT_ACCOUNT');
    const boxes = of.accounts.map((account) => {
      const box = element('input', { type: 'checkbox', value: account.id });
      box.checked = of.chosen.includes(account.id);
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
    show(
      'Choose accounts to share',
      [
        bankLine(bank),
        form(
          'Continue',
          [group, error],
          async () => {
            of.chosen = boxes.filter(({ box }) => box.checked).map(({ account }) => account.id);
            if (of.chosen.length > 0) finish(of, bank);
            else {
              error.textContent = 'Choose at least one account.';
              boxes[0]?.box.focus();
            }
          },
          '',
        ),
      ],
      () => credentials(of, bank),
    );
  }

  function finish(of: Visit, bank: Bank): void {
    at(of, 'DATA_TRANSPARENCY_CONSENT');
    const shared = of.accounts.filter((account) => of.chosen.includes(account.id));
    show(
      `Share with ${of.client}`,
      [
        bankLine(bank),
        element('p', {}, `Select Finish to share these accounts with ${of.client}.`),
        element(
          'ul',
          { class: 'shared' },
          ...shared.map((account) => element('li', {}, accountName(account))),
        ),
        form(
          'Finish',
          [],
          async () => {
            try {
              const step = await call(of, 'finish', { account_ids: of.chosen });
              if (visit === of) succeed(of, step);
            } catch (error) {
              refused(of, error, (problem) => failed(of, problem, () => finish(of, bank)));
            }
          },
          'Finishing',
        ),
      ],
      shared.length > 0 && of.exitStatus === 'requires_account_selection'
        ? () => chooseAccounts(of, bank)
        : undefined,
    );
  }

  function failed(of: Visit, problem: Problem, again: () => void): void {
    at(of, 'ERROR');
    const other = element('button', { type: 'button', class: 'other' }, 'Choose another bank');
    other.addEventListener('click', () => {
      of.lastProblem = null;
      chooseBank(of);
    });
    const retry = async () => {
      of.lastProblem = null;
      again();
    };
    show(problem.error_type === 'INSTITUTION_ERROR' ? 'Your bank is not available' : 'This did not work', [
      of.bank ? bankLine(of.bank) : null,
      alertOf(sentenceFor(problem)),
      form('Try again', [], retry, ''),
      of.bankGiven || of.banks.length === 0 ? null : other,
    ]);
  }

  // Beginning.

  async function open(token: string, receivedRedirectUri: string | undefined): Promise<void> {
    const of: Visit = {
      token,
      session: '',
      client: '',
      banks: [],
      bank: null,
      bankGiven: false,
      accounts: [],
      chosen: [],
      mfaType: null,
      requestId: '',
      lastProblem: null,
      exitStatus: null,
      view: '',
    };
    visit = of;
    panel.hidden = false;
    show(receivedRedirectUri ? 'Finishing with your bank' : 'One moment', [
      element(
        'p',
        {},
        receivedRedirectUri ? 'You agreed at your bank. This takes a moment.' : 'Link is opening.',
      ),
    ]);
    try {
      const step = await call(
        of,
        'start',
        receivedRedirectUri ? { received_redirect_uri: receivedRedirectUri } : {},
      );
      if (visit !== of) return;
      of.session = step.link_session_id;
      of.client = step.client_name;
      of.banks = step.institutions ?? [];
      of.bank = step.institution;
      of.bankGiven = step.institution !== null && step.step === 'consent';
      emit(of, 'OPEN');
      if (step.step === 'done') succeed(of, step);
      else if (step.step === 'denied' && of.bank) {
        emit(of, 'FAIL_OAUTH');
        leave(of, of.bank, true);
      } else consent(of);
    } catch (error) {
      refused(of, error, (problem) => failed(of, problem, () => open(token, receivedRedirectUri)));
    }
  }

  exitButton.addEventListener('click', exit);
  backButton.addEventListener('click', () => goBack?.());

  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      exit();
      return;
    }
    if (event.key !== 'Tab') return;
    const parts = [...panel.querySelectorAll<HTMLElement>('button, input')].filter(
      (part) => part.getClientRects().length > 0,
    );
    const first = parts[0];
    const last = parts.at(-1);
    const here = document.activeElement;
    const inside = here instanceof HTMLElement && parts.includes(here);
    if (event.shiftKey ? here === first || (!inside && here?.tagName !== 'H1') : here === last) {
      event.preventDefault();
      (event.shiftKey ? last : first)?.focus();
    }
  });

  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || event.origin !== pageOrigin) return;
    if (event.data?.plaidLink !== id) return;
    if (event.data.type === 'open') open(String(event.data.token), event.data.receivedRedirectUri);
    if (event.data.type === 'exit') exit();
  });

  post({ type: 'ready' });
})();
