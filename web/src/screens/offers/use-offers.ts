// What the offers screens share: the programs, the terms of an amount, and the saved choices.
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { BodyIn } from '#contract/endpoint.ts';
import {
  getAllTerms,
  getLoanRequest,
  getTerms,
  type LoanRequest,
  saveOfferChoices,
} from '#contract/offers.ts';
import { isFinalRefusal } from '../../api/failures.ts';
import { type Environment, useEnvironment, useJourney } from '../../journey/environment.ts';
import { useRedirect } from '../../journey/navigate.ts';
import { readFirst } from '../../journey/prepare.ts';
import { isRefused, useReadAhead, useServerQuery, useServerSearch } from '../../journey/queries.ts';
import { useRedirectToState } from '../../journey/use-redirect-to-state.ts';
import { useBrowserValue } from '../../lib/use-browser-value.ts';
import { amountShown, amountWith, termsByAmount } from './offer-list.ts';

export type Choices = BodyIn<typeof saveOfferChoices>;

/** Requests the terms of the amount that is shown first. */
export async function prepareOffers(environment: Environment): Promise<void> {
  const { links, choices } = environment.journey.get() ?? {};
  const request = environment.preloaded?.peek(getLoanRequest, links?.loanRequest);
  const amount = request && choices && amountShown(request, choices);
  if (amount) await readFirst(environment, [`${request.getTerms.href}?amount=${amount}`]);
}

/** With `atOnce`, the terms of every listed amount are loaded too, so that moving to another one sends no request. */
export function useOffers({ atOnce = false } = {}) {
  const now = useJourney();
  const { memory } = useEnvironment();
  const request = useServerQuery(getLoanRequest, now?.links.loanRequest);
  const choices = now?.choices ?? { isLoanAutoSecured: false };
  const all = useServerQuery(getAllTerms, atOnce ? request.data?.allTerms?.href : undefined);
  const byAmount = useMemo(() => all.data && termsByAmount(all.data), [all.data]);
  // What the field or the slider shows is no choice yet: nothing is saved, and nothing undone, until an offer is chosen.
  const [explored, setExplored] = useState<{
    readonly amount: number;
    readonly before: number | undefined;
  }>();
  const [gone, setGone] = useState<number>();
  const amount = explored?.amount ?? (request.data && amountShown(request.data, choices));
  const offered = amount === undefined ? undefined : byAmount?.get(amount);
  const here = useMemo(
    () =>
      all.data && offered && amount !== undefined
        ? { amount, terms: [...offered], submitApplication: all.data.submitApplication }
        : undefined,
    [all.data, offered, amount],
  );
  const termsHref = here || amount === undefined ? undefined : request.data?.getTerms.href;
  const terms = useServerSearch(getTerms, termsHref, amount === undefined ? undefined : { amount });

  const reading = request.data ? terms : request;
  // A typed amount that could not be read for now may be asked for again.
  const refused = isRefused(reading) && (explored === undefined || isFinalRefusal(reading.error));
  const hasNoTerms =
    !here && (refused || (terms.data && !terms.isPlaceholderData && terms.data.terms.length === 0));
  // The caps of a state can rule out a typed amount: the one before stays.
  if (hasNoTerms && explored?.before !== undefined) {
    setGone(explored.amount);
    setExplored({ amount: explored.before, before: undefined });
  }
  // Without programs or terms there is nothing to choose, which is an error.
  useRedirect(((request.data && amount === undefined) || hasNoTerms) && 'error');
  const saveChoices = useSaveChoices(request.data);
  const wish = useVehicleWish(request.data, saveChoices);

  return {
    request: request.data,
    /** The terms shown: the previous amount's while new ones load. */
    terms: here ?? terms.data,
    /** What is still to load. */
    reading: refused ? undefined : reading,
    reloadTerms: here ? all.refetch : terms.refetch,
    amount,
    byAmount,
    /** Shows another amount without choosing it. */
    explore: (to: number) => {
      setGone(undefined);
      if (to !== amount) setExplored({ amount: to, before: (here ?? terms.data)?.amount });
    },
    /** The amount that was to be shown last, if it turned out that it is not lent. */
    gone,
    choices,
    /** A link requests offers secured by the vehicle, and nothing else was chosen since. */
    requestsSecured:
      wish === 'yes' || (choices.loanAmount === undefined && request.data?.requested?.isAutoSecured === true),
    saveChoices: async (chosen: Choices) => {
      memory.set('vehicle', undefined);
      await saveChoices(chosen);
      // What was moved to meanwhile stays.
      setExplored((now) => (now === explored ? undefined : now));
    },
  };
}

/**
 * A new amount or vehicle choice resets the term. After the refusal of a step that is over, the screen is
 * being left, so this never resolves.
 */
function useSaveChoices(request: LoanRequest | undefined): (choices: Choices) => Promise<void> {
  const { call, journey } = useEnvironment();
  const { afterRefusal } = useRedirectToState();
  const readAhead = useReadAhead();
  const last = useRef(Promise.resolve());
  const save = async (choices: Choices) => {
    const href = request?.choices?.href;
    if (!href) throw new Error('The loan request has no link to save choices.');
    await call(saveOfferChoices, href, { body: choices });
    const { loanAmount } = choices;
    // Before the amount is shown, so that it never stands above the offers of another one.
    if (loanAmount !== undefined && request)
      await readAhead(getTerms, request.getTerms.href, { amount: loanAmount });
    await journey.refresh();
  };
  // One after another: the last press counts.
  return (choices) => {
    const saved = last.current.then(() => save(choices));
    last.current = saved.catch(() => {});
    return saved.catch(async (failure) => {
      if (await afterRefusal(failure)) return new Promise(() => {});
      throw failure;
    });
  };
}

/** Saved with an amount that fits, only before an offer is accepted. */
function useVehicleWish(request: LoanRequest | undefined, saveChoices: ReturnType<typeof useSaveChoices>) {
  const { journey, memory } = useEnvironment();
  const wish = useBrowserValue(() => memory.get('vehicle'), undefined);
  const save = useEffectEvent(saveChoices);
  useEffect(() => {
    if (wish === undefined || !request) return;
    const { defaultScreen, choices: saved = { isLoanAutoSecured: false } } = journey.get() ?? {};
    if (defaultScreen !== 'offers' && defaultScreen !== 'fast-path-options')
      return memory.set('vehicle', undefined);
    const isLoanAutoSecured = wish === 'yes';
    const loanAmount = amountWith(isLoanAutoSecured, request, saved);
    if (loanAmount === undefined) return;
    if (saved.isLoanAutoSecured === isLoanAutoSecured && saved.loanAmount === loanAmount) return;
    // If saving fails, the applicant can still choose on the page.
    save({ loanAmount, isLoanAutoSecured }).catch(() => {});
  }, [wish, request, memory, journey]);
  return wish;
}
