// What the console's page is made of: reading and sending JSON, drawing, and what is said in passing.

export const at = <Kind extends HTMLElement>(id: string): Kind => document.getElementById(id) as Kind;
export const addressBase = '/console/api';

export async function read<Value>(path: string): Promise<Value> {
  const answer = await fetch(addressBase + path);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return (await answer.json()) as Value;
}

export const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
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
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content);
  return made;
}

/** Puts new content in place and leaves the keyboard where it was. */
export function show(holder: HTMLElement, content: Node[]): void {
  const key = (document.activeElement as HTMLElement | null)?.dataset.key;
  const inside = key !== undefined && holder.contains(document.activeElement);
  holder.replaceChildren(...content);
  if (inside) holder.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus();
}

export function nothing(sentence: string): HTMLElement {
  const box = element('div', { class: 'empty' });
  box.innerHTML =
    '<svg viewBox="0 0 96 32" aria-hidden="true"><path d="M4 24h88M30 24c20 0 18-16 40-16"/></svg>';
  box.append(sentence);
  return box;
}
export const nothingRow = (columns: number, sentence: string) =>
  element('tr', {}, element('td', { colspan: String(columns) }, nothing(sentence)));

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

let hush: number | undefined;
export function say(sentence: string): void {
  at('said').textContent = sentence;
  clearTimeout(hush);
  hush = window.setTimeout(() => {
    at('said').textContent = '';
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
    say(`Copied ${value}`);
  });
  return button;
}

/** Offers what occurs, and keeps the choice. */
export function offer(select: HTMLSelectElement, values: string[], label: (value: string) => string): void {
  const chosen = select.value;
  const known = [...select.options].map((option) => option.value).filter(Boolean);
  const wanted = [...new Set([...values, ...(chosen ? [chosen] : [])])];
  if (known.join() === wanted.join()) return;
  const [all] = select.options;
  select.replaceChildren(...(all ? [all] : []), ...wanted.map((value) => new Option(label(value), value)));
  select.value = chosen;
}
