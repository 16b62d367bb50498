// Runs inside the widget's two frames, at the vendor's origins. The challenge's sends tokens to the page around it.
const query = new URLSearchParams(location.search);
const parentOrigin = query.get('co') ?? '';
const widget = query.get('w') ?? '';
const { part } = document.body.dataset;

const postToPage = (message: Record<string, unknown>) =>
  window.parent.postMessage({ recaptcha: widget, part, ...message }, parentOrigin);

async function verify() {
  try {
    const response = await fetch('/recaptcha/api2/userverify', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ k: query.get('k'), hostname: new URL(parentOrigin).hostname }),
    });
    if (!response.ok) throw new Error(String(response.status));
    const { token, expiresInSeconds } = (await response.json()) as {
      token: string;
      expiresInSeconds: number;
    };
    postToPage({ type: 'token', token, expiresInSeconds });
  } catch {
    postToPage({ type: 'error' });
  }
}

window.addEventListener('message', (event) => {
  if (event.source !== window.parent || event.data?.recaptcha !== widget) return;
  if (event.data.type === 'execute') void verify();
});

postToPage({ type: 'ready' });

export {};
