// The console in a browser: reads the JSON that everybody can read, and reads it again when the sandbox says so.

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
type Call = {
  at: string;
  vendor: string;
  method: string;
  path: string;
  status: number | null;
  outcome: 'answered' | 'dropped' | 'unanswered' | 'held';
  milliseconds: number;
};
type Fault = { mode: string; delayMs?: number; times?: number };
type Core = { online: boolean; maintenance: boolean; backAt?: string };
type People = { address: string; people: { number: number; outcome: string }[] };

const faultNames: Record<string, string> = {
  none: 'Works',
  slow: 'Slow',
  error: 'Answers with an error',
  timeout: 'Never answers',
  refused: 'Hangs up at once',
  twice: 'Acts, then hangs up (once)',
  held: 'Acts, then never answers',
};
const vendorTitles: Record<string, string> = {
  recaptcha: 'reCAPTCHA',
  socure: 'Socure',
  bureau: 'Bureau',
  twilio: 'Twilio',
  mail: 'Mail',
  core: 'Core',
  google: 'Google',
  plaid: 'Plaid',
  docusign: 'DocuSign',
};

const at = <Kind extends HTMLElement>(id: string): Kind => document.getElementById(id) as Kind;
const addressBase = '/console/api';

async function read<Value>(path: string): Promise<Value> {
  const answer = await fetch(addressBase + path);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return (await answer.json()) as Value;
}

const send = (method: 'PUT' | 'DELETE', path: string, body?: unknown) =>
  fetch(addressBase + path, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content);
  return made;
}

/** Puts new content in place and leaves the keyboard where it was. */
function show(holder: HTMLElement, content: Node[]): void {
  const key = (document.activeElement as HTMLElement | null)?.dataset.key;
  const inside = key !== undefined && holder.contains(document.activeElement);
  holder.replaceChildren(...content);
  if (inside) holder.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus();
}

function nothing(sentence: string): HTMLElement {
  const box = element('div', { class: 'empty' });
  box.innerHTML =
    '<svg viewBox="0 0 96 32" aria-hidden="true"><path d="M4 24h88M30 24c20 0 18-16 40-16"/></svg>';
  box.append(sentence);
  return box;
}
const nothingRow = (columns: number, sentence: string) =>
  element('tr', {}, element('td', { colspan: String(columns) }, nothing(sentence)));

const clockTime = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' });
const dayAndTime = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
function time(iso: string): HTMLElement {
  const moment = new Date(iso);
  const today = moment.toDateString() === new Date().toDateString();
  return element('time', { datetime: iso, class: 'number' }, (today ? clockTime : dayAndTime).format(moment));
}

const phone = (number: string) => number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');

let hush: number | undefined;
function say(sentence: string): void {
  at('said').textContent = sentence;
  clearTimeout(hush);
  hush = window.setTimeout(() => {
    at('said').textContent = '';
  }, 2500);
}

function copyButton(value: string, label: string, spoken: string, key: string): HTMLButtonElement {
  const button = element(
    'button',
    { type: 'button', class: 'small', 'data-key': key, 'aria-label': spoken },
    label,
  );
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(value);
    say(`Copied ${value}`);
  });
  return button;
}

/** Offers what occurs, and keeps the choice. */
function offer(select: HTMLSelectElement, values: string[], label: (value: string) => string): void {
  const chosen = select.value;
  const known = [...select.options].map((option) => option.value).filter(Boolean);
  const wanted = [...new Set([...values, ...(chosen ? [chosen] : [])])];
  if (known.join() === wanted.join()) return;
  const [all] = select.options;
  select.replaceChildren(...(all ? [all] : []), ...wanted.map((value) => new Option(label(value), value)));
  select.value = chosen;
}

