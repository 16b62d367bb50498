import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type RefObject, useEffect, useEffectEvent } from 'react';
import { exchangePublicToken, getLinkedBank, type HandedLink } from '#contract/bank-link.ts';
import { getAccounts } from '#contract/deposit.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { getPrequalification } from '#contract/prequalification.ts';
import { getVerification } from '#contract/verification.ts';
import { NetworkFailure } from '../../api/failures.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { useRedirectToState } from '../../journey/use-redirect-to-state.ts';
import { pause } from '../../lib/timers.ts';
import { saveBankReturn } from './bank-return.ts';
import type { LinkEvent, LinkFlow } from './link-flow.ts';
import { rememberInstitution } from './linked-institution.ts';

export type LinkedBank = ResponseOf<typeof exchangePublicToken>;

interface TokenExchangeOptions {
  readonly exchangeHref: RefObject<string | undefined>;
  readonly onLinked: (bank: LinkedBank) => void;
  readonly onRefused: (() => void) | undefined;
}

/** How often a failed call is sent. The server accepts a public token only once. */
const maxAttempts = 3;
const retryAfter = 2000;

export function useTokenExchange(
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
