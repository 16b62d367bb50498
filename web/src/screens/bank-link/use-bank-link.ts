// The bank link: opens the vendor's widget, continues after a bank's own login page, and sends the public token to the server.
import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type RefObject, useEffect, useEffectEvent, useReducer } from 'react';
import { exchangePublicToken, getLinkedBank, type HandedLink } from '#contract/bank-link.ts';
import { getAccounts } from '#contract/deposit.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { getPrequalification } from '#contract/prequalification.ts';
import { getVerification } from '#contract/verification.ts';
import { NetworkFailure } from '../../api/failures.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import type { LinkError } from '../../journey/third-party-scripts.ts';
import { useRedirectToState } from '../../journey/use-redirect-to-state.ts';
import { pause } from '../../lib/timers.ts';
import { bankReturn, saveBankReturn } from './bank-return.ts';
import { afterLinkEvent, initialFlow, type LinkEvent, type LinkFlow, type LinkNote } from './link-flow.ts';
import { rememberInstitution } from './linked-institution.ts';
import { useLinkWidget } from './use-link-widget.ts';

type LinkStatus = 'ready' | 'opening' | 'finishing' | 'open' | 'sending' | 'linked';

interface BankLinkOptions {
  readonly linkTokenHref: string | undefined;
  /** The server accepted the bank. */
  readonly onLinked: (bank: LinkedBank) => void;
  /** The widget was closed before a bank was linked, with its error, if any. */
  readonly onExit?: (error?: LinkError) => void;
  /** Handles a refused link token or bank on the page itself, instead of leaving it. */
  readonly onRefused?: () => void;
  /** When a page has two links, only one continues after a bank's own page. */
  readonly returnsHere?: boolean;
}

export interface BankLink {
  readonly open: () => void;
  readonly status: LinkStatus;
  readonly note: LinkNote | undefined;
}

export function useBankLink({
  linkTokenHref,
  onLinked,
  onExit,
  onRefused,
  returnsHere = true,
}: BankLinkOptions): BankLink {
  const [flow, dispatch] = useReducer(afterLinkEvent, initialFlow);
  const { widget, exchangeHref } = useLinkWidget(flow, dispatch, { linkTokenHref, onExit, onRefused });
  useTokenExchange(flow, dispatch, { exchangeHref, onLinked, onRefused });

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

function statusOf(flow: LinkFlow): LinkStatus {
  if (flow.at === 'idle') return 'ready';
  if (flow.at !== 'preparing') return flow.at;
  return flow.returning ? 'finishing' : 'opening';
}

type LinkedBank = ResponseOf<typeof exchangePublicToken>;

interface TokenExchangeOptions {
  readonly exchangeHref: RefObject<string | undefined>;
  readonly onLinked: (bank: LinkedBank) => void;
  readonly onRefused: (() => void) | undefined;
}

/** How often a failed call is sent. The server accepts a public token only once. */
const maxAttempts = 3;
const retryAfter = 2000;

function useTokenExchange(
  flow: LinkFlow,
  dispatch: Dispatch<LinkEvent>,
  { exchangeHref, onLinked, onRefused }: TokenExchangeOptions,
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
    for (const { path } of [getLinkedBank, getVerification, getAccounts, getPrequalification]) {
      queries.removeQueries({ queryKey: [path], type: 'inactive' });
    }
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
    const { institutionId, institutionName } = flow.handed;
    rememberInstitution({ institutionId, name: institutionName });
    exchange(flow.handed).then(finish).catch(giveUp);
  }, [flow]);
}