async function showTexts(): Promise<void> {
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

async function showMail(): Promise<void> {
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
async function showPeople(): Promise<void> {
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

async function showPulls(): Promise<void> {
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

async function showEnvelopes(): Promise<void> {
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

/** The vendor's prefix and the middle of its long identifiers say nothing new. */
const brief = ({ vendor, path }: Call): string =>
  path.replace(`/${vendor}/`, '/').replace(/([A-Za-z]{2}[0-9a-f]{4})[0-9a-f]{28}/g, '$1…');

async function showCalls(): Promise<void> {
  const calls = await read<Call[]>('/requests');
  const filter = at<HTMLSelectElement>('call-filter');
  offer(filter, Object.keys(vendorTitles), (vendor) => vendorTitles[vendor] ?? vendor);
  const shown = calls.filter(({ vendor }) => !filter.value || vendor === filter.value);
  show(
    at('call-list'),
    shown.length === 0
      ? [nothingRow(4, 'No vendor has been called yet.')]
      : shown.map((call) => {
          const bad = call.outcome !== 'answered' || (call.status ?? 0) >= 400;
          const ending = call.outcome === 'answered' ? String(call.status) : call.outcome;
          return element(
            'tr',
            {},
            element('td', {}, time(call.at)),
            element('td', {}, vendorTitles[call.vendor] ?? call.vendor),
            element(
              'td',
              { class: 'number' },
              element('span', bad ? { class: 'bad' } : {}, ending),
              ` in ${call.milliseconds} ms`,
            ),
            element('td', { class: 'call' }, `${call.method} ${brief(call)}`),
          );
        }),
  );
}

function faultRow(vendor: string): HTMLElement {
  const select = element('select', { id: `fault-${vendor}` });
  for (const [mode, name] of Object.entries(faultNames)) select.append(new Option(name, mode));
  select.addEventListener('change', async () => {
    await send('PUT', `/faults/${vendor}`, { mode: select.value });
    say(`${vendorTitles[vendor]}: ${faultNames[select.value]}`);
  });
  return element(
    'div',
    { class: 'fault', 'data-vendor': vendor },
    element('label', { for: select.id }, vendorTitles[vendor] ?? vendor),
    select,
    element('p', { class: 'left', hidden: '' }),
  );
}

async function showFaults(): Promise<void> {
  const faults = await read<Record<string, Fault>>('/faults');
  const list = at('fault-list');
  const vendors = Object.keys(faults);
  if (list.childElementCount === 0) list.append(...vendors.map(faultRow));
  for (const vendor of vendors) {
    const row = list.querySelector<HTMLElement>(`[data-vendor="${vendor}"]`);
    const select = row?.querySelector('select');
    const left = row?.querySelector<HTMLElement>('.left');
    const fault = faults[vendor];
    if (!row || !select || !left || !fault) continue;
    select.value = fault.mode;
    row.classList.toggle('on', fault.mode !== 'none');
    const details = [
      ...(fault.times === undefined
        ? []
        : [`for ${fault.times} more ${fault.times === 1 ? 'call' : 'calls'}`]),
      ...(fault.mode === 'slow' ? [`by ${(fault.delayMs ?? 5000) / 1000} seconds`] : []),
    ];
    left.textContent = details.join(', ');
    left.hidden = details.length === 0;
  }
}

async function showCore(): Promise<void> {
  const core = await read<Core>('/core');
  at<HTMLInputElement>('core-online').checked = core.online;
  at<HTMLInputElement>('core-maintenance').checked = core.maintenance;
  at('core-back').textContent = core.backAt
    ? `Offline. It says it is back ${dayAndTime.format(new Date(core.backAt))}, your time.`
    : '';
}

const shows: Record<string, () => Promise<void>> = {
  texts: showTexts,
  mail: showMail,
  pulls: showPulls,
  envelopes: showEnvelopes,
  requests: showCalls,
  faults: showFaults,
  core: showCore,
};

/** Many calls in one moment are one look. */
const due = new Set<string>();
function soon(topic: string): void {
  for (const name of topic === 'everything' ? Object.keys(shows) : [topic]) {
    if (!shows[name] || due.has(name)) continue;
    due.add(name);
    setTimeout(() => {
      due.delete(name);
      shows[name]?.().catch(() => {});
    }, 60);
  }
}

function listen(): void {
  const events = new EventSource(`${addressBase}/events`);
  const live = at('live');
  events.addEventListener('open', () => {
    live.textContent = 'Live';
    live.classList.add('on');
    soon('everything');
  });
  events.addEventListener('error', () => {
    live.textContent = 'The sandbox is not running; waiting for it';
    live.classList.remove('on');
  });
  events.addEventListener('message', (event) => soon(String(event.data)));
}

at('phone-filter').addEventListener('change', showTexts);
at('mail-filter').addEventListener('change', showMail);
at('envelope-filter').addEventListener('change', showEnvelopes);
at('call-filter').addEventListener('change', showCalls);
at('turn').addEventListener('input', showPeople);
at('copy-address').addEventListener('click', async () => {
  await navigator.clipboard.writeText(people?.address ?? '');
  say('Copied the address');
});
for (const name of ['online', 'maintenance'] as const)
  at<HTMLInputElement>(`core-${name}`).addEventListener('change', (event) =>
    send('PUT', '/core', { [name]: (event.currentTarget as HTMLInputElement).checked }),
  );
at('clear').addEventListener('click', () => at<HTMLDialogElement>('clear-dialog').showModal());
at('clear-dialog').addEventListener('close', async () => {
  if (at<HTMLDialogElement>('clear-dialog').returnValue !== 'clear') return;
  await send('DELETE', '/state');
  say('Everything is cleared');
});

// What scrolls can be scrolled by the keyboard too.
for (const box of document.querySelectorAll<HTMLElement>('[data-scrolls]')) box.tabIndex = 0;
showPeople().catch(() => {});
listen();

export {};
