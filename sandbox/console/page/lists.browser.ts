// The console's lists. Each is reloaded when the sandbox reports a change of its topic.
import { element } from '../../elements.browser.ts';
import type { Fault } from '../../faults.ts';
import type { LoggedRequest } from '../../requests.ts';
import type { SentEntry } from '../../vendors/ach-bank/return-file.ts';
import type { listCases } from '../../vendors/core/core.ts';
import type { listEnvelopes } from '../../vendors/docusign/envelopes.ts';
import type { Mail } from '../../vendors/mail/mail.ts';
import type { LinkedBank } from '../../vendors/plaid/items.ts';
import type { listPeople } from '../routes.ts';
import { byId, createTable, fetchJson, link, sendJson, time } from './page.browser.ts';

type Text = { to: string; body: string; sentAt: string };
type Pull = { kind: 'soft' | 'hard'; at: string; ssn: string };
type People = ReturnType<typeof listPeople>;

const list = (items: readonly (Node | string)[]) =>
  element('ul', {}, ...items.map((item) => element('li', {}, item)));

const showTexts = createTable<Text>('texts', ['Sent', 'To', 'Text'], ({ sentAt, to, body }) => [
  time(sentAt),
  to,
  body,
]);

const showMail = createTable<Mail>('mail', ['Sent', 'To', 'Email'], (mail) => {
  const details = element('details', {}, element('summary', {}, mail.subject || 'No subject'));
  details.addEventListener('toggle', () => details.append(...emailBody(mail)), { once: true });
  return [time(mail.sentAt), mail.to, details];
});

function emailBody({ from, subject, html, text, repeats }: Mail): Node[] {
  // Links open in a new tab, and no script in an email may run.
  const frame = element('iframe', {
    title: `Email: ${subject}`,
    sandbox: 'allow-popups allow-popups-to-escape-sandbox',
    srcdoc: `<base target="_blank">${html}`,
  });
  return [
    element('p', {}, `From ${from}. Repeated ${repeats} times.`),
    html ? frame : element('pre', {}, text),
  ];
}

const showPulls = createTable<Pull>('pulls', ['When', 'Kind', 'SSN'], ({ at, kind, ssn }) => [
  time(at),
  kind,
  ssn,
]);

const showEnvelopes = createTable<ReturnType<typeof listEnvelopes>[number]>(
  'envelopes',
  ['Sent', 'Status', 'To', 'Documents'],
  ({ sentAt, status, to, documents }) => [
    sentAt ? time(sentAt) : 'Draft',
    status,
    to,
    list(documents.map(({ href, name }) => link(href, name))),
  ],
);

function bankButton(label: string, path: string, body?: object): HTMLButtonElement {
  const button = element('button', { type: 'button' }, label);
  button.addEventListener('click', () => sendJson('POST', path, body));
  return button;
}

const showBanks = createTable<LinkedBank>(
  'banks',
  ['Linked', 'Status', 'Applicant', 'Bank', 'Accounts', 'Simulate'],
  ({ id, linkedAt, status, email, institution, username, accounts }) => [
    time(linkedAt),
    status,
    email ?? 'Unknown',
    `${institution}, ${username}`,
    list(
      accounts.map(({ name, mask }) =>
        bankButton(`End access to ${name} ••${mask}`, `/banks/${id}/revoke-account`, { mask }),
      ),
    ),
    bankButton('Require a new login', `/banks/${id}/reset-login`),
  ],
);

/** Of ACH transaction codes, those of credits end in 2, those of debits in 7. */
const showEntries = createTable<SentEntry>(
  'ach',
  ['Trace number', 'Kind', 'Amount', 'To', 'File'],
  ({ traceNumber, transactionCode, amount, individualName, account, file, description }) => [
    traceNumber,
    transactionCode.endsWith('2') ? 'credit' : 'debit',
    `$${(amount / 100).toFixed(2)}`,
    `${individualName}, account ••${account}`,
    `${file}, ${description}`,
  ],
);

const showCases = createTable<ReturnType<typeof listCases>[number]>(
  'cases',
  ['Opened', 'Why', 'Applicant', 'Branch', 'Call by', 'Documents', 'Texts'],
  ({ openedAt, reason, firstName, lastName, phone, branchId, isClosed, callBackAt, callBy, ...given }) => [
    time(openedAt),
    reason,
    `${firstName} ${lastName}, ${phone}`,
    branchId,
    isClosed ? 'closed: continued online' : time(callBackAt ?? callBy),
    list(
      given.documents.map(({ documentId, kind, file, files }) =>
        link(`/console/api/case-documents/${documentId}`, `${kind} ${file} of ${files}`),
      ),
    ),
    list(given.messages.map(({ text }) => text)),
  ],
);

