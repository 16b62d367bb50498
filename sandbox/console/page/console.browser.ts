// The console in a browser: reads the JSON that everybody can read, and reads it again when the sandbox says so.

import {
  addressBase,
  at,
  dayAndTime,
  element,
  nothingRow,
  offer,
  read,
  say,
  send,
  show,
  time,
} from './elements.browser.ts';
import {
  sharedAddress,
  showBanks,
  showEnvelopes,
  showMail,
  showPeople,
  showPulls,
  showTexts,
} from './lists.browser.ts';

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
  banks: showBanks,
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
at('bank-filter').addEventListener('change', showBanks);
at('call-filter').addEventListener('change', showCalls);
at('turn').addEventListener('input', showPeople);
at('copy-address').addEventListener('click', async () => {
  await navigator.clipboard.writeText(sharedAddress());
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
