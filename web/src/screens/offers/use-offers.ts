// What every offers screen reads and writes: the programs, the terms of an amount, and the choices that are kept.
import { useEffect, useRef } from 'react';
import { getLoanRequest, getTerms, keepChoices, type OfferTerm } from '#contract/offers.ts';
import { ApiFailure } from '../../api/failures.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { amountShown, amountWith } from './offer-list.ts';

export interface Choices {
  readonly loanAmount?: number;
  readonly isLoanAutoSecured?: boolean;
  readonly selectedTerm?: Pick<OfferTerm, 'months' | 'isAutoSecured'> | null;
}

export function useOffers() {
  const { call, journey, memory } = useEnvironment();
  const navigate = useNavigateTo();
  const now = useJourney();
  const request = useServerQuery(getLoanRequest, now?.links.loanRequest);
  const choices = now?.choices ?? { isLoanAutoSecured: false };
  const amount = request.data && amountShown(request.data, choices);
  const terms = useServerQuery(getTerms, amount === undefined ? undefined : request.data?.getTerms.href, {
    query: { amount },
    keepPrevious: true,
  });

  // Without programs, or without terms of an amount, there is nothing to choose: that is a fault, and a person helps.
  const nothing =
    (request.data && amount === undefined) ||
    request.isError ||
    terms.isError ||
    (terms.data && !terms.isPlaceholderData && terms.data.terms.length === 0);
  const expired = [request.error, terms.error].some(
    (error) => error instanceof ApiFailure && (error.has('expired') || error.has('offer-void')),
  );
  useEffect(() => {
    if (expired) navigate('expired', { replace: true });
    else if (nothing) navigate('error', { replace: true });
  }, [expired, nothing, navigate]);

  /** Keeps choices on the server and reads the journey again. A new amount or toggle lets go of the chosen term. */
  const saveChoices = async (chosen: Choices): Promise<void> => {
    const { loanAmount, isLoanAutoSecured, selectedTerm } = chosen;
    const href = request.data?.choices?.href;
    if (!href) throw new Error('The loan request gives no place to keep choices.');
    await call(keepChoices, href, {
      body: {
        ...(loanAmount !== undefined && { loanAmount }),
        ...(isLoanAutoSecured !== undefined && { isLoanAutoSecured }),
        ...(selectedTerm !== undefined && {
          selectedTerm: selectedTerm && {
            months: selectedTerm.months,
            isAutoSecured: selectedTerm.isAutoSecured,
          },
        }),
      },
    });
    await journey.refresh();
  };

  // What the link that was opened says about the vehicle holds once, and only while nothing was accepted.
  const wish = memory.get('vehicle');
  const latest = useRef(saveChoices);
  latest.current = saveChoices;
  useEffect(() => {
    if (wish === undefined || !request.data) return;
    memory.set('vehicle', undefined);
    const { rest, choices: saved = { isLoanAutoSecured: false } } = journey.get() ?? {};
    if (rest !== 'offers' && rest !== 'fast-path-options') return;
    const isLoanAutoSecured = wish === 'yes';
    const loanAmount = amountWith(isLoanAutoSecured, request.data, saved);
    if (loanAmount === undefined || saved.isLoanAutoSecured === isLoanAutoSecured) return;
    // Where it cannot be kept, the applicant can still choose it on the page.
    latest.current({ loanAmount, isLoanAutoSecured }).catch(() => {});
  }, [wish, request.data, memory, journey]);

  return {
    request: request.data,
    /** The terms shown; those of the amount before while the new ones are on their way. */
    terms: terms.data,
    reloadTerms: terms.refetch,
    amount,
    choices,
    source: now?.source,
    saveChoices,
  };
}
