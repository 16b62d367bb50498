// Helpers for the console's page: JSON calls, DOM elements, formatting and short announcements.

export const byId = <Kind extends HTMLElement>(id: string): Kind => document.getElementById(id) as Kind;
export const addressBase = '/console/api';
/** Where the page's link to the product leads. */
export const productUrl = (): string => byId<HTMLAnchorElement>('product').href;

export async function fetchJson<Value>(path: string): Promise<Value> {
  const answer = await fetch(addressBase + path);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return (await answer.json()) as Value;
}

export const sendJson = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  fetch(addressBase + path, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
  created.append(...content);
  return created;
}

/** Replaces the content and keeps the keyboard focus where it was. */
export function replaceContent(container: HTMLElement, content: Node[]): void {
  const key = (document.activeElement as HTMLElement | null)?.dataset.key;
  const inside = key !== undefined && container.contains(document.activeElement);
  container.replaceChildren(...content);
  if (inside) container.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus();
}

export function emptyState(sentence: string): HTMLElement {
  const box = element('div', { class: 'empty' });
  box.innerHTML =
    '<svg viewBox="0 0 96 32" aria-hidden="true"><path d="M4 24h88M30 24c20 0 18-16 40-16"/></svg>';
  box.append(sentence);
  return box;
}
export const emptyRow = (columns: number, sentence: string) =>
  element('tr', {}, element('td', { colspan: String(columns) }, emptyState(sentence)));

const clockTime = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' });
export const dayAndTime = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
export function time(iso: string): HTMLElement {
  const moment = new Date(iso);
  const today = moment.toDateString() === new Date().toDateString();
  return element('time', { datetime: iso, class: 'number' }, (today ? clockTime : dayAndTime).format(moment));
}

export const phone = (number: string) => number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');

let clearTimer: number | undefined;
export function announce(sentence: string): void {
  byId('said').textContent = sentence;
  clearTimeout(clearTimer);
  clearTimer = window.setTimeout(() => {
    byId('said').textContent = '';
  }, 2500);
}

export function copyButton(value: string, label: string, spoken: string, key: string): HTMLButtonElement {
  const button = element(
    'button',
    { type: 'button', class: 'small', 'data-key': key, 'aria-label': spoken },
    label,
  );
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(value);
    announce(`Copied ${value}`);
  });
  return button;
}

/** Updates a filter's options and keeps the current choice. */
export function updateFilter(
  select: HTMLSelectElement,
  values: string[],
  label: (value: string) => string,
): void {
  const current = select.value;
  const known = [...select.options].map((option) => option.value).filter(Boolean);
  const offered = [...new Set([...values, ...(current ? [current] : [])])];
  if (known.join() === offered.join()) return;
  const [all] = select.options;
  select.replaceChildren(...(all ? [all] : []), ...offered.map((value) => new Option(label(value), value)));
  select.value = current;
}
