// Helpers for the console's page: calls to its API, elements, and lists that keep unchanged rows.
import { element } from '../../elements.browser.ts';

export const byId = <Kind extends HTMLElement>(id: string): Kind => document.getElementById(id) as Kind;
export const apiBase = '/console/api';

export async function fetchJson<Value>(path: string): Promise<Value> {
  const response = await fetch(apiBase + path);
  if (!response.ok) throw new Error(`${path} responded with ${response.status}`);
  return response.json();
}

export const sendJson = (method: string, path: string, body: unknown = {}): Promise<Response> =>
  fetch(apiBase + path, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

export const link = (href: string, text: string) => element('a', { href, target: '_blank' }, text);

export const time = (iso: string): string =>
  new Date(iso).toLocaleString('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  });

const mostRows = 100;

/** A table of a section. Rows that did not change stay as they are, with the focus and what is open in them. */
export function createTable<Row>(
  sectionId: string,
  headings: readonly string[],
  cellsOf: (row: Row) => (Node | string)[],
): (rows: readonly Row[]) => void {
  // Lists that are laid out as cards or messages stay tables for a screen reader.
  const body = element('tbody', { role: 'rowgroup' });
  const cells = headings.map((heading) => element('th', { role: 'columnheader', scope: 'col' }, heading));
  const table = document.querySelector<HTMLTableElement>(`#${sectionId} table`);
  table?.append(element('thead', { role: 'rowgroup' }, element('tr', { role: 'row' }, ...cells)), body);
  table?.setAttribute('role', 'table');
  // It scrolls, so the keyboard must reach it.
  table?.setAttribute('tabindex', '0');
  let rendered = new Map<string, HTMLElement>();
  return (rows) => {
    const shown = new Map<string, HTMLElement>();
    for (const row of rows) {
      const key = JSON.stringify(row);
      const tableRow =
        rendered.get(key) ??
        element('tr', { role: 'row' }, ...cellsOf(row).map((cell) => element('td', { role: 'cell' }, cell)));
      if (matchesFilter(tableRow.textContent) && shown.size < mostRows) shown.set(key, tableRow);
    }
    for (const row of [...body.children]) if (![...shown.values()].includes(row as HTMLElement)) row.remove();
    for (const [position, row] of [...shown.values()].entries())
      if (body.children[position] !== row) body.insertBefore(row, body.children[position] ?? null);
    rendered = shown;
  };
}

function matchesFilter(text: string): boolean {
  const words = byId<HTMLInputElement>('filter').value.toLowerCase().split(/\s+/);
  return words.every((word) => text.toLowerCase().includes(word));
}
