// Runs inside the widget's frame, at the vendor's origin, and sends tokens to the page around it.
(() => {
  const query = new URLSearchParams(location.search);
  const parentOrigin = query.get('co') ?? '';
  const widget = query.get('w') ?? '';
  const box = document.getElementById('box') as HTMLInputElement | null;

  const postToPage = (message: Record<string, unknown>) =>
    window.parent.postMessage({ recaptcha: widget, ...message }, parentOrigin);

  async function verify(action: string) {
    try {
      const answer = await fetch('/recaptcha/api2/userverify', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ k: query.get('k'), action, hostname: new URL(parentOrigin).hostname }),
      });
      if (!answer.ok) throw new Error(String(answer.status));
      const { token, expiresInSeconds } = (await answer.json()) as {
        token: string;
        expiresInSeconds: number;
      };
      postToPage({ type: 'token', token, expiresInSeconds });
    } catch {
      if (box) box.checked = false;
      postToPage({ type: 'error' });
    }
  }

  box?.addEventListener('change', () => {
    if (box.checked) verify('');
    else postToPage({ type: 'expired' });
  });

  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || event.data?.recaptcha !== widget) return;
    if (event.data.type === 'execute') verify(String(event.data.action ?? ''));
    if (event.data.type === 'reset' && box) box.checked = false;
  });

  postToPage({ type: 'ready' });
})();
