// Third-party scripts. If those of the captcha or the device fail or are slow, the form is sent without and
// the server decides. The bank link's failure is reported.
import { patiently } from '../lib/lazy-part.tsx';
import { isOffline } from '../lib/online.ts';
import { pause, type Timers } from '../lib/timers.ts';
import type { Settings } from './settings.ts';

interface Recaptcha {
  ready(run: () => void): void;
  render(element: HTMLElement, options: Record<string, unknown>): number;
  execute?(widget: number): unknown;
  reset(widget: number): void;
}

interface DeviceSessions {
  initialize(options: { sdkKey: string; configBaseUrl: string }): unknown;
  getSessionToken(): Promise<string | undefined>;
}

interface LinkedInstitution {
  readonly institution_id: string;
  readonly name: string;
}

export interface LinkError {
  readonly error_type: string;
  readonly error_code: string;
}

interface LinkOptions {
  readonly token: string;
  /** The whole address to which a bank's own page returned the applicant. */
  readonly receivedRedirectUri?: string;
  onSuccess(publicToken: string, metadata: { readonly institution: LinkedInstitution | null }): void;
  onExit(error: LinkError | null): void;
}

export interface LinkWidget {
  open(): void;
  destroy(): void;
}

export interface BankLinking {
  create(options: LinkOptions): LinkWidget;
}

declare global {
  interface Window {
    grecaptcha?: Recaptcha;
    SigmaDeviceManager?: DeviceSessions;
    Plaid?: BankLinking;
  }
}

const scripts = new Map<string, Promise<void>>();
/** The only place where this app turns text into code. The page's policy reports any other. */
const trusted = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('vendors', {
  createScriptURL: (address) => address,
});

/** What TypeScript's DOM does not have yet. A trusted address is assigned as if it were a string. */
interface TrustedTypes {
  createPolicy(name: string, rules: ScriptAddresses): ScriptAddresses;
}
interface ScriptAddresses {
  createScriptURL(address: string): string;
}

/** Loads a script once per page. A failed one is retried at the next request. */
function loadScript(address: string): Promise<void> {
  const existing = scripts.get(address);
  if (existing) return existing;
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = trusted?.createScriptURL(address) ?? address;
    script.async = true;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      scripts.delete(address);
      reject(new Error('A script did not load.'));
    };
    document.head.append(script);
  });
  scripts.set(address, loading);
  return loading;
}

/** A token is valid for two minutes. An older one than this is replaced. */
const tokenLifetime = 100_000;
const captchaTimeout = 30_000;
const deviceTimeout = 2000;
/** A blocker may also let a request wait without end. */
const stoppedAfter = 10_000;
const bankLinkTimeout = 15_000;

interface Captcha {
  /** A new token, or undefined when the captcha fails. Each is used once. */
  token(): Promise<string | undefined>;
  remove(): void;
}

/** Renders the captcha into a new element in `place`. */
function mountCaptcha(place: HTMLElement, settings: Settings['recaptcha'], timers: Timers): Captcha {
  const element = document.createElement('div');
  place.append(element);
  let widget: number | undefined;
  let latest: { readonly token: string; readonly at: number } | undefined;
  let settle: (() => void) | undefined;
  let removed = false;

  const failed = () => settle?.();
  let loading: Promise<void> | undefined;
  const load = async () => {
    if (!settings) return;
    await loadScript(settings.script);
    const recaptcha = window.grecaptcha;
    if (!recaptcha) return;
    await new Promise<void>((resolve) => recaptcha.ready(resolve));
    if (removed) return;
    widget = recaptcha.render(element, {
      sitekey: settings.siteKey,
      size: 'invisible',
      callback: (token: string) => {
        latest = { token, at: timers.now() };
        settle?.();
      },
      'expired-callback': () => {
        latest = undefined;
      },
      'error-callback': failed,
    });
  };
  /** A captcha that did not load is loaded again for the next token: the server may refuse a form without one. */
  const loaded = () => {
    loading ??= load().catch(() => {
      loading = undefined;
    });
    return loading;
  };
  void loaded();

  return {
    async token() {
      await Promise.race([loaded(), pause(timers, deviceTimeout)]);
      if (widget === undefined) return undefined;
      if (!latest || timers.now() - latest.at > tokenLifetime) {
        latest = undefined;
        const spoken = new Promise<void>((resolve) => {
          settle = resolve;
        });
        try {
          // Some versions also return a promise.
          Promise.resolve(window.grecaptcha?.execute?.(widget)).catch(failed);
        } catch {
          return undefined;
        }
        await Promise.race([spoken, pause(timers, captchaTimeout)]);
        settle = undefined;
      }
      const token = (latest as { token: string } | undefined)?.token;
      latest = undefined;
      try {
        window.grecaptcha?.reset(widget);
      } catch {
        // A widget that cannot be reset is rendered again at the next mount.
      }
      return token;
    },
    remove() {
      removed = true;
      element.remove();
    },
  };
}

