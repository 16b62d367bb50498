// The bank link: opens the vendor's widget, continues after a bank's own login page, and sends the public token to the server.
import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type RefObject, useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { exchangePublicToken, getLinkedBank, getLinkToken, type HandedLink } from '#contract/bank-link.ts';
import { getAccounts } from '#contract/deposit.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { getPrequalification } from '#contract/prequalification.ts';
import { hostedState } from '#contract/screen-declaration.ts';
import { getVerification } from '#contract/verification.ts';
import { ApiFailure, isRefusedAs, NetworkFailure } from '../../api/failures.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import type { BankLinking, LinkWidget } from '../../journey/third-party-scripts.ts';
import { useRedirectToState } from '../../journey/use-redirect-to-state.ts';
import { leaveFor, useRestoredPage } from '../../lib/leave-for.ts';
import { isOffline } from '../../lib/online.ts';
import { randomKey } from '../../lib/random-key.ts';
import { pause } from '../../lib/timers.ts';
import { bankReturn, saveBankReturn } from './bank-return.ts';
import {
  afterLinkEvent,
  type BankReturn,
  initialFlow,
  type LinkEvent,
  type LinkFlow,
  type LinkNote,
} from './link-flow.ts';

/** The name of the bank linked in this document, for pages that show it before the server does. Stored in memory only. */
export const linkedBank: { name: string | undefined } = { name: undefined };

interface BankLinkOptions {
  readonly linkTokenHref: string | undefined;
  /** The server accepted the bank. */
  readonly onLinked: (bank: LinkedBank) => void;
  /** Handles a refused link token or bank on the page itself, instead of leaving it. */
  readonly onRefused?: () => void;
  /** When a page has two links, only one continues after a bank's own page. */
  readonly returnsHere?: boolean;
}

export type BankLink = ReturnType<typeof useBankLink>;

export function useBankLink(options: BankLinkOptions) {
  const { returnsHere = true } = options;
  const [flow, dispatch] = useReducer(afterLinkEvent, initialFlow);
  const { widget, exchangeHref } = useLinkWidget(flow, dispatch, options);
  useTokenExchange(flow, dispatch, exchangeHref, options);

  useEffect(() => {
    const returning = returnsHere ? bankReturn() : undefined;
    if (!returning) return;
    saveBankReturn(returning);
    dispatch({ type: 'returned', returning });
  }, [returnsHere]);

  return {
    open: () => {
      // The browser may have hidden the widget without an event.
      if (flow.at === 'open') widget.current?.open();
      else dispatch({ type: 'pressed' });
    },
    status: statusOf(flow),
    note: 'note' in flow ? flow.note : undefined,
  };
}

function statusOf(flow: LinkFlow) {
  if (flow.at === 'idle') return 'ready';
  if (flow.at !== 'preparing') return flow.at;
  return flow.returning ? 'finishing' : 'opening';
}

type LinkedBank = ResponseOf<typeof exchangePublicToken>;

/** How often a failed call is sent. The server accepts a public token only once. */
const maxAttempts = 3;
const retryAfter = 2000;

function useTokenExchange(
  flow: LinkFlow,
  dispatch: Dispatch<LinkEvent>,
  exchangeHref: RefObject<string | undefined>,
  { onLinked, onRefused }: BankLinkOptions,
): void {
  const { call, timers } = useEnvironment();
  const queries = useQueryClient();
  const navigate = useNavigateTo();
  const { afterRefusal } = useRedirectToState();

  const exchange = useEffectEvent(async (handed: HandedLink) => {
    for (let left = maxAttempts - 1; ; left--) {
      try {
        return await call(exchangePublicToken, exchangeHref.current, { body: handed });
      } catch (failure) {
        if (!(failure instanceof NetworkFailure) || left === 0) throw failure;
        await pause(timers, retryAfter);
      }
    }
  });
  const finish = useEffectEvent((bank: LinkedBank) => {
    // Cached responses about an earlier bank are outdated.
    for (const { path } of [getLinkedBank, getVerification, getAccounts, getPrequalification])
      queries.removeQueries({ queryKey: [path], type: 'inactive' });
    saveBankReturn(undefined);
    dispatch({ type: 'exchanged' });
    onLinked(bank);
  });
  const giveUp = useEffectEvent(async (failure: unknown) => {
    dispatch({ type: 'refused' });
    if (await afterRefusal(failure)) return;
    if (onRefused) onRefused();
    else navigate('verification-error');
  });

  useEffect(() => {
    if (flow.at !== 'sending') return;
    linkedBank.name = flow.handed.institutionName;
    exchange(flow.handed).then(finish).catch(giveUp);
  }, [flow]);
}

