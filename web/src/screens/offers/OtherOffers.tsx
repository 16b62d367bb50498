import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { OfferTerm } from '#contract/offers.ts';
import { Button } from '../../ui/Button.tsx';
import { offersText as words } from '../../wording/offers.ts';
import { OfferRow } from './OfferRow.tsx';
import styles from './Offers.module.css';
import { firstShown, termKey } from './offer-list.ts';

interface OtherOffersProps {
  readonly amount: number;
  readonly terms: readonly OfferTerm[];
  /** How many there are, with those shown above. */
  readonly all?: number;
  readonly action: (term: OfferTerm) => ReactNode;
  /** Beside the heading, such as a filter. It stays when it leaves no other offer. */
  readonly tools?: ReactNode;
  /** Whether a heading above already names these. */
  readonly untitled?: boolean;
  /** Whether a table on the page shows their totals. */
  readonly hasTable?: boolean;
}

export function OtherOffers({ amount, terms, all, action, tools, untitled, hasTable }: OtherOffersProps) {
  const [moreOf, showMoreOf] = useState<number>();
  const more = moreOf === amount;
  const shown = firstShown(terms, more, all);
  const atFirst = firstShown(terms, false, all).length;
  // The pressed button is gone, so the focus moves to the first new offer.
  const firstNew = useRef<HTMLElement>(null);
  useEffect(() => {
    if (more) firstNew.current?.focus();
  }, [more]);

  if (terms.length === 0) return tools ?? null;
  return (
    <section className={styles.offers}>
      {!untitled && (
        <div className={styles.tools}>
          <h2>{words.others}</h2>
          {tools}
        </div>
      )}
      {shown.map((term, index) => (
        <OfferRow
          key={termKey(term)}
          ref={index === atFirst ? firstNew : undefined}
          amount={amount}
          term={term}
          hasTable={hasTable}
          action={action(term)}
        />
      ))}
      {atFirst < terms.length && (
        <div className={styles.more}>
          <p role="status">{words.count(shown.length, terms.length)}</p>
          {shown.length < terms.length && (
            <Button kind="link" onClick={() => showMoreOf(amount)}>
              {words.showMore}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
