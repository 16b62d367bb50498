// The console's lists of texts, emails, inquiries, envelopes, banks and branch calls, each with its filter.
import type { Mail } from '../../vendors/mail/mail.ts';
import type { LinkedBank } from '../../vendors/plaid/linked-banks.ts';
import {
  announce,
  byId,
  copyButton,
  element,
  emptyRow,
  emptyState,
  fetchJson,
  phone,
  replaceContent,
  sendJson,
  time,
  updateFilter,
} from './elements.browser.ts';
import { offerReplies } from './replies.browser.ts';

type Text = { id: string; to: string; body: string; sentAt: string };
type Pull = { id: string; kind: 'soft' | 'hard'; at: string; ssn: string };
type Envelope = {
  id: string;
  status: string;
  sentAt: string | null;
  completedAt: string | null;
  to: string;
  documents: { name: string; href: string }[];
};
type BranchCase = {
  reason: string;
  firstName: string;
  lastName: string;
  phone: string;
  branchId: string;
  callBy: string;
  callBackAt: string | null;
  documents: { documentId: string; kind: string; file: number; files: number }[];
  openedAt: string;
};

export async function showTexts(): Promise<void> {
  const texts = await fetchJson<Text[]>('/texts');
  const filter = byId<HTMLSelectElement>('phone-filter');
  updateFilter(
    filter,
    texts.map(({ to }) => to),
    phone,
  );
  offerReplies(texts.map(({ to }) => to));
  const shown = texts.filter(({ to }) => !filter.value || to === filter.value).slice(0, 100);
  replaceContent(
    byId('text-list'),
    shown.length === 0
      ? [element('li', {}, emptyState('No texts yet.'))]
      : shown.map((text) => {
          const code = /\b\d{6}\b/.exec(text.body)?.[0];
          const bubble = element('div', { class: 'bubble' }, text.body);
          if (code)
            bubble.append(
              element('br'),
              copyButton(code, `Copy ${code}`, `Copy the code ${code}`, `text ${text.id}`),
            );
          return element('li', {}, element('p', {}, `To ${phone(text.to)}, `, time(text.sentAt)), bubble);
        }),
  );
}

let emails: Mail[] = [];
/** The email the user chose; until then, the newest one is open. */
let chosenId: string | undefined;
let openId: string | undefined;
let renderedVersion: string | undefined;

function emailBody(mail: Mail): HTMLElement {
  if (!mail.html) return element('pre', { tabindex: '0' }, mail.text);
  // Links open in a new tab, and no script in an email may run.
  const frame = element('iframe', {
    title: `Email: ${mail.subject}`,
    sandbox: 'allow-popups allow-popups-to-escape-sandbox',
  });
  frame.srcdoc = `<base target="_blank">${mail.html}`;
  return frame;
}

function renderOpenEmail(): void {
  const mail = emails.find(({ id }) => id === openId);
  const container = byId('mail-open');
  if (!mail) {
    renderedVersion = undefined;
    container.replaceChildren(
      emptyState(emails.length === 0 ? 'No emails yet.' : 'Choose an email to read it.'),
    );
    return;
  }
  const currentVersion = `${mail.id} ${mail.repeats}`;
  if (currentVersion === renderedVersion) return;
  renderedVersion = currentVersion;
  const head = element(
    'div',
    { class: 'mail-head' },
    element('h3', {}, mail.subject || 'No subject'),
    element('p', {}, `From ${mail.from} to ${mail.to}, `, time(mail.sentAt)),
  );
  if (mail.repeats > 0)
    head.append(
      element(
        'p',
        {},
        `The same message arrived ${mail.repeats === 1 ? 'once' : `${mail.repeats} times`} more.`,
      ),
    );
  if (mail.attachments.length > 0)
    head.append(
      element(
        'p',
        {},
        ...mail.attachments.map((attachment) =>
          element(
            'a',
            { href: attachment.href, target: '_blank', rel: 'noreferrer' },
            `${attachment.filename} (${Math.max(1, Math.round(attachment.size / 1024))} kB)`,
          ),
        ),
      ),
    );
  container.replaceChildren(head, emailBody(mail));
}

export async function showMail(): Promise<void> {
  const all = await fetchJson<Mail[]>('/mail');
  const filter = byId<HTMLSelectElement>('mail-filter');
  updateFilter(
    filter,
    all.map(({ to }) => to),
    (to) => to,
  );
  emails = all.filter(({ to }) => !filter.value || to === filter.value).slice(0, 100);
  openId = emails.some(({ id }) => id === chosenId) ? chosenId : emails[0]?.id;
  replaceContent(
    byId('mail-list'),
    emails.map((mail) => {
      const button = element(
        'button',
        {
          type: 'button',
          'data-key': `mail ${mail.id}`,
          ...(mail.id === openId ? { 'aria-current': 'true' } : {}),
        },
        element('strong', {}, mail.subject || 'No subject'),
        element('span', {}, mail.to),
        element('span', {}, time(mail.sentAt)),
      );
      button.addEventListener('click', () => {
        chosenId = mail.id;
        showMail();
      });
      return element('li', {}, button);
    }),
  );
  renderOpenEmail();
}