const showRequests = createTable<LoggedRequest>(
  'requests',
  ['When', 'Vendor', 'Response', 'Call'],
  ({ at, vendor, outcome, status, milliseconds, method, path }) => [
    time(at),
    vendor,
    `${outcome === 'responded' ? status : outcome} in ${milliseconds} ms`,
    `${method} ${path}`,
  ],
);

const showFaultList = createTable<[vendor: string, fault: Fault]>(
  'faults',
  ['Vendor', 'Fault', 'Calls left'],
  ([vendor, { mode, times }]) => [vendor, mode, String(times ?? '')],
);

async function showFaults(): Promise<void> {
  const faults = Object.entries(await fetchJson<Record<string, Fault>>('/faults'));
  const select = byId<HTMLSelectElement>('fault-vendor');
  if (select.length === 0) select.append(...faults.map(([vendor]) => new Option(vendor)));
  showFaultList(faults.filter(([, { mode }]) => mode !== 'none'));
}

type Person = People['people'][number] & { turn: number };
const people = fetchJson<People>('/people');

const two = (number: number) => String(number).padStart(2, '0');
const ssnOf = (number: number, turn: number) => `666-${two(turn)}-${String(number).padStart(4, '0')}`;

function applyLink({ number, turn, firstName }: Person): HTMLAnchorElement {
  const own = {
    firstName,
    ssn: ssnOf(number, turn),
    phone: `(801) 555-${two(turn)}${two(number)}`,
    email: `${firstName.toLowerCase()}.${two(number)}.${two(turn)}@example.com`,
  };
  const url = new URL('/dev/apply-as', byId<HTMLAnchorElement>('product').href);
  url.hash = String(new URLSearchParams({ ...answers, ...own }));
  return link(url.href, `Apply as ${firstName}`);
}

const { address, answers, bankPeople, bankPasswords, typedAccounts, people: persons } = await people;
byId('address').textContent = address;

const showPersons = createTable<Person>(
  'people',
  ['Person', 'What happens', 'Required in writing', 'Social Security number'],
  (person) => [applyLink(person), person.outcome, person.notice ?? '', ssnOf(person.number, person.turn)],
);

function primaryLink(person: Person): HTMLAnchorElement {
  const primary = applyLink(person);
  primary.className = 'primary';
  primary.textContent = `Apply as ${person.firstName} ${answers.lastName}`;
  return primary;
}

/** The product refuses an SSN that applied before, so the next number without an inquiry is used. */
async function showPeople(): Promise<void> {
  const pulls = await fetchJson<Pull[]>('/pulls');
  const used = new Set(pulls.map(({ ssn }) => ssn));
  const first = Number(byId<HTMLInputElement>('turn').value) || 1;
  const turnFor = (number: number) => {
    let turn = Math.min(99, Math.max(1, first));
    while (turn < 99 && used.has(ssnOf(number, turn))) turn += 1;
    return turn;
  };
  const now = persons.map((person) => ({ ...person, turn: turnFor(person.number) }));
  showPersons(now);
  const [succeeds] = now;
  if (succeeds) byId('first-person').replaceChildren(primaryLink(succeeds));
  showPulls(pulls);
}

const showLogins = createTable<string[]>(
  'logins',
  ['Username', 'Password', 'Account number', 'Outcome'],
  (row) => row,
);
const logins = [
  ...bankPeople.map(({ username, password, outcome }) => [username, password, '', outcome]),
  ...bankPasswords.map(({ password, outcome }) => ['any of these', password, '', outcome]),
  ...typedAccounts.map(({ accountNumber, outcome }) => ['', '', accountNumber, outcome]),
];

export const loaders: Record<string, () => Promise<void> | void> = {
  texts: async () => showTexts(await fetchJson('/texts')),
  mail: async () => showMail(await fetchJson('/mail')),
  pulls: showPeople,
  envelopes: async () => showEnvelopes(await fetchJson('/envelopes')),
  banks: async () => showBanks(await fetchJson('/banks')),
  loans: async () => showEntries(await fetchJson('/ach')),
  cases: async () => showCases(await fetchJson('/cases')),
  requests: async () => showRequests(await fetchJson('/requests')),
  faults: showFaults,
  logins: () => showLogins(logins),
};
