// The picture of what a loan costs and the comparison of terms. They bring the arithmetic of schedules with them, so they load
// after the page is drawn, and are drawn when their question is opened.
import { lazy, Suspense, useEffect } from 'react';
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

interface LoanCostProps {
  readonly amount: number;
  readonly term: OfferTerm;
  /** The terms to compare it with. */
  readonly terms: readonly OfferTerm[];
}

export function LoanCost({ amount, term, terms }: LoanCostProps) {
  // So that a question opens at once.
  useEffect(() => {
    void loadPicture();
    void loadCompare();
  }, []);
  return (
    <Accordion
      items={[
        {
          title: loanCostText.title,
          content: () => (
            <Suspense fallback={waiting}>
              <CostPicture amount={amount} term={term} />
            </Suspense>
          ),
        },
        {
          title: compareText.title,
          content: () => (
            <Suspense fallback={waiting}>
              <CompareTerms amount={amount} terms={terms} featured={term} />
            </Suspense>
          ),
          hidden: terms.length < 2,
        },
      ]}
    />
  );
}
