// How linking a bank goes on, as a pure function: what was pressed, opened, handed over and closed decides where it stands.
// The hook does what each standing asks for.
import type { LinkError } from '../../journey/third-party-scripts.ts';

/** The way back from a bank with a page of its own. */
export interface BankReturn {
  readonly stateId: string;
  /** The whole address that was come back to. */
  readonly uri: string;
}

export interface LinkResult {
  readonly publicToken: string;
  readonly institutionId: string;
  readonly institutionName: string;
}

/** Why nothing is linked yet; the page says it, and what to do. */
export type LinkNote = 'closed' | 'bank' | 'started-again' | 'not-loaded' | 'unreachable' | 'too-many';

/** `used` names what has used the link token up, for the next asking. */
export type LinkFlow =
  | {
      readonly at: 'idle';
      readonly note?: LinkNote;
      readonly returning?: BankReturn;
      readonly used?: string;
    }
  | {
      readonly at: 'preparing';
      readonly note?: LinkNote;
      readonly returning?: BankReturn;
      readonly used?: string;
      readonly restarted?: boolean;
    }
  | {
      readonly at: 'open';
      readonly note?: LinkNote;
      readonly returning?: BankReturn;
      readonly restarted?: boolean;
    }
  | { readonly at: 'sending'; readonly handed: LinkResult }
  | { readonly at: 'linked' };

export type LinkEvent =
  | { readonly type: 'pressed' }
  | { readonly type: 'returned'; readonly returning: BankReturn }
  | { readonly type: 'opened' }
  | { readonly type: 'not-opened'; readonly note?: LinkNote }
  | { readonly type: 'handed'; readonly handed: LinkResult }
  /** `mark` is new each time: it names this closing, should the token be of no more use. */
  | { readonly type: 'closed'; readonly error: LinkError | null; readonly mark: string }
  | { readonly type: 'exchanged' }
  | { readonly type: 'refused' };

export const beginning: LinkFlow = { at: 'idle' };

/** The next standing; the same object where the event changes nothing. */
export function afterLinkEvent(flow: LinkFlow, event: LinkEvent): LinkFlow {
  switch (event.type) {
    case 'pressed':
      if (flow.at !== 'idle') return flow;
      return { at: 'preparing', ...retryDetails(flow) };
    case 'returned':
      return flow.at === 'idle' ? { at: 'preparing', returning: event.returning } : flow;
    case 'opened': {
      if (flow.at !== 'preparing') return flow;
      const { note, returning, restarted } = flow;
      return { at: 'open', ...given({ note, returning, restarted }) };
    }
    case 'not-opened':
      // What was come back with is kept for the next try.
      return flow.at === 'preparing'
        ? { at: 'idle', ...given({ note: event.note }), ...retryDetails(flow) }
        : flow;
    case 'handed':
      // A widget may say it twice.
      return flow.at === 'open' ? { at: 'sending', handed: event.handed } : flow;
    case 'closed': {
      if (flow.at !== 'open') return flow;
      if (!endsToken(event.error)) return { at: 'idle', note: event.error ? 'bank' : 'closed' };
      const used = flow.returning?.stateId ?? event.mark;
      // A fresh token mends it; what a fresh token does not mend is not tried for ever.
      if (flow.restarted) return { at: 'idle', note: 'bank', used: event.mark };
      return { at: 'preparing', used, restarted: true, note: 'started-again' };
    }
    case 'exchanged':
      return flow.at === 'sending' ? { at: 'linked' } : flow;
    case 'refused':
      return flow.at === 'sending' ? { at: 'idle', note: 'bank' } : flow;
  }
}

function retryDetails({ returning, used }: { readonly returning?: BankReturn; readonly used?: string }) {
  return given({ returning, used });
}

function given<T extends Record<string, unknown>>(parts: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as never;
}

/** Codes with which the widget says that this token, or what was come back with, opens nothing any more. */
const spentCodes = new Set([
  'INVALID_LINK_TOKEN',
  'INCORRECT_LINK_TOKEN',
  'OAUTH_STATE_ID_ALREADY_PROCESSED',
  'OAUTH_STATE_ID_NOT_FOUND',
  'INCORRECT_OAUTH_NONCE',
]);

function endsToken(error: LinkError | null): boolean {
  return error !== null && (error.error_type === 'OAUTH_ERROR' || spentCodes.has(error.error_code));
}

/** In the address of the page that links a bank: the applicant comes for another one than is linked. */
export const anotherBank = '?bank=another';

const stateParameter = 'oauth_state_id';

/**
 * What a page was come back to with: in its address, or, after a reload, in what the browser's history kept of that
 * address. Kept is only ever an address of this very page.
 */
export function bankReturnOf(address: URL, kept: unknown): BankReturn | undefined {
  const found = returnIn(address);
  if (found || typeof kept !== 'string' || !URL.canParse(kept)) return found;
  const earlier = new URL(kept);
  return earlier.origin === address.origin && earlier.pathname === address.pathname
    ? returnIn(earlier)
    : undefined;
}

function returnIn(address: URL): BankReturn | undefined {
  const stateId = address.searchParams.get(stateParameter);
  return stateId && stateId.length <= longestState ? { stateId, uri: address.href } : undefined;
}

/** What the contract takes of one. */
const longestState = 200;

/** The address without what a bank's page put into it. */
export function withoutReturn(address: URL): string {
  const query = new URLSearchParams(address.search);
  query.delete(stateParameter);
  const search = query.toString();
  return address.pathname + (search && `?${search}`) + address.hash;
}
