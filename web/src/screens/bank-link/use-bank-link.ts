// The bank link: opens the vendor's widget, continues after a bank's own login page, and sends the public token to the server.
import { useEffect, useReducer } from 'react';
import type { LinkError } from '../../journey/third-party-scripts.ts';
import { bankReturn, saveBankReturn } from './bank-return.ts';
import { afterLinkEvent, initialFlow, type LinkFlow, type LinkNote } from './link-flow.ts';
import { useLinkWidget } from './use-link-widget.ts';
import { type LinkedBank, useTokenExchange } from './use-token-exchange.ts';

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
