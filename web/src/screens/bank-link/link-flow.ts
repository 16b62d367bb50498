// The bank link as a state machine. The hook performs what each state requires.
import type { HandedLink } from '#contract/bank-link.ts';
import { bankState } from '#contract/screen-declaration.ts';
import type { LinkError } from '../../journey/third-party-scripts.ts';

export interface BankReturn {
  readonly stateId: string;
  readonly uri: string;
}

/** Why no bank is linked yet. The page explains it. */
export type LinkNote = 'closed' | 'bank' | 'started-again' | 'not-loaded' | 'unreachable' | 'too-many';

interface Attempt {
  readonly note?: LinkNote | undefined;
  readonly returning?: BankReturn | undefined;
  /** For the server: what used up the previous link token. */
  readonly used?: string | undefined;
  readonly restarted?: boolean | undefined;
}

export type LinkFlow =
  | (Attempt & { readonly at: 'idle' })
  | (Attempt & { readonly at: 'preparing' })
  | (Attempt & { readonly at: 'open' })
  | { readonly at: 'sending'; readonly handed: HandedLink }
  | { readonly at: 'linked' };

export type LinkEvent =
  | { readonly type: 'pressed' }
  | { readonly type: 'returned'; readonly returning: BankReturn }
  | { readonly type: 'opened' }
  | { readonly type: 'not-opened'; readonly note?: LinkNote | undefined }
  | { readonly type: 'handed'; readonly handed: HandedLink }
  /** `mark` is a new id for each close, in case it used up the token. */
  | { readonly type: 'closed'; readonly error: LinkError | null; readonly mark: string }
  | { readonly type: 'exchanged' }
  | { readonly type: 'refused' };

export const initialFlow: LinkFlow = { at: 'idle' };

/** The next state; the same object when the event changes nothing. */
export function afterLinkEvent(flow: LinkFlow, event: LinkEvent): LinkFlow {
  switch (event.type) {
    case 'pressed':
      if (flow.at !== 'idle') return flow;
      return { at: 'preparing', returning: flow.returning, used: flow.used };
    case 'returned':
      return flow.at === 'idle' ? { at: 'preparing', returning: event.returning } : flow;
    case 'opened':
      return flow.at === 'preparing' ? { ...flow, at: 'open' } : flow;
    case 'not-opened':
      // The return address is saved for the next attempt.
      return flow.at === 'preparing'
        ? { at: 'idle', note: event.note, returning: flow.returning, used: flow.used }
        : flow;
    case 'handed':
      // A widget may report success twice.
      return flow.at === 'open' ? { at: 'sending', handed: event.handed } : flow;
    case 'closed': {
      if (flow.at !== 'open') return flow;
      if (!endsToken(event.error)) return { at: 'idle', note: event.error ? 'bank' : 'closed' };
      const used = flow.returning?.stateId ?? event.mark;
      // A new token usually fixes it. It is tried only once.
      if (flow.restarted) return { at: 'idle', note: 'bank', used: event.mark };
      return { at: 'preparing', used, restarted: true, note: 'started-again' };
    }
    case 'exchanged':
      return flow.at === 'sending' ? { at: 'linked' } : flow;
    case 'refused':
      return flow.at === 'sending' ? { at: 'idle', note: 'bank' } : flow;
  }
}

/** The widget's codes for a used or invalid token or return address. */
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

/** The query of the bank link screen when the applicant wants to link another bank. */
export const anotherBank = '?bank=another';

/** From the address, or after a reload from the history state, if it is of the same page. */
export function bankReturnOf(address: URL, saved: unknown): BankReturn | undefined {
  const found = returnIn(address);
  if (found || typeof saved !== 'string') return found;
  return saved.startsWith(`${address.origin}${address.pathname}?`) ? returnIn(new URL(saved)) : undefined;
}

function returnIn(address: URL): BankReturn | undefined {
  const stateId = address.searchParams.get(bankState);
  return stateId && stateId.length <= longestState ? { stateId, uri: address.href } : undefined;
}

/** The contract's limit. */
const longestState = 200;

export function withoutReturn(address: URL): string {
  const query = new URLSearchParams(address.search);
  query.delete(bankState);
  const search = query.toString();
  return address.pathname + (search && `?${search}`) + address.hash;
}
