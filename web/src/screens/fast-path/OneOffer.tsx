// The figures of the one offer: what is received, what is paid a month, for how long, at which APR.
import { Card } from '../../ui/Card.tsx';
import { Figures } from '../../ui/Figures.tsx';
import { fastPathWords } from '../../wording/fast-path.ts';
import { rate, usd } from '../../wording/format.ts';
import styles from './FastPath.module.css';

const words = fastPathWords.options;

interface OneOfferProps {
  readonly loanAmount: number;
  readonly monthlyPayment: number;
  readonly term: number;
  readonly apr: number;
}

export function OneOffer({ loanAmount, monthlyPayment, term, apr }: OneOfferProps) {
  return (
    <Card chosen>
      <dl className={styles.hero}>
        <dt>{words.monthly}</dt>
        <dd>{usd(monthlyPayment)}</dd>
      </dl>
      <Figures
        list
        figures={[
          { label: words.amount, value: usd(loanAmount) },
          { label: words.term, value: words.months(term) },
          { label: words.apr, value: rate(apr) },
        ]}
      />
    </Card>
  );
}
