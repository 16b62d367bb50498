// Another offer, where the final run approved other terms than the one-click ones.
import { useState } from 'react';
import { acceptCounteroffer, getCounteroffer, type LoanTerms } from '#contract/fast-path.ts';
import { withdrawApplication } from '#contract/notices.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { useAction } from '../../journey/use-action.ts';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { SecuredBy } from '../../shared/SecuredBy.tsx';
import { deadlineText } from '../../shared/use-day-text.ts';
import { WaitForRead } from '../../shared/WaitForRead.tsx';
import { Actions, Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { fastPathText } from '../../wording/fast-path.ts';
import { rate, usd, usdExact } from '../../wording/format.ts';
import { loanTermsText } from '../../wording/loan-terms.ts';
import styles from './FastPath.module.css';

const words = fastPathText.counteroffer;

export default function Counteroffer() {
  const { call } = useEnvironment();
  const links = useJourney()?.links;
  const counteroffer = useServerQuery(getCounteroffer, links?.counteroffer);
  const { data } = counteroffer;
  const [chosen, setChosen] = useState<number>();
  const last = (data?.offers.length ?? 0) - 1;
  const at = chosen ?? last;
  const offer = data?.offers[at];
  const accept = useAction(async () => {
    await call(acceptCounteroffer, links?.counteroffer, { body: { loanAmount: offer?.loanAmount } });
    return 'moved';
  });
  const decline = useAction(async () => {
    await call(withdrawApplication, links?.withdraw, { body: {} });
    return 'moved';
  });

  if (!data || !offer) {
    return (
      <ScreenPage screen="fast-path-counteroffer" heading={words.heading}>
        <WaitForRead read={counteroffer} loading={words.loading} />
      </ScreenPage>
    );
  }
  return (
    <ScreenPage screen="fast-path-counteroffer" heading={words.heading} lead={words.lead}>
      <Card chosen>
        <h2>{words.reason}</h2>
        <p>{data.reason}</p>
        <Comparison before={data.requested} after={offer} />
        {last > 0 && (
          <div>
            <p>{words.less}</p>
            <Slider
              id="amount"
              label={loanTermsText.amount}
              count={last + 1}
              at={at}
              text={usd(offer.loanAmount)}
              disabled={accept.busy || decline.busy}
              onMove={setChosen}
            />
            <output htmlFor="amount" className="visually-hidden">
              {loanTermsText.result(offer.loanAmount, { ...offer, months: offer.term })}
            </output>
          </div>
        )}
        {data.isAutoSecured && <SecuredBy vehicle={undefined} />}
      </Card>
      <p>{words.until(deadlineText(data.goodThrough))}</p>
      <Actions>
        <Button {...accept} busyWords={words.accepting}>
          {words.accept}
        </Button>
        <Button {...decline} kind="secondary" busyWords={words.declining}>
          {words.decline}
        </Button>
      </Actions>
      <p>{words.declineWhat}</p>
      {links?.counterofferNotice && (
        <p>
          <a href={links.counterofferNotice} target="_blank" rel="noopener">
            {words.notice}
          </a>
        </p>
      )}
    </ScreenPage>
  );
}

function Comparison({ before, after }: { readonly before: LoanTerms; readonly after: LoanTerms }) {
  return (
    <table className={styles.comparison}>
      <thead>
        <tr>
          <td />
          <th scope="col">{words.before}</th>
          <th scope="col">{words.after}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, value]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{value(before)}</td>
            <td>{value(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const rows: readonly (readonly [label: string, value: (terms: LoanTerms) => string])[] = [
  [loanTermsText.amount, ({ loanAmount }) => usd(loanAmount)],
  [loanTermsText.monthly, ({ monthlyPayment }) => usdExact(monthlyPayment)],
  [loanTermsText.term, ({ term }) => loanTermsText.months(term)],
  [loanTermsText.apr, ({ apr }) => rate(apr)],
  [loanTermsText.totalCost, ({ totalOfPayments }) => usdExact(totalOfPayments)],
];
