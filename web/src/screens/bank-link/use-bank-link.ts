// Opens the bank link's widget, continues after a bank's own login page, and sends the public token to the server.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { exchangePublicToken, getLinkedBank, getLinkToken } from '#contract/bank-link.ts';
import { getAccounts } from '#contract/deposit.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { getVerification } from '#contract/verification.ts';
import { ApiFailure, isAbort, NetworkFailure } from '../../api/failures.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import type { LinkError, LinkWidget } from '../../journey/third-party-scripts.ts';
import { randomKey } from '../../lib/random-key.ts';
import { pause } from '../../lib/timers.ts';
import {
  afterLinkEvent,
  type BankReturn,
  bankReturnOf,
  initialFlow,
  type LinkEvent,
  type LinkFlow,
  type LinkNote,
  type LinkResult,
  withoutReturn,
} from './link-flow.ts';
import { rememberInstitution } from './linked-institution.ts';

type LinkStatus = 'ready' | 'opening' | 'finishing' | 'open' | 'sending' | 'linked';

interface BankLinkOptions {
  readonly linkTokenHref: string | undefined;
  /** The server accepted the bank. */
  readonly onLinked: (answer: AnswerOf<typeof exchangePublicToken>) => void;
  /** The widget was closed before a bank was linked, with its error, if any. */
  readonly onExit?: (error?: LinkError) => void;
  /** Handles a refused link token or bank on the page itself, instead of leaving it. */
  readonly onRefused?: () => void;
  /** When a page has two links, only one continues after a bank's own page. */
  readonly comesBack?: boolean;
}

export interface BankLink {
  readonly open: () => void;
  readonly status: LinkStatus;
  /** Why nothing is linked yet. */
  readonly note: LinkNote | undefined;
}

/** How often a failed call is sent. The server accepts a public token only once. */
const triesToSend = 3;
const betweenTries = 2000;

