// Removes a link's token from the address and exchanges it for a session, before any other request.
import type { OpenedLink } from './journey/opened-link.ts';

const { exchange } = JSON.parse(document.getElementById('page')?.textContent ?? '') as {
  /** The call that takes the token. */
  readonly exchange: { readonly method: string; readonly path: string };
};
const query = new URLSearchParams(location.search);
const token = query.get('token');
if (token !== null) {
  query.delete('token');
  const { pathname } = location;
  const search = query.toString();
  history.replaceState(history.state, '', pathname + (search && `?${search}`));
  const { method, path } = exchange;
  const headers = {
    Accept: 'application/json',
    'Content-Type': 'application/json',
    Authorization: `Bearer ${token}`,
  };
  const response = token
    ? fetch(path, { method, headers, ...(method === 'GET' ? {} : { body: '{}' }) })
    : undefined;
  // The screen that waits for it handles a failure.
  response?.catch(() => {});
  window.branchlineLink = { pathname, path, token, response } satisfies OpenedLink;
}
