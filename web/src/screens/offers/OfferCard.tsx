import type { ReactNode } from 'react';
import type { OfferTerm } from '#contract/offers.ts';
import { Offer } from '../../ui/Offer.tsx';
import { rate, usd } from '../../wording/format.ts';
import { offersWords as words } from '../../wording/offers.ts';
import { partWords } from '../../wording/parts.ts';

interface OfferCardProps {
  readonly amount: number;
  readonly term: OfferTerm;
  readonly tag?: string;
  readonly featured?: boolean;
  readonly chosen?: boolean;
  readonly level?: 2 | 3;
  readonly action?: ReactNode;
}

/** One term of an amount with everything it costs. */
export function OfferCard({ amount, term, tag, featured, chosen, level = 3, action }: OfferCardProps) {
  return (
    <Offer
      monthly={usd(term.monthlyPayment)}
      amount={usd(amount)}
      term={partWords.months(term.months)}
      apr={rate(term.apr)}
      total={usd(term.totalOfPayments)}
      tag={tag}
      {...(featured && { featured })}
      {...(chosen && { chosen })}
      level={level}
      action={action}
    >
      {term.isAutoSecured ? words.secured : words.unsecured}
    </Offer>
  );
}
