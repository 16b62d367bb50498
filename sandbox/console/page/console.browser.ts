// The console's main script: loads its lists from the JSON API, and reloads a list when the sandbox reports a change.
import type { Fault } from '../../faults.ts';
import type { LoggedRequest } from '../../requests.ts';
import { showEntries, wireReturnForm } from './ach.browser.ts';
import { showClock, wireClock } from './clock.browser.ts';
import {
  addressBase,
  announce,
  byId,
  dayAndTime,
  element,
  emptyRow,
  fetchJson,
  replaceContent,
  sendJson,
  time,
  updateFilter,
} from './elements.browser.ts';
import { wireLeadForm } from './leads.browser.ts';
import { showBanks, showCases, showEnvelopes, showMail, showPulls, showTexts } from './lists.browser.ts';
import { sharedAddress, showLogins, showPeople } from './people.browser.ts';
import { wireReplyForm } from './replies.browser.ts';

type Core = { online: boolean; maintenance: boolean; backAt?: string };

const faultNames: Record<string, string> = {
  none: 'Works',
  slow: 'Slow',
  error: 'Answers with an error',
  timeout: 'Never answers',
  refused: 'Drops the connection',
  twice: 'Acts, then drops the connection (once)',
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
  'account-check': 'Account check',
  'vehicle-data': 'Vehicles',
  docusign: 'DocuSign',
  ga4: 'GA4',
  sentry: 'Sentry',
};

/** Shortens a path: drops the vendor's prefix and the middle of long identifiers. */
const shortPath = ({ vendor, path }: LoggedRequest): string =>
  path.replace(`/${vendor}/`, '/').replace(/([A-Za-z]{2}[0-9a-f]{4})[0-9a-f]{28}/g, '$1…');

async function showCalls(): Promise<void> {
  const calls = await fetchJson<LoggedRequest[]>('/requests');
  const filter = byId<HTMLSelectElement>('call-filter');
  updateFilter(filter, Object.keys(vendorTitles), (vendor) => vendorTitles[vendor] ?? vendor);
  const shown = calls.filter(({ vendor }) => !filter.value || vendor === filter.value);
  replaceContent(
    byId('call-list'),
    shown.length === 0
      ? [emptyRow(4, 'No calls yet.')]
      : shown.map((call) => {
          const isFailure = call.outcome !== 'answered' || (call.status ?? 0) >= 400;
          const result = call.outcome === 'answered' ? String(call.status) : call.outcome;
          return element(
            'tr',
            {},
            element('td', {}, time(call.at)),
            element('td', {}, vendorTitles[call.vendor] ?? call.vendor),
            element(
              'td',
              { class: 'number' },
              element('span', isFailure ? { class: 'bad' } : {}, result),
              ` in ${call.milliseconds} ms`,
            ),
            element('td', { class: 'call' }, `${call.method} ${shortPath(call)}`),
          );
        }),
  );
}

function faultRow(vendor: string): HTMLElement {
  const select = element('select', { id: `fault-${vendor}` });
  for (const [mode, name] of Object.entries(faultNames)) select.append(new Option(name, mode));
  select.addEventListener('change', async () => {
    await sendJson('PUT', `/faults/${vendor}`, { mode: select.value });
    announce(`${vendorTitles[vendor] ?? vendor}: ${faultNames[select.value]}`);
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
  const faults = await fetchJson<Record<string, Fault>>('/faults');
  const list = byId('fault-list');
  const vendors = Object.keys(faults);
  if (list.childElementCount === 0) list.append(...vendors.map(faultRow));
  for (const vendor of vendors) {
    const row = list.querySelector<HTMLElement>(`[data-vendor="${vendor}"]`);
    const select = row?.querySelector('select');
    const details = row?.querySelector<HTMLElement>('.left');
    const fault = faults[vendor];
    if (!row || !select || !details || !fault) continue;
    select.value = fault.mode;
    row.classList.toggle('on', fault.mode !== 'none');
    const detailTexts = [
      ...(fault.times === undefined
        ? []
        : [`for ${fault.times} more ${fault.times === 1 ? 'call' : 'calls'}`]),
      ...(fault.mode === 'slow' ? [`by ${(fault.delayMs ?? 5000) / 1000} seconds`] : []),
    ];
    details.textContent = detailTexts.join(', ');
    details.hidden = detailTexts.length === 0;
  }
}

async function showCore(): Promise<void> {
  const core = await fetchJson<Core>('/core');
  byId<HTMLInputElement>('core-online').checked = core.online;
  byId<HTMLInputElement>('core-maintenance').checked = core.maintenance;
  byId('core-back').textContent = core.backAt
    ? `Offline. It reports being back ${dayAndTime.format(new Date(core.backAt))}, your time.`
    : '';
}

const loaders: Record<string, () => Promise<void>> = {
  texts: showTexts,
  mail: showMail,
  pulls: async () => {
    await Promise.all([showPulls(), showPeople()]);
  },
  clock: showClock,
  envelopes: showEnvelopes,
  banks: showBanks,
  cases: showCases,
  loans: showEntries,
  requests: showCalls,
  faults: showFaults,
  core: showCore,
};

/** Topics about to be reloaded, so that many changes at once cause one reload. */
const pending = new Set<string>();
function scheduleReload(topic: string): void {
  for (const name of topic === 'everything' ? Object.keys(loaders) : [topic]) {
    if (!loaders[name] || pending.has(name)) continue;
    pending.add(name);
    setTimeout(() => {
      pending.delete(name);
      loaders[name]?.().catch(() => {});
    }, 60);
  }
}

function subscribe(): void {
  const events = new EventSource(`${addressBase}/events`);
  const live = byId('live');
  events.addEventListener('open', () => {
    live.textContent = 'Live';
    live.classList.add('on');
    scheduleReload('everything');
  });
  events.addEventListener('error', () => {
    live.textContent = "The sandbox isn't running. Waiting for it …";
    live.classList.remove('on');
  });
  events.addEventListener('message', (event) => scheduleReload(String(event.data)));
}

byId('phone-filter').addEventListener('change', showTexts);
byId('mail-filter').addEventListener('change', showMail);
byId('envelope-filter').addEventListener('change', showEnvelopes);
byId('bank-filter').addEventListener('change', showBanks);
byId('call-filter').addEventListener('change', showCalls);
for (const id of ['turn', 'person-filter']) byId(id).addEventListener('input', showPeople);
byId('copy-address').addEventListener('click', async () => {
  await navigator.clipboard.writeText(sharedAddress());
  announce('Copied the address');
});
for (const name of ['online', 'maintenance'] as const)
  byId<HTMLInputElement>(`core-${name}`).addEventListener('change', (event) =>
    sendJson('PUT', '/core', { [name]: (event.currentTarget as HTMLInputElement).checked }),
  );
wireLeadForm();
wireReplyForm();
wireReturnForm();
wireClock();
byId<HTMLInputElement>('core-back-at').addEventListener('change', (event) => {
  const { value } = event.currentTarget as HTMLInputElement;
  void sendJson('PUT', '/core', { backAt: value === '' ? null : new Date(value).toISOString() });
});
byId('clear').addEventListener('click', () => byId<HTMLDialogElement>('clear-dialog').showModal());
byId('clear-dialog').addEventListener('close', async () => {
  if (byId<HTMLDialogElement>('clear-dialog').returnValue !== 'clear') return;
  await sendJson('DELETE', '/state');
  announce('Cleared everything');
});

// Make scrollable areas reachable by keyboard.
for (const box of document.querySelectorAll<HTMLElement>('[data-scrolls]')) box.tabIndex = 0;
showLogins().catch(() => {});
subscribe();
