// Draws the frame's panel: headings, forms and fields.
import type { Account, Bank, LinkError } from './types.ts';

const byId = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind;
const panel = byId('panel');
export const exitButton = byId<HTMLButtonElement>('exit');
const pane = byId('pane');
const backButton = byId<HTMLButtonElement>('back');
const status = byId('status');

export type Content = (Node | string | null)[];

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...content: Content
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
  created.append(...content.filter((child) => child !== null));
  return created;
}

let onBack: (() => void) | undefined;
backButton.addEventListener('click', () => onBack?.());

/** Replaces the panel's content and moves focus to the new heading. Without `back` there is no Back button. */
export function showPane(heading: string, content: Content, back?: () => void): void {
  const title = element('h1', { tabindex: '-1' }, heading);
  pane.replaceChildren(title, ...content.filter((child) => child !== null));
  document.title = `${heading} – Plaid`;
  onBack = back;
  backButton.hidden = back === undefined;
  announce('');
  panel.hidden = false;
  panel.scrollTop = 0;
  title.focus();
}

export function closePanel(): void {
  onBack = undefined;
  panel.hidden = true;
  pane.replaceChildren();
}

/** Screen readers read this aloud. */
export function announce(message: string): void {
  status.textContent = message;
}

export const bankLine = ({ name, logo }: Bank) =>
  element(
    'p',
    { class: 'bank-line' },
    element('img', { src: logo, alt: '', width: '32', height: '32' }),
    name,
  );

export const accountName = ({ name, mask }: Account) => `${name} ••${mask}`;

export const errorAlert = ({ display_message }: LinkError) =>
  element(
    'p',
    { class: 'alert', role: 'alert' },
    display_message ?? 'Something went wrong on our side. Try again in a moment.',
  );

/** A form that ignores further submits while one is running, and announces `busyMessage` meanwhile. */
export function form(
  button: string,
  content: Content,
  submit: () => Promise<void>,
  busyMessage: string,
): HTMLFormElement {
  const submitButton = element('button', { class: 'main' }, button);
  const created = element('form', { novalidate: '' }, ...content, submitButton);
  let busy = false;
  created.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    submitButton.setAttribute('aria-disabled', 'true');
    announce(busyMessage);
    try {
      await submit();
    } finally {
      busy = false;
      submitButton.removeAttribute('aria-disabled');
      if (status.textContent === busyMessage) announce('');
    }
  });
  return created;
}

type Field = {
  container: HTMLElement;
  read: () => string;
  /** An empty message clears the error. */
  setError: (message: string) => void;
  focus: () => void;
};

let fieldCount = 0;
const nextId = (prefix: string) => {
  fieldCount += 1;
  return `${prefix}-${fieldCount}`;
};

function showError(error: HTMLElement, describes: HTMLElement, message: string): void {
  error.textContent = message;
  error.hidden = message === '';
  if (message === '') describes.removeAttribute('aria-describedby');
  else describes.setAttribute('aria-describedby', error.id);
}

export function textField(
  label: string,
  attributes: Record<string, string> = {},
): Field & { input: HTMLInputElement } {
  const id = nextId('field');
  const input = element('input', {
    id,
    type: 'text',
    autocapitalize: 'none',
    autocorrect: 'off',
    spellcheck: 'false',
    ...attributes,
  });
  const error = element('p', { id: `${id}-error`, class: 'field-error', hidden: '' });
  const setError = (message: string) => {
    showError(error, input, message);
    if (message === '') input.removeAttribute('aria-invalid');
    else input.setAttribute('aria-invalid', 'true');
  };
  input.addEventListener('input', () => setError(''));
  return {
    container: element('div', { class: 'field' }, element('label', { for: id }, label), input, error),
    input,
    read: () => input.value,
    setError,
    focus: () => input.focus(),
  };
}

export function choiceField(label: string, options: string[]): Field {
  const name = nextId('choice');
  const radios = options.map((value) => element('input', { type: 'radio', name, value }));
  const error = element('p', { class: 'field-error', id: `${name}-error`, hidden: '' });
  const container = element(
    'fieldset',
    {},
    element('legend', {}, label),
    ...radios.map((radio) => element('label', { class: 'choice' }, radio, radio.value)),
    error,
  );
  const setError = (message: string) => showError(error, container, message);
  container.addEventListener('change', () => setError(''));
  return {
    container,
    read: () => radios.find((radio) => radio.checked)?.value ?? '',
    setError,
    focus: () => radios[0]?.focus(),
  };
}

/** Marks each empty field with its message and focuses the first; true when nothing is empty. */
export function checkRequired(fields: { field: Field; message: string }[]): boolean {
  const isEmpty = ({ field }: { field: Field }) => field.read().trim() === '';
  for (const entry of fields) entry.field.setError(isEmpty(entry) ? entry.message : '');
  const firstEmpty = fields.find(isEmpty);
  firstEmpty?.field.focus();
  return firstEmpty === undefined;
}

/** Keeps Tab inside the panel. */
export function trapTab(event: KeyboardEvent): void {
  const focusable = [...panel.querySelectorAll<HTMLElement>('button, input')].filter(
    (candidate) => candidate.getClientRects().length > 0,
  );
  const first = focusable[0];
  const last = focusable.at(-1);
  const active = document.activeElement;
  const inside = active instanceof HTMLElement && focusable.includes(active);
  if (event.shiftKey ? active === first || (!inside && active?.tagName !== 'H1') : active === last) {
    event.preventDefault();
    (event.shiftKey ? last : first)?.focus();
  }
}
