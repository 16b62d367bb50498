// The release that `api.js` loads: it defines `grecaptcha`. A widget of the kind v2 invisible is two frames, the badge from the host
// of `api.js` and the challenge from the second host, so the page's CSP must allow both, as with the real reCAPTCHA.
type Callback = ((token: string) => void) | string;
type Options = {
  sitekey?: string;
  size?: string;
  theme?: 'light' | 'dark';
  tabindex?: number;
  callback?: Callback;
  'expired-callback'?: Callback;
  'error-callback'?: Callback;
};
type Widget = {
  options: Options;
  challenge: HTMLIFrameElement;
  field: HTMLTextAreaElement;
  token: string;
  loaded: Promise<unknown>;
  markLoaded: Record<Part, () => void>;
  expiry: number | undefined;
};
type Part = 'badge' | 'challenge';

const script = document.currentScript as HTMLScriptElement;
const query = new URL(script.src).searchParams;
const { ___grecaptcha_cfg: config } = window as unknown as {
  ___grecaptcha_cfg: { fns: (() => void)[]; api: string; secondHost: string };
};
const origins: Record<Part, string> = {
  badge: new URL(config.api).origin,
  challenge: new URL(config.secondHost).origin,
};
const widgets: Widget[] = [];
const whenReady: (() => void)[] = [];
let ready = false;

const call = (callback: unknown, ...given: unknown[]) => {
  const found =
    typeof callback === 'string' ? (window as unknown as Record<string, unknown>)[callback] : callback;
  if (typeof found === 'function') found(...given);
};

function frameOf(part: Part, id: number, options: Options): HTMLIFrameElement {
  const path = part === 'badge' ? 'api2/anchor' : 'api2/bframe';
  const source = new URL(path, part === 'badge' ? config.api : config.secondHost);
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

function render(container: string | HTMLElement, given: Options = {}): number {
  const element = typeof container === 'string' ? document.getElementById(container) : container;
  if (!element) throw new Error('reCAPTCHA placeholder element must be an element or id');
  if (element.childElementCount > 0) throw new Error('reCAPTCHA has already been rendered in this element');
  const data = element.dataset;
  const options: Options = {
    ...(data.sitekey ? { sitekey: data.sitekey } : {}),
    ...(data.size ? { size: data.size } : {}),
    ...(data.callback ? { callback: data.callback } : {}),
    ...given,
  };
  if (!options.sitekey) throw new Error('Missing required parameters: sitekey');

  const id = widgets.length;
  const badge = frameOf('badge', id, options);
  const challenge = frameOf('challenge', id, options);
  const field = document.createElement('textarea');
  field.name = 'g-recaptcha-response';
  field.id = id === 0 ? 'g-recaptcha-response' : `g-recaptcha-response-${id}`;
  field.hidden = true;

  const markLoaded = { badge: () => {}, challenge: () => {} };
  const loaded = Promise.all(
    (['badge', 'challenge'] as const).map(
      (part) =>
        new Promise<void>((resolve) => {
          markLoaded[part] = resolve;
        }),
    ),
  );
  widgets.push({ options, challenge, field, token: '', loaded, markLoaded, expiry: undefined });
  const holder = document.createElement('div');
  holder.append(badge, challenge, field);
  element.append(holder);
  return id;
}

function forget(widget: Widget) {
  clearTimeout(widget.expiry);
  widget.token = '';
  widget.field.value = '';
}

window.addEventListener('message', (event) => {
  const part = (['badge', 'challenge'] as const).find((one) => one === event.data?.part);
  if (part === undefined || event.origin !== origins[part]) return;
  const widget = widgets[Number(event.data.recaptcha)];
  if (!widget) return;
  if (event.data.type === 'ready') return widget.markLoaded[part]();
  if (part !== 'challenge' || event.source !== widget.challenge.contentWindow) return;
  if (event.data.type === 'error') return call(widget.options['error-callback']);
  if (event.data.type !== 'token') return;
  widget.token = event.data.token;
  widget.field.value = event.data.token;
  clearTimeout(widget.expiry);
  widget.expiry = window.setTimeout(() => {
    forget(widget);
    call(widget.options['expired-callback']);
  }, event.data.expiresInSeconds * 1000);
  call(widget.options.callback, event.data.token);
});

const widgetOf = (id: number): Widget => {
  const widget = widgets[id];
  if (!widget) throw new Error(`Invalid reCAPTCHA client id: ${id}`);
  return widget;
};

/** Returns nothing: the widget's callback gets the token. */
function execute(id = 0): void {
  const widget = widgetOf(id);
  void widget.loaded.then(() =>
    widget.challenge.contentWindow?.postMessage(
      { recaptcha: String(id), type: 'execute' },
      origins.challenge,
    ),
  );
}

const api = {
  ready: (callback: () => void) => {
    if (ready) callback();
    else whenReady.push(callback);
  },
  render,
  execute,
  reset: (id = 0) => forget(widgetOf(id)),
  getResponse: (id = 0) => widgets[id]?.token ?? '',
};
const global = window as unknown as { grecaptcha?: unknown };
global.grecaptcha = Object.assign((global.grecaptcha ?? {}) as object, api);

// Runs after the current task, like the real script: the page may still be defining its `onload` callback.
setTimeout(() => {
  ready = true;
  if ((query.get('render') ?? 'onload') === 'onload')
    for (const element of document.querySelectorAll<HTMLElement>('.g-recaptcha'))
      if (element.childElementCount === 0) render(element);
  for (const callback of [...config.fns.splice(0), ...whenReady.splice(0)]) callback();
  const onload = query.get('onload');
  if (onload) call(onload);
});

export {};
