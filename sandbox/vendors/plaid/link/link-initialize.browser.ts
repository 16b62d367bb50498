// The script a page loads: it defines `Plaid`. Link itself is an iframe from the vendor's origin, and the two exchange
// messages. Styles are set property by property, so the page's CSP need not allow inline styles.
(() => {
  type Institution = { name: string; institution_id: string };
  type Problem = {
    error_type: string;
    error_code: string;
    error_message: string;
    display_message: string | null;
  };
  type Settings = {
    token: string;
    receivedRedirectUri?: string;
    onSuccess: (publicToken: string, metadata: Record<string, unknown>) => void;
    onExit?: (
      error: Problem | null,
      metadata: {
        institution: Institution | null;
        status: string | null;
        link_session_id: string;
        request_id: string;
      },
    ) => void;
    onEvent?: (name: string, metadata: Record<string, unknown>) => void;
    onLoad?: () => void;
  };
  type Handler = {
    open: () => void;
    exit: (options?: { force?: boolean }, callback?: () => void) => void;
    destroy: () => void;
  };

  const vendor = new URL((document.currentScript as HTMLScriptElement).src).origin;
  let made = 0;

  function styled(element: HTMLElement, properties: Record<string, string>): void {
    for (const [name, value] of Object.entries(properties))
      element.style.setProperty(name, value, 'important');
  }

  function create(settings: Settings): Handler {
    if (!settings || typeof settings.token !== 'string' || settings.token === '')
      throw new Error('Missing Link parameter: token');
    if (typeof settings.onSuccess !== 'function') throw new Error('Missing Link parameter: onSuccess');

    made += 1;
    const id = String(made);
    const source = new URL('/plaid/link/v2/stable/link.html', vendor);
    source.searchParams.set('id', id);
    source.searchParams.set('origin', location.origin);

    // A modal dialog traps keyboard and screen reader focus, and restores the focus when it closes.
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', 'Plaid Link');
    const full = {
      position: 'fixed',
      inset: '0',
      width: '100%',
      height: '100%',
      margin: '0',
      padding: '0',
      border: '0',
    };
    styled(dialog, {
      ...full,
      'max-width': 'none',
      'max-height': 'none',
      background: 'transparent',
      overflow: 'hidden',
      'box-shadow': 'none',
      'border-radius': '0',
    });
    const frame = document.createElement('iframe');
    frame.id = `plaid-link-iframe-${id}`;
    frame.title = 'Plaid Link';
    // Browsers paint an iframe opaque when its color scheme differs from the page's.
    styled(frame, { ...full, display: 'block', background: 'transparent', 'color-scheme': 'light' });
    dialog.append(frame);

    let ready = false;
    let destroyed = false;
    let state: 'closed' | 'opening' | 'open' = 'closed';
    let afterExit: (() => void) | undefined;
    let pageOverflow: [string, string] = ['', ''];

    const postToFrame = (message: Record<string, unknown>) =>
      frame.contentWindow?.postMessage({ plaidLink: id, ...message }, vendor);

    function show(): void {
      if (state !== 'opening' || !ready || destroyed) return;
      state = 'open';
      const { style } = document.documentElement;
      pageOverflow = [style.getPropertyValue('overflow'), style.getPropertyPriority('overflow')];
      style.setProperty('overflow', 'hidden', 'important');
      styled(dialog, { display: 'block' });
      dialog.showModal();
      frame.focus();
      postToFrame({
        type: 'open',
        token: settings.token,
        ...(settings.receivedRedirectUri ? { receivedRedirectUri: settings.receivedRedirectUri } : {}),
      });
    }

    function hide(): void {
      if (state === 'open') document.documentElement.style.setProperty('overflow', ...pageOverflow);
      state = 'closed';
      dialog.style.removeProperty('display');
      if (dialog.open) dialog.close();
    }

    function listen(event: MessageEvent): void {
      if (event.origin !== vendor || event.source !== frame.contentWindow) return;
      const message = event.data;
      if (message?.plaidLink !== id) return;
      switch (message.type) {
        case 'ready':
          if (ready) break;
          ready = true;
          settings.onLoad?.();
          show();
          break;
        case 'event':
          settings.onEvent?.(message.name, message.metadata);
          break;
        case 'success':
          hide();
          settings.onSuccess(message.publicToken, message.metadata);
          break;
        case 'exit':
          hide();
          settings.onExit?.(message.error, message.metadata);
          afterExit?.();
          afterExit = undefined;
          break;
        case 'leave': {
          const address = new URL(message.url, vendor);
          if (address.origin === vendor) location.assign(address.href);
          break;
        }
      }
    }

    // The frame handles Escape itself; this handles it before the focus has reached the frame.
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      postToFrame({ type: 'exit' });
    });
    window.addEventListener('message', listen);
    frame.src = source.href;
    document.body.append(dialog);

    return {
      open: () => {
        if (destroyed || state !== 'closed') return;
        state = 'opening';
        show();
      },
      exit: (_options, callback) => {
        if (state !== 'open') {
          state = 'closed';
          callback?.();
          return;
        }
        afterExit = callback;
        postToFrame({ type: 'exit' });
      },
      destroy: () => {
        if (destroyed) return;
        destroyed = true;
        hide();
        window.removeEventListener('message', listen);
        dialog.remove();
      },
    };
  }

  (window as unknown as { Plaid: unknown }).Plaid = { create };
})();
