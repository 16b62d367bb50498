// The vehicle, the picture of what a loan costs and the comparison of terms, each behind its question. The last two bring the
// arithmetic of schedules with them, so they load after the page is drawn, and are drawn when their question is opened.
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { OfferTerm } from '#contract/offers.ts';
import { Accordion } from '../../ui/Accordion.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { compareText, loanCostText } from '../../wording/loan-cost.ts';
import { offersText } from '../../wording/offers.ts';

// The offers can be chosen without them.
const nothing = () => ({ default: () => null });
const loadCompare = () => import('./cost/CompareTerms.tsx').catch(nothing);
const loadPicture = () => import('./cost/CostPicture.tsx').catch(nothing);
const CompareTerms = lazy(loadCompare);
const CostPicture = lazy(loadPicture);

const waiting = <Waiting messages={[offersText.loading]} />;

interface OfferQuestionsProps {
  readonly amount: number;
  readonly term: OfferTerm | undefined;
  /** The terms to compare it with. */
  readonly terms: readonly OfferTerm[];
  /** To the page with every term. */
  readonly everyTerm: ReactNode;
  /** The choice about the vehicle. */
  readonly vehicle: ReactNode;
  /** Whether no amount is lent without it. */
  readonly isVehicleNeeded: boolean;
}

export function OfferQuestions({
  amount,
  term,
  terms,
  everyTerm,
  vehicle,
  isVehicleNeeded,
}: OfferQuestionsProps) {
  // The question opens once a secured offer is featured, so that its risk is in view, and stays open after the switch is turned off.
  const [isVehicleShown, showVehicle] = useState(false);
  if (term?.isAutoSecured && !isVehicleShown) showVehicle(true);
  // So that a question opens at once.
  useEffect(() => {
    void loadPicture();
    void loadCompare();
  }, []);
  return (
    <Accordion
      items={[
        {
          title: offersText.vehicle.question(isVehicleNeeded),
          content: vehicle,
          open: isVehicleShown,
          hidden: !vehicle,
        },
        {
          title: loanCostText.title,
          content: () =>
            term && (
              <Suspense fallback={waiting}>
                <CostPicture amount={amount} term={term} />
              </Suspense>
            ),
          hidden: !term,
        },
        {
          title: compareText.title,
          content: () => (
            <>
              <Suspense fallback={waiting}>
                <CompareTerms amount={amount} terms={terms} featured={term} />
              </Suspense>
              {everyTerm}
            </>
          ),
          hidden: terms.length < 2,
        },
      ]}
    />
  );
}
