// The captcha's and the device session's scripts, loaded when the form is first shown. Neither may stand in the way: where a
// script does not load or answer, the form is sent without it and the server decides. The bank link's script is loaded when
// it is asked for, and whoever asks hears that it did not come.
import { pause, realTimers, type Timers } from '../lib/timers.ts';
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

export interface LinkedInstitution {
  readonly institution_id: string;
  readonly name: string;
}

export interface LinkError {
  readonly error_type: string;
  readonly error_code: string;
}

export interface LinkOptions {
  readonly token: string;
  /** The whole address at which a bank's own page sent the applicant back; never given otherwise. */
  readonly receivedRedirectUri?: string;
  onSuccess(publicToken: string, metadata: { readonly institution: LinkedInstitution | null }): void;
  onExit(error: LinkError | null): void;
}

export interface LinkWidget {
  open(): void;
  destroy(): void;
}

interface BankLinking {
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

/** Loads a script once a page; a failed one is tried again the next time it is asked for. */
export function loadScript(address: string): Promise<void> {
  const known = scripts.get(address);
  if (known) return known;
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
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

/** A token lives two minutes; one older than this is asked for anew. */
const tokenLifetime = 100_000;
const captchaTimeout = 30_000;
const deviceTimeout = 2000;
const bankLinkTimeout = 15_000;

export interface Captcha {
  /** A fresh token, or nothing where the captcha cannot give one. Each is used once. */
  token(): Promise<string | undefined>;
  remove(): void;
}

/** Renders the captcha into a fresh element under `place`. */
export function mountCaptcha(
  place: HTMLElement,
  settings: Settings['recaptcha'],
  timers: Timers = realTimers,
): Captcha {
  const element = document.createElement('div');
  place.append(element);
  let widget: number | undefined;
  let latest: { readonly token: string; readonly at: number } | undefined;
  let heard: (() => void) | undefined;
  let removed = false;

  const failed = () => heard?.();
  const loaded = (async () => {
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
        heard?.();
      },
      'expired-callback': () => {
        latest = undefined;
      },
      'error-callback': failed,
    });
  })().catch(() => {});

  return {
    async token() {
      await Promise.race([loaded, pause(timers, deviceTimeout)]);
      if (widget === undefined) return undefined;
      if (!latest || timers.now() - latest.at > tokenLifetime) {
        latest = undefined;
        const spoken = new Promise<void>((resolve) => {
          heard = resolve;
        });
        try {
          // Some versions answer with a promise besides calling back.
          Promise.resolve(window.grecaptcha?.execute?.(widget)).catch(failed);
        } catch {
          return undefined;
        }
        await Promise.race([spoken, pause(timers, captchaTimeout)]);
        heard = undefined;
      }
      const token = (latest as { token: string } | undefined)?.token;
      latest = undefined;
      try {
        window.grecaptcha?.reset(widget);
      } catch {
        // A widget that cannot be reset is rendered anew at the next mount.
      }
      return token;
    },
    remove() {
      removed = true;
      element.remove();
    },
  };
}

/** Starts the device session; the answer gives its id once there is one, and nothing where there is none in time. */
export function startDeviceSession(
  settings: Settings['socure'],
  timers: Timers = realTimers,
): () => Promise<string | undefined> {
  const id = (async () => {
    if (!settings) return undefined;
    await loadScript(settings.script);
    const device = window.SigmaDeviceManager;
    if (!device) return undefined;
    await device.initialize({ sdkKey: settings.sdkKey, configBaseUrl: settings.configBaseUrl });
    return (await device.getSessionToken()) || undefined;
  })().catch(() => undefined);
  return () => Promise.race([id, pause(timers, deviceTimeout).then(() => undefined)]);
}

/** The bank link's widget, ready to be made. Rejects where its script does not come; asking again tries anew. */
export async function loadBankLink(
  settings: Settings['plaid'],
  timers: Timers = realTimers,
): Promise<BankLinking> {
  if (!settings) throw new Error('The page names no bank link.');
  const late = pause(timers, bankLinkTimeout).then(() => {
    throw new Error('A script did not load in time.');
  });
  await Promise.race([loadScript(settings.script), late]);
  if (window.Plaid) return window.Plaid;
  // Something else answered in its place, as some networks do.
  scripts.delete(settings.script);
  throw new Error('A script is not what it should be.');
}
