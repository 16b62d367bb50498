// The comparison of terms and the picture of what a loan costs. They bring the arithmetic of schedules with them, so they load
// after the page is drawn.
import { lazy, Suspense } from 'react';
import type { OfferTerm } from '#contract/offers.ts';
import { useBrowserValue } from '../../lib/use-browser-value.ts';
import styles from './LoanCost.module.css';

// The offers can be chosen without them.
const nothing = () => ({ default: () => null });
const CompareTerms = lazy(() => import('./cost/CompareTerms.tsx').catch(nothing));
const CostPicture = lazy(() => import('./cost/CostPicture.tsx').catch(nothing));

interface LoanCostProps {
  readonly amount: number;
  readonly term: OfferTerm;
  /** The terms to compare it with, where there is still a choice. */
  readonly terms?: readonly OfferTerm[];
}

export function LoanCost({ amount, term, terms }: LoanCostProps) {
  const isDrawn = useBrowserValue(() => true, false);
  const room = <div className={styles.room} />;
  return (
    <div className={styles.cost}>
      {isDrawn ? (
        <Suspense fallback={room}>
          {terms && <CompareTerms amount={amount} terms={terms} featured={term} />}
          <CostPicture amount={amount} term={term} />
        </Suspense>
      ) : (
        room
      )}
    </div>
  );
}
