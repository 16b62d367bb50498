// The console's test people: what happens to each, applying as one of them, and how they log in at their bank.
import {
  byId,
  copyButton,
  element,
  emptyRow,
  fetchJson,
  phone,
  productUrl,
  replaceContent,
} from './elements.browser.ts';

type Outcome = { outcome: string };
type People = {
  address: string;
  answers: Record<string, string>;
  people: (Outcome & { number: number; owed?: string })[];
  bankPeople: (Outcome & { username: string; password: string })[];
  bankPasswords: (Outcome & { password: string })[];
  typedAccounts: (Outcome & { accountNumber: string })[];
};

let people: People | undefined;

/** The address all test people share. */
export const sharedAddress = (): string => people?.address ?? '';

const two = (number: number) => String(number).padStart(2, '0');
const ssnOf = (number: number, turn: number) => `666-${two(turn)}-${String(number).padStart(4, '0')}`;

/** The product knows who has applied before, so that a number whose credit was looked at is skipped. */
function freeTurn(number: number, first: number, used: ReadonlySet<string>): number {
  let turn = first;
  while (turn < 99 && used.has(ssnOf(number, turn))) turn += 1;
  return turn;
}

/** Opens the product's form with a person's answers in it. */
function applyLink(number: number, turn: number): HTMLAnchorElement {
  const own = {
    ssn: ssnOf(number, turn),
    phone: phone(`+1801555${two(turn)}${two(number)}`),
    email: `alex.${two(number)}.${two(turn)}@example.com`,
  };
  const answers = new URLSearchParams({ ...people?.answers, ...own });
  const href = new URL(`/dev/apply-as#${answers}`, productUrl()).href;
  return element(
    'a',
    { class: 'button', href, target: '_blank', 'data-key': `apply ${number}` },
    `Apply as ${two(number)}`,
  );
}

const wanted = (text: string) => {
  const words = byId<HTMLInputElement>('person-filter').value.toLowerCase().split(/\s+/);
  return words.every((word) => text.toLowerCase().includes(word));
};

export async function showPeople(): Promise<void> {
  people ??= await fetchJson<People>('/people');
  const used = new Set((await fetchJson<{ ssn: string }[]>('/pulls')).map(({ ssn }) => ssn));
  const typed = Number.parseInt(byId<HTMLInputElement>('turn').value, 10);
  const first = Math.min(99, Math.max(1, typed || 1));
  byId('address').textContent = people.address;
  const rows = people.people
    .map((person) => ({ ...person, turn: freeTurn(person.number, first, used) }))
    .filter(({ number, turn, outcome, owed }) => wanted(`${ssnOf(number, turn)} ${outcome} ${owed ?? ''}`));
  replaceContent(
    byId('people-list'),
    rows.length === 0
      ? [emptyRow(3, 'Nobody has these words.')]
      : rows.map(({ number, turn, outcome, owed }) => {
          const ssn = ssnOf(number, turn);
          return element(
            'tr',
            {},
            element('th', { scope: 'row' }, applyLink(number, turn)),
            element(
              'td',
              {},
              outcome,
              ...(owed === undefined ? [] : [element('span', { class: 'owed' }, `Owed: ${owed}`)]),
            ),
            element(
              'td',
              { class: 'number' },
              element(
                'div',
                { class: 'ssn' },
                ssn,
                copyButton(ssn, 'Copy SSN', `Copy ${ssn}`, `person ${number}`),
              ),
            ),
          );
        }),
  );
}

/** What is typed somewhere, and what comes of it. */
const row = (typed: string, what: string, outcome: string) =>
  element(
    'tr',
    {},
    element(
      'th',
      { scope: 'row' },
      element(
        'div',
        { class: 'ssn' },
        element('code', {}, typed),
        copyButton(typed, `Copy ${what}`, `Copy ${typed}`, `login ${typed}`),
      ),
    ),
    element('td', {}, outcome),
  );

export async function showLogins(): Promise<void> {
  people ??= await fetchJson<People>('/people');
  const { bankPeople, bankPasswords, typedAccounts } = people;
  byId('bank-password').textContent = bankPeople[0]?.password ?? '';
  byId('login-list').replaceChildren(
    ...bankPeople.map(({ username, outcome }) => row(username, 'username', outcome)),
  );
  byId('password-list').replaceChildren(
    ...bankPasswords.map(({ password, outcome }) => row(password, 'password', outcome)),
  );
  byId('account-list').replaceChildren(
    ...typedAccounts.map(({ accountNumber, outcome }) => row(accountNumber, 'number', outcome)),
  );
}
