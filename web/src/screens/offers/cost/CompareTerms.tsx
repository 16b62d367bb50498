import { useState } from 'react';
import type { OfferTerm } from '#contract/offers.ts';
import { Button } from '../../../ui/Button.tsx';
import { Hidden } from '../../../ui/Page.tsx';
import { Tick } from '../../../ui/Tick.tsx';
import { rate, usd, usdExact } from '../../../wording/format.ts';
import { compareText as words } from '../../../wording/loan-cost.ts';
import { offersText } from '../../../wording/offers.ts';
import { uiText } from '../../../wording/ui-text.ts';
import { marksOf } from '../loan-choice.ts';
import { termKey } from '../offer-list.ts';
import styles from './CompareTerms.module.css';
import { comparedFirst } from './compared-terms.ts';

interface CompareTermsProps {
  readonly amount: number;
  readonly terms: readonly OfferTerm[];
  readonly featured: OfferTerm | undefined;
}

export default function CompareTerms({ amount, terms, featured }: CompareTermsProps) {
  const [whole, setWhole] = useState(false);
  const marks = marksOf(terms);
  if (terms.length < 2) return null;
  const shown = whole ? terms : comparedFirst(terms, featured);
  return (
    <section className={styles.compare}>
      <table className={styles.table} aria-label={words.title}>
        <caption className={styles.caption}>{words.caption(usd(amount))}</caption>
        <thead>
          <tr>
            <th scope="col">{uiText.term}</th>
            <th scope="col">{words.payment}</th>
            <th scope="col">{uiText.apr}</th>
            <th scope="col">{words.total}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((term) => (
            <tr key={termKey(term)} className={term === featured ? styles.featured : undefined}>
              <th scope="row">
                {uiText.months(term.months)}
                {term === featured && (
                  <>
                    {' '}
                    <Tick />
                    <Hidden>{words.shown}</Hidden>
                  </>
                )}
                {term.isAutoSecured && <span className={styles.note}>{offersText.secured}</span>}
                {marks(term).map((mark) => (
                  <span key={mark} className={styles.mark}>
                    {offersText.marks[mark]}
                  </span>
                ))}
              </th>
              <td>{usdExact(term.monthlyPayment)}</td>
              <td>{rate(term.apr)}</td>
              <td>{usdExact(term.totalOfPayments)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {(whole || shown.length < terms.length) && (
        <Button kind="link" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? words.less : words.more(terms.length)}
        </Button>
      )}
    </section>
  );
}
