// The link that opened this page. The page's first script (`link-exchange.ts`) took its token out of the address and exchanged it.

export interface OpenedLink {
  readonly pathname: string;
  /** The call that exchanged the token, and its response until the screen takes it. */
  readonly path: string;
  readonly token: string;
  response: Promise<Response> | undefined;
}

declare global {
  interface Window {
    branchlineLink?: OpenedLink;
  }
}

/** The token of the link, or null where the page was opened without one. Development has no first script. */
export function linkToken(search: URLSearchParams): string | null {
  const link = globalThis.window?.branchlineLink;
  return link && link.pathname === window.location.pathname ? link.token : search.get('token');
}

/** The response to the exchange, once: a later call goes to the server. */
export function takeExchange(address: string): Promise<Response> | undefined {
  const link = window.branchlineLink;
  if (link?.path !== address) return undefined;
  const { response } = link;
  link.response = undefined;
  return response;
}