export function useBankLink(options: BankLinkOptions): BankLink {
  const { call, timers, settings, journey } = useEnvironment();
  const queries = useQueryClient();
  const navigate = useNavigateTo();
  const [shown, setShown] = useState<LinkFlow>(initialFlow);
  const flow = useRef<LinkFlow>(initialFlow);
  const preparing = useRef<AbortController>(undefined);
  const widget = useRef<LinkWidget>(undefined);
  const exchangeHref = useRef<string>(undefined);

  const tell = (event: LinkEvent) => {
    const next = afterLinkEvent(flow.current, event);
    if (next === flow.current) return;
    flow.current = next;
    setShown(next);
    if (next.at === 'preparing') void prepare(next.returning, next.used);
    else if (next.at === 'sending') void send(next.handed);
    // A return address works once, so a later reload starts over.
    const isSpent = next.at === 'linked' || (event.type === 'closed' && !('returning' in next));
    if (isSpent) saveBankReturn(undefined);
  };

  const prepare = async (returning: BankReturn | undefined, used: string | undefined) => {
    const stop = new AbortController();
    preparing.current = stop;
    const script = import('../../journey/third-party-scripts.ts')
      .then(({ loadBankLink }) => loadBankLink(settings.plaid, timers))
      .catch(() => undefined);
    try {
      const { linkToken, exchangeHref: href } = await call(getLinkToken, options.linkTokenHref, {
        query: { used },
        signal: stop.signal,
      });
      exchangeHref.current = href;
      const bankLinking = await script;
      if (stop.signal.aborted) return;
      if (!bankLinking) return tell({ type: 'not-opened', note: 'not-loaded' });
      widget.current?.destroy();
      const opened = bankLinking.create({
        token: linkToken,
        ...(returning && { receivedRedirectUri: returning.uri }),
        onSuccess: (publicToken, { institution }) => {
          if (widget.current !== opened) return;
          latest.current.tell({
            type: 'handed',
            handed: {
              publicToken,
              institutionId: institution?.institution_id ?? 'unknown',
              institutionName: institution?.name ?? '',
            },
          });
        },
        onExit: (error) => {
          if (widget.current !== opened || flow.current.at !== 'open') return;
          widget.current = undefined;
          opened.destroy();
          latest.current.tell({ type: 'closed', error, mark: randomKey() });
          latest.current.options.onExit?.(error ?? undefined);
        },
      });
      widget.current = opened;
      latest.current.tell({ type: 'opened' });
      opened.open();
    } catch (failure) {
      if (stop.signal.aborted || isAbort(failure)) return;
      const note = noteOf(failure) ?? (options.onRefused && ('bank' as const));
      latest.current.tell({ type: 'not-opened', ...(note && { note }) });
      if (failure instanceof NetworkFailure) return;
      if (!(failure instanceof ApiFailure)) return navigate('error');
      await leave(failure);
    }
  };

  /** Leaves the page after a refused link token, unless the page can show the reason. */
  const leave = async (failure: ApiFailure) => {
    if (failure.has('too-many')) return;
    if (failure.has('expired') || failure.has('offer-void')) return navigate('expired', { replace: true });
    if (!failure.has('not-now')) return options.onRefused ? options.onRefused() : navigate('error');
    const rest = await journey.refresh().then(
      (now) => now.rest,
      () => undefined,
    );
    navigate(rest ?? 'error', { replace: true });
  };

  const send = async (handed: LinkResult) => {
    rememberInstitution({ institutionId: handed.institutionId, name: handed.institutionName });
    try {
      const answer = await exchange(handed);
      // Answers about an earlier bank are outdated.
      for (const { path } of [getLinkedBank, getVerification, getAccounts]) {
        queries.removeQueries({ queryKey: [path], type: 'inactive' });
      }
      latest.current.tell({ type: 'exchanged' });
      latest.current.options.onLinked(answer);
    } catch (failure) {
      latest.current.tell({ type: 'refused' });
      const expired = failure instanceof ApiFailure && (failure.has('expired') || failure.has('offer-void'));
      const { onRefused } = latest.current.options;
      if (onRefused && !expired) onRefused();
      else latest.current.navigate(expired ? 'expired' : 'verification-error', { replace: expired });
    }
  };

  const exchange = async (handed: LinkResult) => {
    for (let left = triesToSend - 1; ; left--) {
      try {
        return await call(exchangePublicToken, exchangeHref.current, { body: handed });
      } catch (failure) {
        if (!(failure instanceof NetworkFailure) || left === 0) throw failure;
        await pause(timers, betweenTries);
      }
    }
  };

  const latest = useRef({ options, tell, navigate });
  latest.current = { options, tell, navigate };

  useEffect(() => {
    const returning = returnedWith();
    if (returning && latest.current.options.comesBack !== false) {
      saveBankReturn(returning);
      latest.current.tell({ type: 'returned', returning });
    }
    return () => {
      // A remounted page, as in development, starts over.
      preparing.current?.abort();
      widget.current?.destroy();
      widget.current = undefined;
      if (flow.current.at !== 'sending') flow.current = initialFlow;
    };
  }, []);

  return {
    open: () => {
      // The browser may have hidden the widget without an event.
      if (flow.current.at === 'open') widget.current?.open();
      else tell({ type: 'pressed' });
    },
    status: statusOf(shown),
    note: 'note' in shown ? shown.note : undefined,
  };
}

function statusOf(flow: LinkFlow): LinkStatus {
  if (flow.at === 'idle') return 'ready';
  if (flow.at !== 'preparing') return flow.at;
  return flow.returning ? 'finishing' : 'opening';
}

function noteOf(failure: unknown): LinkNote | undefined {
  if (failure instanceof NetworkFailure) return 'unreachable';
  return failure instanceof ApiFailure && failure.has('too-many') ? 'too-many' : undefined;
}

// The history state keeps the return address out of the address bar and across reloads.
const historyKey = 'bankReturn';

/** The return address from a bank's own page, if any. */
export function returnedWith(): BankReturn | undefined {
  const kept = (window.history.state as Record<string, unknown> | null)?.[historyKey];
  return bankReturnOf(new URL(window.location.href), kept);
}

function saveBankReturn(returning: BankReturn | undefined): void {
  const { [historyKey]: _, ...state } = (window.history.state ?? {}) as Record<string, unknown>;
  window.history.replaceState(
    returning ? { ...state, [historyKey]: returning.uri } : state,
    '',
    withoutReturn(new URL(window.location.href)),
  );
}
