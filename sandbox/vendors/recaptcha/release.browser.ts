// Defines `grecaptcha`. A v2 invisible widget has frames of two hosts, both of which the CSP must allow.
type Options = {
  sitekey?: string;
  size?: string;
  callback?: (token: string) => void;
  'expired-callback'?: () => void;
  'error-callback'?: () => void;
};
type Widget = {
  options: Options;
  challenge: HTMLIFrameElement;
  loaded: Promise<unknown>;
  markLoaded: Record<Part, () => void>;
  expiry: number | undefined;
};
type Part = 'badge' | 'challenge';

const global = window as unknown as {
  ___grecaptcha_cfg: { fns: (() => void)[]; api: string; secondHost: string };
  grecaptcha: object;
};
const config = global.___grecaptcha_cfg;
const hosts: Record<Part, string> = { badge: config.api, challenge: config.secondHost };
const parts = ['badge', 'challenge'] as const;
const widgets: Widget[] = [];

function frameOf(part: Part, id: number, options: Options): HTMLIFrameElement {
  const source = new URL(part === 'badge' ? 'api2/anchor' : 'api2/bframe', hosts[part]);
  source.searchParams.set('k', options.sitekey ?? '');
  source.searchParams.set('co', location.origin);
  source.searchParams.set('w', String(id));
  source.searchParams.set('size', options.size ?? 'normal');
  const frame = document.createElement('iframe');
  frame.title = part === 'badge' ? 'reCAPTCHA' : 'recaptcha challenge';
  frame.src = source.href;
  frame.width = '0';
  frame.height = '0';
  frame.style.border = '0';
  frame.style.display = 'block';
  frame.tabIndex = -1;
  frame.setAttribute('aria-hidden', 'true');
  return frame;
}

function render(element: HTMLElement, options: Options = {}): number {
  if (element.childElementCount > 0) throw new Error('reCAPTCHA has already been rendered in this element');
  if (!options.sitekey) throw new Error('Missing required parameters: sitekey');
  const id = widgets.length;
  const challenge = frameOf('challenge', id, options);
  const markLoaded = { badge: () => {}, challenge: () => {} };
  const loaded = parts.map(
    (part) =>
      new Promise<void>((resolve) => {
        markLoaded[part] = resolve;
      }),
  );
  widgets.push({ options, challenge, loaded: Promise.all(loaded), markLoaded, expiry: undefined });
  const holder = document.createElement('div');
  holder.append(frameOf('badge', id, options), challenge);
  element.append(holder);
  return id;
}

window.addEventListener('message', ({ data, origin, source }) => {
  const part = parts.find((name) => name === data?.part);
  if (part === undefined || origin !== new URL(hosts[part]).origin) return;
  const widget = widgets[Number(data.recaptcha)];
  if (!widget) return;
  if (data.type === 'ready') return widget.markLoaded[part]();
  if (part !== 'challenge' || source !== widget.challenge.contentWindow) return;
  if (data.type === 'error') return widget.options['error-callback']?.();
  if (data.type !== 'token') return;
  clearTimeout(widget.expiry);
  widget.expiry = window.setTimeout(
    () => widget.options['expired-callback']?.(),
    data.expiresInSeconds * 1000,
  );
  widget.options.callback?.(data.token);
});

function widgetOf(id: number): Widget {
  const widget = widgets[id];
  if (!widget) throw new Error(`Invalid reCAPTCHA client id: ${id}`);
  return widget;
}

/** Returns nothing: the widget's callback gets the token. */
function execute(id = 0): void {
  const { challenge, loaded } = widgetOf(id);
  const message = { recaptcha: String(id), type: 'execute' };
  void loaded.then(() => challenge.contentWindow?.postMessage(message, new URL(hosts.challenge).origin));
}

const ready = (callback: () => void) => callback();
const reset = (id = 0) => clearTimeout(widgetOf(id).expiry);
Object.assign(global.grecaptcha, { ready, render, execute, reset });
for (const callback of config.fns.splice(0)) callback();

export {};
