import type { ReactNode, Ref } from 'react';
import type { OfferTerm } from '#contract/offers.ts';
import { SecuredBy } from '../../shared/SecuredBy.tsx';
import { Offer } from '../../ui/Offer.tsx';
import { feesText } from '../../wording/fees.ts';
import { rate, usd, usdExact } from '../../wording/format.ts';
import { offersText as words } from '../../wording/offers.ts';
import { uiText } from '../../wording/ui-text.ts';
import type { Mark } from './loan-choice.ts';

interface OfferCardProps {
  readonly amount: number;
  readonly term: OfferTerm;
  /** The vehicle of a secured loan, such as "2019 Subaru Outback". */
  readonly vehicle?: string | undefined;
  readonly tag?: string;
  readonly marks?: readonly Mark[];
  readonly featured?: boolean;
  readonly chosen?: boolean;
  /** One line on a wide screen, without the amount, which is above the offers. */
  readonly compact?: boolean;
  readonly level?: 2 | 3;
  readonly action?: ReactNode;
  readonly ref?: Ref<HTMLElement> | undefined;
}

/** One term of an amount with its full cost. A featured or chosen offer also explains its collateral. */
export function OfferCard(props: OfferCardProps) {
  const { amount, term, vehicle, tag, marks, featured, chosen, compact, level = 3, action, ref } = props;
  return (
    <Offer
      ref={ref}
      monthly={usdExact(term.monthlyPayment)}
      amount={usd(amount)}
      term={uiText.months(term.months)}
      apr={rate(term.apr)}
      total={usdExact(term.totalOfPayments)}
      charge={usdExact(term.financeCharge)}
      tag={tag}
      marks={marks?.map((mark) => words.marks[mark])}
      {...(featured && { featured })}
      {...(chosen && { chosen })}
      {...(compact && { compact })}
      level={level}
      action={action}
    >
      {term.fees && <p>{feesText(amount, term.fees)}</p>}
      {!term.isAutoSecured ? (
        !compact && <p>{words.unsecured}</p>
      ) : featured || chosen ? (
        <SecuredBy vehicle={vehicle} />
      ) : (
        <p>{words.secured}</p>
      )}
    </Offer>
  );
}
