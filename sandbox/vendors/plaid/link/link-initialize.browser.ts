// Defines `Plaid`. Styles are set property by property, so that the CSP need not allow inline styles.
type Settings = {
  token: string;
  receivedRedirectUri?: string;
  onSuccess: (publicToken: string, metadata: Record<string, unknown>) => void;
  onExit?: (error: Record<string, unknown> | null, metadata: Record<string, unknown>) => void;
  onLoad?: () => void;
};

const vendor = new URL((document.currentScript as HTMLScriptElement).src).origin;
let created = 0;

/** A modal dialog, which contains the focus and restores it when it closes. */
function createDialog(id: string): { dialog: HTMLDialogElement; frame: HTMLIFrameElement } {
  const set = (element: HTMLElement, properties: Record<string, string>) => {
    for (const [name, value] of Object.entries(properties))
      element.style.setProperty(name, value, 'important');
  };
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', 'Plaid Link');
  set(dialog, { all: 'revert', width: '26rem', height: '42rem', padding: '0', overflow: 'hidden' });
  const frame = document.createElement('iframe');
  frame.id = `plaid-link-iframe-${id}`;
  frame.title = 'Plaid Link';
  set(frame, { display: 'block', width: '100%', height: '100%', border: '0' });
  const source = new URL('/plaid/link/v2/stable/link.html', vendor);
  source.search = String(new URLSearchParams({ id, origin: location.origin }));
  frame.src = source.href;
  dialog.append(frame);
  return { dialog, frame };
}

function create(settings: Settings) {
  if (!settings?.token) throw new Error('Missing Link parameter: token');
  if (typeof settings.onSuccess !== 'function') throw new Error('Missing Link parameter: onSuccess');
  created += 1;
  const id = String(created);
  const { dialog, frame } = createDialog(id);
  let isReady = false;
  let state: 'closed' | 'opening' | 'open' | 'destroyed' = 'closed';

  const postToFrame = (message: Record<string, unknown>) =>
    frame.contentWindow?.postMessage({ plaidLink: id, ...message }, vendor);

  function show(): void {
    if (state !== 'opening' || !isReady) return;
    state = 'open';
    dialog.showModal();
    frame.focus();
    const { token, receivedRedirectUri } = settings;
    postToFrame({ type: 'open', token, receivedRedirectUri });
  }
  function hide(): void {
    state = 'closed';
    dialog.close();
  }

  function receive({ origin, source, data: message }: MessageEvent): void {
    if (origin !== vendor || source !== frame.contentWindow || message?.plaidLink !== id) return;
    if (message.type === 'ready' && !isReady) {
      isReady = true;
      settings.onLoad?.();
      show();
    } else if (message.type === 'success') {
      hide();
      settings.onSuccess(message.publicToken, message.metadata);
    } else if (message.type === 'exit') {
      hide();
      settings.onExit?.(message.error, message.metadata);
    } else if (message.type === 'leave') {
      const address = new URL(message.url, vendor);
      if (address.origin === vendor) location.assign(address.href);
    }
  }

  // The frame handles Escape itself; this handles it before the focus has reached the frame.
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    postToFrame({ type: 'exit' });
  });
  window.addEventListener('message', receive);
  document.body.append(dialog);

  return {
    open: () => {
      if (state !== 'closed') return;
      state = 'opening';
      show();
    },
    exit: () => {
      if (state === 'open') postToFrame({ type: 'exit' });
      else if (state === 'opening') state = 'closed';
    },
    destroy: () => {
      state = 'destroyed';
      window.removeEventListener('message', receive);
      dialog.remove();
    },
  };
}

(window as unknown as { Plaid: unknown }).Plaid = { create };

export {};
