// The console's main script: loads its lists, reloads a list when the sandbox reports a change, and sends its forms.
import { element } from '../../elements.browser.ts';
import { loaders } from './lists.browser.ts';
import { apiBase, byId, fetchJson, link, sendJson } from './page.browser.ts';

type ResponseBody = { errors?: { field?: string; message: string }[]; resumeUrl?: string; file?: string };

async function showCore(): Promise<void> {
  const { online, maintenance } = await fetchJson<{ online: boolean; maintenance: boolean }>('/core');
  const { elements } = byId<HTMLFormElement>('core-form');
  (elements.namedItem('online') as HTMLInputElement).checked = online;
  (elements.namedItem('maintenance') as HTMLInputElement).checked = maintenance;
}

async function moveClocks(advanceSeconds: number): Promise<void> {
  const response = await sendJson('POST', '/clock/both', { advanceSeconds });
  const { product, sandbox, errors } = await response.json();
  byId('clock-now').textContent = response.ok
    ? `Product: ${new Date(product).toLocaleString()}. Sandbox: ${new Date(sandbox).toLocaleString()}.`
    : errors[0].message;
}

const allLoaders: typeof loaders = { ...loaders, core: showCore, clock: () => moveClocks(0) };

/** Topics about to be reloaded, so that many changes at once cause one reload. */
const pending = new Set<string>();
function reload(topic: string): void {
  for (const name of topic === 'everything' ? Object.keys(allLoaders) : [topic]) {
    if (!allLoaders[name] || pending.has(name)) continue;
    pending.add(name);
    setTimeout(async () => {
      pending.delete(name);
      await Promise.resolve(allLoaders[name]?.()).catch(() => {});
    }, 60);
  }
}

const readControl = (control: HTMLInputElement): unknown =>
  control.type === 'checkbox' ? control.checked : control.value || null;

function describe(response: Response, { errors = [], resumeUrl, file }: ResponseBody): Node {
  if (!response.ok) {
    const mistakes = errors.map(({ field, message }) => (field ? `${field}: ${message}` : message));
    return element('ul', { class: 'error' }, ...mistakes.map((mistake) => element('li', {}, mistake)));
  }
  if (resumeUrl) return link(resumeUrl, 'Open the applicant’s link');
  return element('p', {}, file ? `Sent ${file}. The product will read it within five minutes.` : 'Done.');
}

for (const form of document.forms)
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const { method = 'POST', path = '', confirm: question } = form.dataset;
    if (question && !confirm(question)) return;
    const controls = [...form.elements].filter((control) => 'name' in control && control.name);
    const body = Object.fromEntries(
      controls.map((control) => [
        (control as HTMLInputElement).name,
        readControl(control as HTMLInputElement),
      ]),
    );
    const response = await sendJson(
      method,
      path.replace(/\{(\w+)\}/, (_, name) => String(body[name])),
      body,
    );
    const responseBody: ResponseBody = await response.json().catch(() => ({}));
    form.querySelector('output')?.replaceChildren(describe(response, responseBody));
  });

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-seconds]'))
  button.addEventListener('click', () => moveClocks(Number(button.dataset.seconds)));
// The product writes the bank's files without calling the sandbox.
window.addEventListener('focus', () => reload('loans'));
byId('turn').addEventListener('input', () => reload('pulls'));
byId('filter').addEventListener('input', () => reload('everything'));

const live = byId('live');
const events = new EventSource(`${apiBase}/events`);
events.addEventListener('open', () => {
  live.textContent = 'Live.';
  reload('everything');
});
events.addEventListener('error', () => {
  live.textContent = "The sandbox isn't running. Waiting for it …";
});
events.addEventListener('message', ({ data }) => reload(String(data)));
