// Reports use and errors, each only with its consent: names of screens and fields, never what was typed. It
// watches the page from outside, so that the application carries none of it.
import type { MeasuredEvent } from '#contract/measurements.ts';
import { type ScreenName, screenAt } from '#contract/screens.ts';
import { randomKey } from '../random-key.ts';
import { none, type PrivacyChoices } from './choices.ts';

const visitKey = 'branchline.visit';
/** Events wait so long for others, so that a visit costs few requests. */
const waitMilliseconds = 2000;

let choices: PrivacyChoices = none;
let visit: string | undefined;
let waiting: MeasuredEvent[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let isListening = false;
/** The screen that is shown, and the one whose form was sent last. */
let shown: ScreenName | undefined;
let sentFrom: ScreenName | undefined;

const screenNow = () => screenAt(location.pathname);

/** Puts choices into effect: what was allowed starts, and what was withdrawn stops and is forgotten. */
export function report(newChoices: PrivacyChoices): void {
  const began = newChoices.analytics && !choices.analytics;
  choices = newChoices;
  if (!choices.analytics) forgetVisit();
  if (!isListening) listen();
  if (!began) return;
  shown = screenNow();
  if (shown) record({ type: 'screen', screen: shown });
}

function listen(): void {
  isListening = true;
  new MutationObserver((changes) => {
    recordScreen();
    for (const { type, target } of changes) if (type === 'attributes') recordRefusal(target as Element);
  }).observe(document.documentElement, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['aria-invalid'],
  });
  addEventListener(
    'submit',
    () => {
      sentFrom = screenNow();
    },
    true,
  );
  addEventListener('pagehide', () => {
    if (shown) record({ type: 'left', screen: shown });
    send();
  });
  addEventListener('error', ({ error }) => recordError(error));
  addEventListener('unhandledrejection', ({ reason }) => recordError(reason));
  addEventListener('branchline:caught', (event) => recordError((event as CustomEvent<unknown>).detail));
}

/** An applicant who reaches another screen after sending a form has completed the previous one. */
function recordScreen(): void {
  const screen = screenNow();
  if (screen === shown) return;
  if (shown !== undefined && sentFrom === shown) record({ type: 'step', screen: shown });
  shown = screen;
  sentFrom = undefined;
  if (screen) record({ type: 'screen', screen });
}

/** Reports the name of a control that is marked as wrong. */
function recordRefusal(control: Element): void {
  if (shown === undefined || control.getAttribute('aria-invalid') !== 'true') return;
  // The form stays, so the screen is not completed.
  sentFrom = undefined;
  const name = control.getAttribute('name') ?? control.querySelector('[name]')?.getAttribute('name');
  record({ type: 'refused', screen: shown, field: name ?? 'other' });
}

function record(event: MeasuredEvent): void {
  if (!choices.analytics) return;
  waiting.push(event);
  if (waiting.length >= 50) send();
  else timer ??= setTimeout(send, waitMilliseconds);
}

function send(): void {
  clearTimeout(timer);
  timer = undefined;
  if (!choices.analytics || waiting.length === 0) return;
  const events = waiting;
  waiting = [];
  post('/api/v1/measurements', { visit: visitNow(), advertising: choices.advertising, events });
}

/** Survives the page, and needs no response. */
function post(address: string, body: object): void {
  fetch(address, {
    method: 'POST',
    keepalive: true,
    credentials: 'omit',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {});
}

/** A random number of this visit, in this tab alone. */
function visitNow(): string {
  try {
    visit = sessionStorage.getItem(visitKey) ?? visit;
    visit ??= randomKey();
    sessionStorage.setItem(visitKey, visit);
  } catch {
    visit ??= randomKey();
  }
  return visit;
}

function forgetVisit(): void {
  waiting = [];
  visit = undefined;
  try {
    sessionStorage.removeItem(visitKey);
  } catch {
    // Nothing was stored.
  }
}

/** The message stays here: it may quote what the applicant typed. */
function recordError(error: unknown): void {
  if (!choices.errors || !(error instanceof Error)) return;
  const frames = [...(error.stack ?? '').matchAll(/\/assets\/([\w-]+\.js):(\d+):(\d+)/g)]
    .slice(0, 20)
    .map(([, file, line, column]) => ({ file, line: Number(line), column: Number(column) }));
  if (frames.length === 0) return;
  const screen = screenNow();
  const name = /^[A-Z][A-Za-z]{1,40}$/.test(error.name) ? error.name : 'Error';
  post('/api/v1/browser-errors', { ...(screen && { screen }), name, frames });
}
