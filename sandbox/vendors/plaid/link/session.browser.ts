// The current Link session: its calls to the vendor, the events it reports to the page, and the ways it ends.

export type Bank = { institution_id: string; name: string; oauth: boolean; logo: string };
type LinkError = {
  error_type: string;
  error_code: string;
  error_message: string;
  display_message: string | null;
};
/** The vendor's response to a step. */
export type Step = {
  step: 'consent' | 'accounts' | 'finish' | 'mfa' | 'leave' | 'denied' | 'done';
  link_session_id: string;
  client_name: string;
  institution: Bank | null;
  institutions: Bank[];
  mfa: {
    type: 'device' | 'questions' | 'selections';
    prompts: { question: string; options: string[] | null }[];
    example: string;
  };
  accounts: { id: string; name: string; mask: string; type: string; subtype: string }[];
  public_token: string;
  url: string;
};

export type LinkSession = {
  linkToken: string;
  id: string;
  clientName: string;
  banks: Bank[];
  bank: Bank | null;
  /** The client chose the bank, so the person cannot pick another. */
  isBankPreset: boolean;
  requestId: string;
  lastError: LinkError | null;
  exitStatus: string | null;
  viewName: string | null;
};

const query = new URLSearchParams(location.search);
const pageOrigin = query.get('origin') ?? '';
const handlerId = query.get('id') ?? '';

/** A response that arrives after the session has ended is ignored. */
let current: LinkSession | undefined;

const postToPage = (message: Record<string, unknown>) =>
  window.parent.postMessage({ plaidLink: handlerId, ...message }, pageOrigin);

const institutionOf = ({ bank }: LinkSession) =>
  bank && { name: bank.name, institution_id: bank.institution_id };

export function emit(session: LinkSession, name: string): void {
  const { lastError, exitStatus, bank, id, requestId, viewName } = session;
  postToPage({
    type: 'event',
    name,
    metadata: {
      error_code: lastError?.error_code ?? null,
      error_message: lastError?.error_message ?? null,
      error_type: lastError?.error_type ?? null,
      exit_status: name === 'EXIT' ? exitStatus : null,
      institution_id: bank?.institution_id ?? null,
      institution_name: bank?.name ?? null,
      link_session_id: id,
      request_id: requestId,
      timestamp: new Date().toISOString(),
      view_name: viewName,
    },
  });
}

export function transitionTo(session: LinkSession, viewName: string, exitStatus: string | null): void {
  session.viewName = viewName;
  session.exitStatus = exitStatus;
  emit(session, 'TRANSITION_VIEW');
}

const unreachable: LinkError = {
  error_type: 'API_ERROR',
  error_code: 'INTERNAL_SERVER_ERROR',
  error_message: 'an unexpected error occurred',
  display_message: null,
};

async function post(session: LinkSession, path: string, fields: object): Promise<Step | LinkError> {
  try {
    const response = await fetch(`/plaid/link/session/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ link_token: session.linkToken, link_session_id: session.id, ...fields }),
      signal: AbortSignal.timeout(30_000),
    });
    const { request_id, ...body } = await response.json();
    session.requestId = request_id ?? '';
    return response.ok ? body : unreachable;
  } catch {
    return unreachable;
  }
}

/** Link closes at once when its token is invalid; the page around it decides what to do next. */
const endsLink = ({ error_code, error_type }: LinkError) =>
  error_code === 'INVALID_LINK_TOKEN' || error_type === 'OAUTH_ERROR';

/** The vendor's response, or undefined when the step failed or the session has ended. */
export async function callVendor(
  session: LinkSession,
  path: string,
  fields: object,
  onFailure: (message: string) => void,
): Promise<Step | undefined> {
  const body = await post(session, path, fields);
  if (current !== session) return undefined;
  session.lastError = 'error_code' in body ? body : null;
  if (!('error_code' in body)) return body;
  emit(session, 'ERROR');
  if (endsLink(body)) exit();
  else onFailure(body.display_message ?? 'Something went wrong on our side. Try again in a moment.');
  return undefined;
}

export function exit(): void {
  const session = current;
  if (!session) return;
  const { id, requestId, exitStatus, lastError } = session;
  emit(session, 'EXIT');
  if (id) void post(session, 'exit', { error_code: lastError?.error_code ?? '', status: exitStatus ?? '' });
  current = undefined;
  postToPage({
    type: 'exit',
    error: lastError,
    metadata: {
      institution: institutionOf(session),
      status: exitStatus,
      link_session_id: id,
      request_id: requestId,
    },
  });
}

export function succeed(session: LinkSession, { public_token, institution, accounts }: Step): void {
  emit(session, 'HANDOFF');
  current = undefined;
  const [account = null] = accounts;
  postToPage({
    type: 'success',
    publicToken: public_token,
    metadata: {
      institution: institution && {
        name: institution.name,
        institution_id: institution.institution_id,
      },
      accounts,
      account,
      account_id: account?.id ?? null,
      link_session_id: session.id,
      public_token,
      transfer_status: null,
    },
  });
}

/** Sends the person to the bank's own page. */
export const leaveTo = (url: string) => postToPage({ type: 'leave', url });

/** Runs `open` whenever the page opens Link. */
export function onOpen(open: (session: LinkSession, receivedRedirectUri: string | undefined) => void): void {
  window.addEventListener('message', ({ source, origin, data }) => {
    if (source !== window.parent || origin !== pageOrigin || data?.plaidLink !== handlerId) return;
    if (data.type === 'exit') exit();
    if (data.type !== 'open') return;
    current = {
      linkToken: String(data.token),
      id: '',
      clientName: '',
      banks: [],
      bank: null,
      isBankPreset: false,
      requestId: '',
      lastError: null,
      exitStatus: null,
      viewName: null,
    };
    open(current, data.receivedRedirectUri);
  });
  postToPage({ type: 'ready' });
}
