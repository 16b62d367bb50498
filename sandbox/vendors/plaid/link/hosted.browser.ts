// The frame's steps in a window of their own. The outcome stays on the server, not in the address.
const { token = '', completion = '' } = document.body.dataset;
const address = new URL(location.href);
const receivedRedirectUri = address.searchParams.has('oauth_state_id') ? address.href : undefined;
const id = 'hosted';
address.search = String(new URLSearchParams({ id, origin: address.origin }));
history.replaceState(null, '', address.href);

window.addEventListener('message', async ({ source, data }) => {
  if (source !== window || data?.plaidLink !== id) return;
  if (data.type === 'ready')
    window.postMessage({ plaidLink: id, type: 'open', token, receivedRedirectUri }, location.origin);
  else if (data.type === 'leave') location.assign(data.url);
  else if (data.type === 'success' || (data.type === 'exit' && data.metadata)) {
    if (data.type === 'exit')
      await fetch('/plaid/link/session/exit', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ link_token: token, link_session_id: data.metadata.link_session_id }),
      }).catch(() => undefined);
    if (completion) location.assign(completion);
    else document.body.textContent = 'You can close this page.';
  }
});
await import('/plaid/link/v2/stable/frame.browser.ts' as string);

export {};
