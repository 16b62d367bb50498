// The release that `api.js` loads: it defines `grecaptcha`. Each widget is an iframe from the vendor's origin, and the two exchange
// messages, so the page's CSP must allow the script and the frame, as with the real reCAPTCHA.
(() => {
  type Options = {
    sitekey?: string;
    size?: 'normal' | 'compact' | 'invisible';
    theme?: 'light' | 'dark';
    tabindex?: number;
    action?: string;
    callback?: ((token: string) => void) | string;
    'expired-callback'?: (() => void) | string;
    'error-callback'?: (() => void) | string;
  };
  type Widget = {
    options: Options;
    frame: HTMLIFrameElement;
    field: HTMLTextAreaElement;
    token: string;
    loaded: Promise<void>;
    markLoaded: () => void;
    waiting: { resolve: (token: string) => void; reject: (reason: Error) => void }[];
    expiry: number | undefined;
  };

  const script = document.currentScript as HTMLScriptElement;
  const address = new URL(script.src);
  const widgets: Widget[] = [];
  const whenReady: (() => void)[] = [];
  let ready = false;

  const call = (callback: unknown, ...given: unknown[]) => {
    const found =
      typeof callback === 'string' ? (window as unknown as Record<string, unknown>)[callback] : callback;
    if (typeof found === 'function') found(...given);
  };

  function render(container: string | HTMLElement, given: Options = {}): number {
    const element = typeof container === 'string' ? document.getElementById(container) : container;
    if (!element) throw new Error('reCAPTCHA placeholder element must be an element or id');
    if (element.childElementCount > 0) throw new Error('reCAPTCHA has already been rendered in this element');
    const data = element.dataset;
    const options: Options = {
      ...(data.sitekey ? { sitekey: data.sitekey } : {}),
      ...(data.size ? { size: data.size as 'normal' } : {}),
      ...(data.theme ? { theme: data.theme as 'light' } : {}),
      ...(data.callback ? { callback: data.callback } : {}),
      ...given,
    };
    if (!options.sitekey) throw new Error('Missing required parameters: sitekey');

    const id = widgets.length;
    const invisible = options.size === 'invisible';
    const source = new URL('/recaptcha/api2/anchor', address.origin);
    source.searchParams.set('k', options.sitekey);
    source.searchParams.set('co', location.origin);
    source.searchParams.set('w', String(id));
    source.searchParams.set('size', options.size ?? 'normal');
    source.searchParams.set('theme', options.theme ?? 'light');

    const frame = document.createElement('iframe');
    frame.title = 'reCAPTCHA';
    frame.src = source.href;
    frame.width = invisible ? '0' : options.size === 'compact' ? '164' : '304';
    frame.height = invisible ? '0' : '78';
    frame.style.border = '0';
    if (invisible) {
      frame.style.display = 'block';
      frame.tabIndex = -1;
      frame.setAttribute('aria-hidden', 'true');
    } else if (options.tabindex !== undefined) frame.tabIndex = options.tabindex;

    const field = document.createElement('textarea');
    field.name = 'g-recaptcha-response';
    field.id = id === 0 ? 'g-recaptcha-response' : `g-recaptcha-response-${id}`;
    field.hidden = true;

    let markLoaded = () => {};
    const loaded = new Promise<void>((resolve) => {
      markLoaded = resolve;
    });
    widgets.push({ options, frame, field, token: '', loaded, markLoaded, waiting: [], expiry: undefined });
    const holder = document.createElement('div');
    holder.append(frame, field);
    element.append(holder);
    return id;
  }

  function forget(widget: Widget) {
    clearTimeout(widget.expiry);
    widget.token = '';
    widget.field.value = '';
  }

  window.addEventListener('message', (event) => {
    if (event.origin !== address.origin || event.data?.recaptcha === undefined) return;
    const widget = widgets[Number(event.data.recaptcha)];
    if (!widget || event.source !== widget.frame.contentWindow) return;
    const waiting = widget.waiting.splice(0);
    switch (event.data.type) {
      case 'ready':
        widget.waiting.push(...waiting);
        widget.markLoaded();
        break;
      case 'token':
        widget.token = event.data.token;
        widget.field.value = event.data.token;
        clearTimeout(widget.expiry);
        widget.expiry = window.setTimeout(() => {
          forget(widget);
          widget.frame.contentWindow?.postMessage(
            { recaptcha: event.data.recaptcha, type: 'reset' },
            address.origin,
          );
          call(widget.options['expired-callback']);
        }, event.data.expiresInSeconds * 1000);
        call(widget.options.callback, event.data.token);
        for (const { resolve } of waiting) resolve(event.data.token);
        break;
      case 'expired':
        forget(widget);
        call(widget.options['expired-callback']);
        break;
      case 'error':
        call(widget.options['error-callback']);
        for (const { reject } of waiting) reject(new Error('reCAPTCHA could not be reached'));
        break;
    }
  });

  const widgetFor = (which: number | string | undefined, action?: string): number => {
    if (typeof which === 'number') return which;
    if (which === undefined) return 0;
    const known = widgets.findIndex(
      ({ options }) => options.sitekey === which && options.size === 'invisible',
    );
    if (known >= 0) return known;
    const holder = document.createElement('div');
    document.body.append(holder);
    return render(holder, { sitekey: which, size: 'invisible', ...(action ? { action } : {}) });
  };

  function execute(which?: number | string, { action }: { action?: string } = {}): Promise<string> {
    const id = widgetFor(which, action);
    const widget = widgets[id];
    if (!widget) return Promise.reject(new Error(`Invalid reCAPTCHA client id: ${id}`));
    return new Promise((resolve, reject) => {
      widget.waiting.push({ resolve, reject });
      widget.loaded.then(() =>
        widget.frame.contentWindow?.postMessage(
          { recaptcha: String(id), type: 'execute', action: action ?? widget.options.action ?? '' },
          address.origin,
        ),
      );
    });
  }

  function reset(id = 0) {
    const widget = widgets[id];
    if (!widget) throw new Error(`Invalid reCAPTCHA client id: ${id}`);
    forget(widget);
    widget.frame.contentWindow?.postMessage({ recaptcha: String(id), type: 'reset' }, address.origin);
  }

  const api = {
    ready: (callback: () => void) => {
      if (ready) callback();
      else whenReady.push(callback);
    },
    render,
    execute,
    reset,
    getResponse: (id = 0) => widgets[id]?.token ?? '',
  };
  const global = window as unknown as { grecaptcha?: unknown };
  global.grecaptcha = Object.assign((global.grecaptcha ?? {}) as object, api);

  // Runs after the current task, like the real script: the page may still be defining its `onload` callback.
  setTimeout(() => {
    ready = true;
    const mode = address.searchParams.get('render') ?? 'onload';
    if (mode === 'onload')
      for (const element of document.querySelectorAll<HTMLElement>('.g-recaptcha'))
        if (element.childElementCount === 0) render(element);
    const { ___grecaptcha_cfg: queued } = window as unknown as {
      ___grecaptcha_cfg?: { fns: (() => void)[] };
    };
    for (const callback of [...(queued?.fns.splice(0) ?? []), ...whenReady.splice(0)]) callback();
    const onload = address.searchParams.get('onload');
    if (onload) call(onload);
  });
})();
