// The console's control of the lender's bank: the entries of the files that it was sent, and returning or correcting one.
import {
  announce,
  byId,
  element,
  emptyRow,
  fetchJson,
  replaceContent,
  sendJson,
} from './elements.browser.ts';

type Entry = {
  file: string;
  traceNumber: string;
  transactionCode: string;
  account: string;
  amount: number;
  individualName: string;
  description: string;
};

const dollars = (cents: number) =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
/** Of ACH transaction codes, those of credits end in 2, those of debits in 7. */
const kindOf = ({ transactionCode }: Entry) => (transactionCode.endsWith('2') ? 'credit' : 'debit');

export async function showEntries(): Promise<void> {
  const entries = (await fetchJson<Entry[]>('/ach')).slice(0, 100);
  const select = byId<HTMLSelectElement>('ach-entry');
  const chosen = select.value;
  select.replaceChildren(
    ...entries.map(
      (entry) =>
        new Option(
          `${entry.individualName}, ${dollars(entry.amount)} ${kindOf(entry)}, ${entry.traceNumber}`,
          entry.traceNumber,
        ),
    ),
  );
  if (entries.some(({ traceNumber }) => traceNumber === chosen)) select.value = chosen;
  replaceContent(
    byId('ach-list'),
    entries.length === 0
      ? [emptyRow(5, 'No entries yet.')]
      : entries.map((entry) =>
          element(
            'tr',
            {},
            element('td', { class: 'number' }, entry.traceNumber),
            element('td', {}, element('span', { class: 'tag' }, kindOf(entry))),
            element('td', { class: 'number' }, dollars(entry.amount)),
            element('td', { class: 'call' }, `${entry.individualName}, account ••${entry.account}`),
            element('td', { class: 'call' }, `${entry.file}, ${entry.description}`),
          ),
        ),
  );
}

export function wireReturnForm(): void {
  const form = byId<HTMLFormElement>('ach-form');
  const code = byId<HTMLSelectElement>('ach-code');
  const corrected = byId<HTMLInputElement>('ach-corrected');
  const show = () => {
    corrected.disabled = !code.value.startsWith('C');
    corrected.required = !corrected.disabled;
    byId('ach-send').textContent = corrected.disabled ? 'Return this entry' : 'Send this correction';
  };
  code.addEventListener('change', show);
  show();
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const answer = await sendJson('POST', '/ach/returns', Object.fromEntries(new FormData(form)));
    const { file, errors } = (await answer.json().catch(() => ({}))) as {
      file?: string;
      errors?: { message: string }[];
    };
    byId('ach-answer').textContent =
      file === undefined
        ? (errors?.[0]?.message ?? "We can't read the answer.")
        : `The bank has sent ${file}. The product will read it within five minutes.`;
    if (file !== undefined) announce(`Sent ${code.value}`);
  });
  byId('ach-look').addEventListener('click', () => void showEntries());
}
