import { useId, useState } from 'react';
import type { OfferTerm } from '#contract/offers.ts';
import type { TermChoice } from '#finance/amount-options.ts';
import { Button } from '../../../ui/Button.tsx';
import { rate, usd, usdExact } from '../../../wording/format.ts';
import { compareText as words } from '../../../wording/loan-cost.ts';
import { loanTermsText } from '../../../wording/loan-terms.ts';
import { offersText } from '../../../wording/offers.ts';
import { marksOf } from '../loan-choice.ts';
import { termKey } from '../offer-list.ts';
import styles from './CompareTerms.module.css';

/** Of more terms than these, a comparison begins with whole years, what is marked and what is featured. */
const comparedWhole = 7;

export function comparedFirst(terms: readonly OfferTerm[], featured: OfferTerm | undefined) {
  if (terms.length <= comparedWhole) return terms;
  const marks = marksOf(terms);
  return terms.filter((term) => term === featured || term.months % 12 === 0 || marks(term).length > 0);
}

interface CompareTermsProps {
  readonly amount: number;
  readonly terms: readonly OfferTerm[];
  readonly featured: OfferTerm | undefined;
  /** Features another term. */
  readonly onMove: (to: TermChoice) => void;
}

export default function CompareTerms({ amount, terms, featured, onMove }: CompareTermsProps) {
  const name = useId();
  const [whole, setWhole] = useState(false);
  const marks = marksOf(terms);
  if (terms.length < 2) return null;
  const shown = whole ? terms : comparedFirst(terms, featured);
  return (
    <section className={styles.compare}>
      <table className={styles.table} aria-label={offersText.questions.compare}>
        <caption className={styles.caption}>{words.caption(usd(amount))}</caption>
        <thead>
          <tr>
            <th scope="col">{loanTermsText.term}</th>
            <th scope="col">{words.payment}</th>
            <th scope="col">{loanTermsText.apr}</th>
            <th scope="col">{words.total}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((term) => (
            <tr key={termKey(term)} className={term === featured ? styles.featured : undefined}>
              <th scope="row">
                <label className={styles.term}>
                  <input type="radio" name={name} checked={term === featured} onChange={() => onMove(term)} />
                  <span>
                    {loanTermsText.months(term.months)}
                    {term.isAutoSecured && <span className={styles.note}> {offersText.secured}</span>}
                  </span>
                </label>
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
