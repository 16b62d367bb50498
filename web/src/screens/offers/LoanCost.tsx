// The comparison of terms and the picture of what a loan costs, loaded when they come near: they bring the arithmetic of
// schedules with them.
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { OfferTerm } from '#contract/offers.ts';
import styles from './LoanCost.module.css';

const CompareTerms = lazy(() => import('./cost/CompareTerms.tsx'));
const CostPicture = lazy(() => import('./cost/CostPicture.tsx'));

interface LoanCostProps {
  readonly amount: number;
  readonly term: OfferTerm;
  /** The terms to compare it with, where there is still a choice. */
  readonly terms?: readonly OfferTerm[];
}

export function LoanCost({ amount, term, terms }: LoanCostProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const watch = new IntersectionObserver(
      (seen) => {
        if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
        watch.disconnect();
        setIsNear(true);
      },
      { rootMargin: '600px' },
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return (
    <div ref={place} className={styles.cost}>
      {isNear ? (
        <Suspense fallback={<div className={styles.room} />}>
          {terms && <CompareTerms amount={amount} terms={terms} featured={term} />}
          <CostPicture amount={amount} term={term} />
        </Suspense>
      ) : (
        <div className={styles.room} />
      )}
    </div>
  );
}