interface StoppedCheck {
  /** Resolves once the check is done, or was stopped again. */
  readonly retry: () => Promise<unknown>;
}

let stopped: StoppedCheck | undefined;
const listeners = new Set<() => void>();

/** The check of the device that did not finish on this page, as where a blocker stopped it (`shared/StoppedDeviceCheck.tsx`). */
export const stoppedCheck = {
  get: () => stopped,
  set(next: StoppedCheck | undefined) {
    stopped = next;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** A script that failed halfway keeps its failure, so each attempt runs it from the start. */
async function openDeviceSession({ script, ...options }: NonNullable<Settings['socure']>): Promise<string> {
  scripts.delete(script);
  Reflect.deleteProperty(window, 'SigmaDeviceManager');
  await loadScript(script);
  await window.SigmaDeviceManager?.initialize(options);
  const id = await window.SigmaDeviceManager?.getSessionToken();
  if (!id) throw new Error('The device has no session.');
  return id;
}

/** Starts the device session, and passes on its id. The returned function resolves to it, or to undefined after a timeout. */
export function startDeviceSession(
  settings: Settings['socure'],
  timers: Timers,
  { onId, signal }: { onId?: (id: string) => void; signal?: AbortSignal } = {},
): () => Promise<string | undefined> {
  if (!settings) return async () => undefined;
  let id: Promise<string | undefined>;
  const within = (time: number) => Promise.race([id, pause(timers, time).then(() => undefined)]);
  const start = async () => {
    id = patiently(() => openDeviceSession(settings)).catch(() => undefined);
    void id.then((found) => {
      if (!found) return;
      stoppedCheck.set(undefined);
      onId?.(found);
    });
    if (!(await within(stoppedAfter)) && !isOffline()) reportStopped();
  };
  const reportStopped = () => {
    if (!signal?.aborted) stoppedCheck.set({ retry: start });
  };
  void start();
  return async () => {
    const found = await within(deviceTimeout);
    if (!found && !stopped) reportStopped();
    return found;
  };
}

export interface FraudSignals {
  /** `stopped`: the applicant does not know yet that a check did not finish. */
  collect(): Promise<{ readonly recaptcha?: string; readonly socureDeviceSessionId?: string } | 'stopped'>;
  remove(): void;
}

/** The captcha and the device session, both started when the form is first shown. */
export function startFraudSignals(place: HTMLElement, settings: Settings, timers: Timers): FraudSignals {
  const captcha = mountCaptcha(place, settings.recaptcha, timers);
  const form = new AbortController();
  const deviceSession = startDeviceSession(settings.socure, timers, { signal: form.signal });
  return {
    async collect() {
      const hasSaidSo = stopped !== undefined;
      const early = await deviceSession();
      // A solved captcha works once, so it is asked for only if the form is sent.
      if (stopped && !hasSaidSo) return 'stopped';
      const [recaptcha, socureDeviceSessionId] = await Promise.all([
        captcha.token(),
        early ?? deviceSession(),
      ]);
      return { ...(recaptcha && { recaptcha }), ...(socureDeviceSessionId && { socureDeviceSessionId }) };
    },
    remove() {
      captcha.remove();
      form.abort();
      stoppedCheck.set(undefined);
    },
  };
}

/** The bank link's library. Rejects when its script does not load; the next call retries. */
export async function loadBankLink(settings: Settings['plaid'], timers: Timers): Promise<BankLinking> {
  if (!settings) throw new Error('The page names no bank link.');
  const late = pause(timers, bankLinkTimeout).then(() => {
    throw new Error('A script did not load in time.');
  });
  await Promise.race([loadScript(settings.script), late]);
  if (window.Plaid) return window.Plaid;
  // Some networks respond with something else.
  scripts.delete(settings.script);
  throw new Error('A script is not what it should be.');
}