export async function showCases(): Promise<void> {
  const cases = await fetchJson<BranchCase[]>('/cases');
  replaceContent(
    byId('case-list'),
    cases.length === 0
      ? [emptyRow(6, 'No calls to make yet.')]
      : cases
          .slice(0, 100)
          .map((one) =>
            element(
              'tr',
              {},
              element('td', {}, time(one.openedAt)),
              element('td', {}, element('span', { class: 'tag' }, one.reason)),
              element('td', { class: 'call' }, `${one.firstName} ${one.lastName}, ${phone(one.phone)}`),
              element('td', {}, one.branchId),
              element('td', {}, time(one.callBackAt ?? one.callBy)),
              element(
                'td',
                {},
                ...one.documents.map(({ documentId, kind, file, files }) =>
                  element(
                    'a',
                    { href: `/console/api/case-documents/${documentId}`, target: '_blank' },
                    files > 1 ? `${kind} ${file} of ${files} ` : `${kind} `,
                  ),
                ),
              ),
            ),
          ),
  );
}

export async function showPulls(): Promise<void> {
  const pulls = await fetchJson<Pull[]>('/pulls');
  replaceContent(
    byId('pull-list'),
    pulls.length === 0
      ? [emptyRow(3, 'No credit inquiries yet.')]
      : pulls
          .slice(0, 200)
          .map((pull) =>
            element(
              'tr',
              {},
              element('td', {}, time(pull.at)),
              element('td', {}, element('span', { class: `tag ${pull.kind}` }, pull.kind)),
              element('td', { class: 'number' }, pull.ssn),
            ),
          ),
  );
}

export async function showEnvelopes(): Promise<void> {
  const envelopes = await fetchJson<Envelope[]>('/envelopes');
  const filter = byId<HTMLSelectElement>('envelope-filter');
  updateFilter(
    filter,
    envelopes.map(({ to }) => to),
    (to) => to,
  );
  const shown = envelopes.filter(({ to }) => !filter.value || to === filter.value).slice(0, 100);
  replaceContent(
    byId('envelope-list'),
    shown.length === 0
      ? [emptyRow(4, 'No envelopes yet.')]
      : shown.map(({ id, status, sentAt, to, documents }) =>
          element(
            'tr',
            {},
            element('td', {}, sentAt ? time(sentAt) : 'Draft'),
            element('td', {}, element('span', { class: 'tag' }, status)),
            element('td', { class: 'call' }, to),
            element(
              'td',
              { class: 'papers' },
              ...documents.map(({ name, href }) =>
                element('a', { href, target: '_blank', 'data-key': `envelope ${id} ${name}` }, name),
              ),
            ),
          ),
        ),
  );
}

function resetButton({ id, institution }: LinkedBank): HTMLButtonElement {
  const button = element(
    'button',
    { type: 'button', class: 'small', 'data-key': `bank ${id}` },
    'Require a new login',
  );
  button.addEventListener('click', async () => {
    const answer = await sendJson('POST', `/banks/${id}/reset-login`);
    announce(
      answer.ok
        ? `${institution} now requires a new login`
        : 'The product has no access token for this bank yet',
    );
  });
  return button;
}

/** One for each account that is shared. */
function revokeButtons({ id, accounts }: LinkedBank): HTMLButtonElement[] {
  return accounts.map(({ name, mask }) => {
    const button = element(
      'button',
      { type: 'button', class: 'small', 'data-key': `revoke ${id} ${mask}` },
      `End access to ${name}`,
    );
    button.addEventListener('click', async () => {
      const answer = await sendJson('POST', `/banks/${id}/revoke-account`, { mask });
      announce(answer.ok ? `Access to ${name} ended at the bank` : 'This account is not shared');
    });
    return button;
  });
}

export async function showBanks(): Promise<void> {
  const banks = await fetchJson<LinkedBank[]>('/banks');
  const filter = byId<HTMLSelectElement>('bank-filter');
  updateFilter(
    filter,
    banks.flatMap(({ email }) => (email ? [email] : [])),
    (email) => email,
  );
  const shown = banks.filter(({ email }) => !filter.value || email === filter.value).slice(0, 100);
  replaceContent(
    byId('bank-list'),
    shown.length === 0
      ? [emptyRow(5, 'No linked banks yet.')]
      : shown.map((bank) =>
          element(
            'tr',
            {},
            element('td', {}, time(bank.linkedAt)),
            element('td', {}, element('span', { class: 'tag' }, bank.status)),
            element('td', { class: 'call' }, bank.email ?? 'Unknown'),
            element(
              'td',
              {},
              `${bank.institution}, ${bank.username}: `,
              bank.accounts.map(({ name, mask }) => `${name} ••${mask}`).join(', '),
            ),
            element(
              'td',
              {},
              ...(bank.status === 'linked' ? [resetButton(bank), ...revokeButtons(bank)] : ['']),
            ),
          ),
        ),
  );
}