type Preparing = Extract<LinkFlow, { at: 'preparing' }>;

function useLinkWidget(
  flow: LinkFlow,
  dispatch: Dispatch<LinkEvent>,
  { linkTokenHref, onRefused }: BankLinkOptions,
) {
  const { call, timers, settings } = useEnvironment();
  const navigate = useNavigateTo();
  const { afterRefusal } = useRedirectToState();
  const { widget, openWidget } = useWidget(dispatch);
  const exchangeHref = useRef<string>(undefined);

  const prepare = useEffectEvent(async ({ returning, used }: Preparing, signal: AbortSignal) => {
    // Undefined if the vendor's script, or the code that loads it, does not load.
    // Offline, a file that is missing has the page reloaded, and the press would be lost.
    const library = isOffline()
      ? undefined
      : import('../../journey/third-party-scripts.ts')
          .then(({ loadBankLink }) => loadBankLink(settings.plaid, timers))
          .catch(() => undefined);
    const token = await call(getLinkToken, linkTokenHref, { query: { used }, signal });
    exchangeHref.current = token.exchangeHref;
    const bankLinking = await library;
    if (signal.aborted) return;
    if (token.handed) {
      dispatch({ type: 'opened' });
      dispatch({ type: 'handed', handed: token.handed });
    } else if (returning?.stateId === hostedState) {
      saveBankReturn(undefined);
      dispatch({ type: 'opened' });
      dispatch({ type: 'closed', error: null, mark: randomKey() });
    } else if (token.hostedUrl) leaveFor(token.hostedUrl);
    else if (bankLinking) openWidget(bankLinking, token.linkToken, returning);
    else dispatch({ type: 'not-opened', note: 'not-loaded' });
  });
  const giveUp = useEffectEvent(async (failure: unknown) => {
    const note = noteOf(failure);
    dispatch({ type: 'not-opened', note: note ?? (onRefused && 'bank') });
    if (note || (await afterRefusal(failure))) return;
    // The page may show the reason of a refusal itself.
    if (onRefused && failure instanceof ApiFailure) onRefused();
    else navigate('error');
  });

  useEffect(() => {
    if (flow.at !== 'preparing') return;
    const stop = new AbortController();
    prepare(flow, stop.signal).catch((failure) => (stop.signal.aborted ? undefined : giveUp(failure)));
    return () => stop.abort();
  }, [flow]);
  useRestoredPage(() => dispatch({ type: 'not-opened' }));
  return { widget, exchangeHref };
}

/** The vendor's widget, which is destroyed with the page. */
function useWidget(dispatch: Dispatch<LinkEvent>) {
  const widget = useRef<LinkWidget>(undefined);
  useEffect(
    () => () => {
      widget.current?.destroy();
      widget.current = undefined;
    },
    [],
  );
  const openWidget = (bankLinking: BankLinking, token: string, returning: BankReturn | undefined) => {
    widget.current?.destroy();
    let isDone = false;
    const opened = bankLinking.create({
      token,
      ...(returning && { receivedRedirectUri: returning.uri }),
      onSuccess: (publicToken, { institution }) => {
        if (isDone || widget.current !== opened) return;
        isDone = true;
        const handed = {
          publicToken,
          institutionId: institution?.institution_id ?? 'unknown',
          institutionName: institution?.name ?? '',
        };
        dispatch({ type: 'handed', handed });
      },
      onExit: (error) => {
        if (isDone || widget.current !== opened) return;
        widget.current = undefined;
        opened.destroy();
        // A return address works once, so a later reload starts over.
        saveBankReturn(undefined);
        dispatch({ type: 'closed', error, mark: randomKey() });
      },
    });
    widget.current = opened;
    dispatch({ type: 'opened' });
    opened.open();
  };
  return { widget, openWidget };
}

function noteOf(failure: unknown): LinkNote | undefined {
  if (failure instanceof NetworkFailure) return 'unreachable';
  return isRefusedAs(failure, 'too-many') ? 'too-many' : undefined;
}
