// The picture of what a loan costs, loaded when it comes near: it brings the arithmetic of schedules with it.
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { OfferTerm } from '#contract/offers.ts';
import styles from './LoanCost.module.css';

const CostPicture = lazy(() => import('./cost/CostPicture.tsx'));

interface LoanCostProps {
  readonly amount: number;
  readonly term: OfferTerm;
}

export function LoanCost({ amount, term }: LoanCostProps) {
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
    <div ref={place}>
      {isNear ? (
        <Suspense fallback={<div className={styles.room} />}>
          <CostPicture amount={amount} term={term} />
        </Suspense>
      ) : (
        <div className={styles.room} />
      )}
    </div>
  );
}
