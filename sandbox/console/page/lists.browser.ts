// The lists of what people get and what vendors keep of them, each with its filter.
import {
  at,
  copyButton,
  element,
  nothing,
  nothingRow,
  offer,
  phone,
  read,
  say,
  send,
  show,
  time,
} from './elements.browser.ts';

type Text = { id: string; to: string; body: string; sentAt: string };
type Attachment = { filename: string; contentType: string; size: number; href: string };
type Mail = {
  id: string;
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  attachments: Attachment[];
  sentAt: string;
  repeats: number;
};
type Pull = { id: string; kind: 'soft' | 'hard'; at: string; ssn: string };
type Envelope = {
  id: string;
  status: string;
  sentAt: string | null;
  completedAt: string | null;
  to: string;
  documents: { name: string; href: string }[];
};
type Bank = {
  id: string;
  institution: string;
  username: string;
  email: string | null;
  accounts: { name: string; mask: string }[];
  status: string;
  linkedAt: string;
};
type People = { address: string; people: { number: number; outcome: string }[] };

export async function showTexts(): Promise<void> {
  const texts = await read<Text[]>('/texts');
  const filter = at<HTMLSelectElement>('phone-filter');
  offer(
    filter,
    texts.map(({ to }) => to),
    phone,
  );
  const shown = texts.filter(({ to }) => !filter.value || to === filter.value).slice(0, 100);
  show(
    at('text-list'),
    shown.length === 0
      ? [element('li', {}, nothing('No text yet.'))]
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

let mails: Mail[] = [];
/** The mail somebody chose; until then the newest is open. */
let chosenMail: string | undefined;
let openMail: string | undefined;
let shownMail: string | undefined;

function mailBody(mail: Mail): HTMLElement {
  if (!mail.html) return element('pre', { tabindex: '0' }, mail.text);
  // Links open beside the console; nothing in a mail may run.
  const frame = element('iframe', {
    title: `Mail: ${mail.subject}`,
    sandbox: 'allow-popups allow-popups-to-escape-sandbox',
  });
  frame.srcdoc = `<base target="_blank">${mail.html}`;
  return frame;
}

function showOpenMail(): void {
  const mail = mails.find(({ id }) => id === openMail);
  const holder = at('mail-open');
  if (!mail) {
    shownMail = undefined;
    holder.replaceChildren(nothing(mails.length === 0 ? 'No mail yet.' : 'Choose a mail to read it.'));
    return;
  }
  const version = `${mail.id} ${mail.repeats}`;
  if (version === shownMail) return;
  shownMail = version;
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
        `The same message came ${mail.repeats === 1 ? 'once' : `${mail.repeats} times`} more.`,
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
  holder.replaceChildren(head, mailBody(mail));
}

export async function showMail(): Promise<void> {
  const all = await read<Mail[]>('/mail');
  const filter = at<HTMLSelectElement>('mail-filter');
  offer(
    filter,
    all.map(({ to }) => to),
    (to) => to,
  );
  mails = all.filter(({ to }) => !filter.value || to === filter.value).slice(0, 100);
  openMail = mails.some(({ id }) => id === chosenMail) ? chosenMail : mails[0]?.id;
  show(
    at('mail-list'),
    mails.map((mail) => {
      const button = element(
        'button',
        {
          type: 'button',
          'data-key': `mail ${mail.id}`,
          ...(mail.id === openMail ? { 'aria-current': 'true' } : {}),
        },
        element('strong', {}, mail.subject || 'No subject'),
        element('span', {}, mail.to),
        element('span', {}, time(mail.sentAt)),
      );
      button.addEventListener('click', () => {
        chosenMail = mail.id;
        showMail();
      });
      return element('li', {}, button);
    }),
  );
  showOpenMail();
}

let people: People | undefined;
export async function showPeople(): Promise<void> {
  people ??= await read<People>('/people');
  const typed = Number.parseInt(at<HTMLInputElement>('turn').value, 10);
  const turn = String(Math.min(99, Math.max(1, typed || 1))).padStart(2, '0');
  at('address').textContent = people.address;
  show(
    at('people-list'),
    people.people.map(({ number, outcome }) => {
      const ssn = `666-${turn}-${String(number).padStart(4, '0')}`;
      return element(
        'tr',
        {},
        element(
          'th',
          { scope: 'row' },
          element(
            'div',
            { class: 'ssn number' },
            ssn,
            copyButton(ssn, 'Copy', `Copy ${ssn}`, `person ${number}`),
          ),
        ),
        element('td', {}, outcome),
      );
    }),
  );
}

export async function showPulls(): Promise<void> {
  const pulls = await read<Pull[]>('/pulls');
  show(
    at('pull-list'),
    pulls.length === 0
      ? [nothingRow(3, 'Nobody’s credit has been looked at yet.')]
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
  const envelopes = await read<Envelope[]>('/envelopes');
  const filter = at<HTMLSelectElement>('envelope-filter');
  offer(
    filter,
    envelopes.map(({ to }) => to),
    (to) => to,
  );
  const shown = envelopes.filter(({ to }) => !filter.value || to === filter.value).slice(0, 100);
  show(
    at('envelope-list'),
    shown.length === 0
      ? [nothingRow(4, 'Nothing has been sent to be signed yet.')]
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

function resetButton({ id, institution }: Bank): HTMLButtonElement {
  const button = element(
    'button',
    { type: 'button', class: 'small', 'data-key': `bank ${id}` },
    'Ask for a new login',
  );
  button.addEventListener('click', async () => {
    const answer = await send('POST', `/banks/${id}/reset-login`);
    say(answer.ok ? `${institution} asks for a new login` : 'Nobody has access to this bank yet');
  });
  return button;
}

export async function showBanks(): Promise<void> {
  const banks = await read<Bank[]>('/banks');
  const filter = at<HTMLSelectElement>('bank-filter');
  offer(
    filter,
    banks.flatMap(({ email }) => (email ? [email] : [])),
    (email) => email,
  );
  const shown = banks.filter(({ email }) => !filter.value || email === filter.value).slice(0, 100);
  show(
    at('bank-list'),
    shown.length === 0
      ? [nothingRow(5, 'No bank has been linked yet.')]
      : shown.map((bank) =>
          element(
            'tr',
            {},
            element('td', {}, time(bank.linkedAt)),
            element('td', {}, element('span', { class: 'tag' }, bank.status)),
            element('td', { class: 'call' }, bank.email ?? 'Nobody'),
            element(
              'td',
              {},
              `${bank.institution}, ${bank.username}: `,
              bank.accounts.map(({ name, mask }) => `${name} ••${mask}`).join(', '),
            ),
            element('td', {}, bank.status === 'linked' ? resetButton(bank) : ''),
          ),
        ),
  );
}

/** Where everybody lives. */
export const sharedAddress = (): string => people?.address ?? '';
