// What a loan costs: principal against interest, the balance over time, what paying more saves, and every payment.
import { useId, useState } from 'react';
import type { OfferTerm } from '#contract/offers.ts';
import { dollars } from '#finance/money.ts';
import { Accordion } from '../../../ui/Accordion.tsx';
import { usd, usdExact } from '../../../wording/format.ts';
import { loanCostText as words } from '../../../wording/loan-cost.ts';
import { offersText } from '../../../wording/offers.ts';
import { BalanceChart } from './BalanceChart.tsx';
import styles from './CostPicture.module.css';
import { costOf, extras } from './cost-figures.ts';
import { PaymentSchedule, YearByYear } from './PaymentTables.tsx';
import { SplitBar } from './SplitBar.tsx';

interface CostPictureProps {
  readonly amount: number;
  readonly term: OfferTerm;
}

/** @public Whether a schedule can be drawn for an offer: its question is hidden otherwise. */
export const hasPicture = (amount: number, term: OfferTerm) => costOf(amount, term) !== undefined;

export default function CostPicture({ amount, term }: CostPictureProps) {
  const id = useId();
  const [extra, setExtra] = useState(dollars(50));
  const cost = costOf(amount, term);
  if (!cost) return null;
  const { schedule, interestPercent } = cost;
  const sooner = cost.withExtra(extra);
  return (
    <section className={styles.cost} aria-label={offersText.questions.cost}>
      <div className={styles.part}>
        <SplitBar principal={amount} interest={schedule.totalInterest} />
        <dl className={styles.legend}>
          <div>
            <dt className={styles.principal}>{words.borrowed}</dt>
            <dd>
              {usd(amount)} <span>{words.share(100 - interestPercent)}</span>
            </dd>
          </div>
          <div>
            <dt className={styles.interest}>{words.interest}</dt>
            <dd>
              {usdExact(schedule.totalInterest)} <span>{words.share(interestPercent)}</span>
            </dd>
          </div>
          <div>
            <dt>{words.total}</dt>
            <dd>{usdExact(schedule.totalOfPayments)}</dd>
          </div>
        </dl>
      </div>
      <div className={styles.part}>
        <h3>{words.extraTitle}</h3>
        <fieldset className={styles.extras}>
          <legend>{words.extraLegend}</legend>
          {extras.map((one) => (
            <label key={one} className={styles.extra}>
              <input type="radio" name={id} checked={one === extra} onChange={() => setExtra(one)} />
              <span>{usd(one)}</span>
            </label>
          ))}
        </fieldset>
        <p role="status" className={styles.saves}>
          {sooner.saved > 0
            ? words.saves(extra, sooner.monthsEarlier, sooner.saved)
            : words.savesNothing(extra)}
        </p>
        <BalanceChart amount={amount} level={cost.balances} extra={extra} sooner={sooner.balances} />
      </div>
      <div className={styles.part}>
        <h3 id={`${id}years`}>{words.yearsTitle}</h3>
        <YearByYear cost={cost} labelledBy={`${id}years`} />
      </div>
      <Accordion
        items={[
          { title: words.schedule(schedule.rows.length), content: <PaymentSchedule schedule={schedule} /> },
        ]}
      />
      <p className={styles.note}>{words.note}</p>
    </section>
  );
}
