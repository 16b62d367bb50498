// The current Link session: its calls to the vendor, the events it reports to the page, and the ways it ends.
import { closePanel } from './page.browser.ts';
import type { Account, Bank, LinkError, Step } from './types.ts';

const query = new URLSearchParams(location.search);
export const pageOrigin = query.get('origin') ?? '';
export const handlerId = query.get('id') ?? '';

export type LinkSession = {
  linkToken: string;
  id: string;
  clientName: string;
  banks: Bank[];
  bank: Bank | null;
  /** The client chose the bank, so the person cannot pick another. */
  bankPreset: boolean;
  accounts: Account[];
  selectedAccountIds: string[];
  mfaType: string | null;
  requestId: string;
  lastError: LinkError | null;
  exitStatus: string | null;
  viewName: string;
};

let current: LinkSession | undefined;

export function startSession(linkToken: string): LinkSession {
  current = {
    linkToken,
    id: '',
    clientName: '',
    banks: [],
    bank: null,
    bankPreset: false,
    accounts: [],
    selectedAccountIds: [],
    mfaType: null,
    requestId: '',
    lastError: null,
    exitStatus: null,
    viewName: '',
  };
  return current;
}

/** False once the session has ended: an answer that arrives later is ignored. */
export const isCurrent = (session: LinkSession): boolean => current === session;

function endSession(): void {
  current = undefined;
  closePanel();
}

export function postToPage(message: Record<string, unknown>): void {
  if (pageOrigin) window.parent.postMessage({ plaidLink: handlerId, ...message }, pageOrigin);
}

export function emit(session: LinkSession, name: string, metadata: Record<string, unknown> = {}): void {
  postToPage({
    type: 'event',
    name,
    metadata: {
      error_code: null,
      error_message: null,
      error_type: null,
      exit_status: null,
      institution_id: session.bank?.institution_id ?? null,
      institution_name: session.bank?.name ?? null,
      institution_search_query: null,
      link_session_id: session.id,
      match_reason: null,
      mfa_type: null,
      request_id: session.requestId,
      routing_number: null,
      selection: null,
      timestamp: new Date().toISOString(),
      view_name: session.viewName || null,
      ...metadata,
    },
  });
}

export function transitionTo(
  session: LinkSession,
  viewName: string,
  metadata: Record<string, unknown> = {},
): void {
  session.viewName = viewName;
  emit(session, 'TRANSITION_VIEW', metadata);
}

class LinkRequestError extends Error {
  readonly linkError: LinkError;
  constructor(linkError: LinkError) {
    super(linkError.error_message);
    this.linkError = linkError;
  }
}

const unreachable: LinkError = {
  error_type: 'API_ERROR',
  error_code: 'INTERNAL_SERVER_ERROR',
  error_message: 'an unexpected error occurred',
  display_message: null,
};

export async function callVendor(
  session: LinkSession,
  path: string,
  fields: Record<string, unknown> = {},
): Promise<Step> {
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(`/plaid/link/session/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ link_token: session.linkToken, link_session_id: session.id, ...fields }),
      signal: AbortSignal.timeout(30_000),
    });
    body = await response.json();
  } catch {
    throw new LinkRequestError(unreachable);
  }
  const { request_id } = body as { request_id?: string };
  if (request_id) session.requestId = request_id;
  if (!response.ok) throw new LinkRequestError(unreachable);
  if ('error_code' in (body as Step | LinkError)) {
    const { error_type, error_code, error_message, display_message } = body as LinkError;
    throw new LinkRequestError({ error_type, error_code, error_message, display_message });
  }
  return body as Step;
}

const errorMetadata = ({ error_code, error_message, error_type }: LinkError) => ({
  error_code,
  error_message,
  error_type,
});

export function exit(): void {
  const session = current;
  if (!session) return;
  const { bank, id, requestId, exitStatus, lastError } = session;
  emit(session, 'EXIT', { exit_status: exitStatus, ...(lastError ? errorMetadata(lastError) : {}) });
  if (id)
    callVendor(session, 'exit', {
      error_code: lastError?.error_code ?? '',
      status: exitStatus ?? '',
    }).catch(() => {});
  endSession();
  postToPage({
    type: 'exit',
    error: lastError,
    metadata: {
      institution: bank ? { name: bank.name, institution_id: bank.institution_id } : null,
      status: exitStatus,
      link_session_id: id,
      request_id: requestId,
    },
  });
}

export function succeed(session: LinkSession, { public_token, institution, accounts }: Step): void {
  emit(session, 'HANDOFF');
  const first = accounts[0];
  endSession();
  postToPage({
    type: 'success',
    publicToken: public_token,
    metadata: {
      institution: institution && {
        name: institution.name,
        institution_id: institution.institution_id,
      },
      accounts,
      account: first ?? null,
      account_id: first?.id ?? null,
      link_session_id: session.id,
      public_token,
      transfer_status: null,
    },
  });
}

/** Link closes at once when its token is invalid; the page around it decides what to do next. */
const endsLink = ({ error_code, error_type }: LinkError) =>
  error_code === 'INVALID_LINK_TOKEN' || error_type === 'OAUTH_ERROR';

export function handleError(
  session: LinkSession,
  error: unknown,
  show: (linkError: LinkError) => void,
): void {
  if (!isCurrent(session)) return;
  const linkError = error instanceof LinkRequestError ? error.linkError : unreachable;
  session.lastError = linkError;
  emit(session, 'ERROR', errorMetadata(linkError));
  if (endsLink(linkError)) exit();
  else show(linkError);
}
