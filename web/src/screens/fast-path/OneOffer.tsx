import type { SelectedTerm } from '#contract/journey.ts';
import { SecuredBy } from '../../shared/SecuredBy.tsx';
import { Card } from '../../ui/Card.tsx';
import { Figures } from '../../ui/Figures.tsx';
import { feesText } from '../../wording/fees.ts';
import { rate, usd, usdExact } from '../../wording/format.ts';
import { uiText } from '../../wording/ui-text.ts';
import styles from './FastPath.module.css';

interface OneOfferProps {
  readonly loanAmount: number;
  readonly monthlyPayment: number;
  readonly term: number;
  readonly apr: number;
  readonly totalOfPayments: number;
  readonly fees?: SelectedTerm['fees'];
  readonly isAutoSecured: boolean;
  readonly vehicle?: string | undefined;
}

export function OneOffer(props: OneOfferProps) {
  const { loanAmount, monthlyPayment, term, apr, totalOfPayments, fees, isAutoSecured, vehicle } = props;
  return (
    <Card chosen>
      <dl className={styles.hero}>
        <dt>{uiText.monthly}</dt>
        <dd>{usdExact(monthlyPayment)}</dd>
      </dl>
      <Figures
        list
        figures={[
          { label: uiText.amount, value: usd(loanAmount) },
          { label: uiText.term, value: uiText.months(term) },
          { label: uiText.apr, value: rate(apr) },
          { label: uiText.totalCost, value: usdExact(totalOfPayments) },
        ]}
      />
      {fees && <p>{feesText(loanAmount, fees)}</p>}
      {isAutoSecured && <SecuredBy vehicle={vehicle} />}
    </Card>
  );
}
