import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { OfferTerm } from '#contract/offers.ts';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Page.tsx';
import { offersText as words } from '../../wording/offers.ts';
import { OfferRow } from './OfferRow.tsx';
import styles from './Offers.module.css';
import { firstShown, termKey } from './offer-list.ts';

interface OtherOffersProps {
  readonly amount: number;
  readonly terms: readonly OfferTerm[];
  /** How many there are, with the one shown above. */
  readonly all?: number;
  readonly action: (term: OfferTerm) => ReactNode;
  /** Whether a heading above already names these. */
  readonly untitled?: boolean;
}

export function OtherOffers({ amount, terms, all, action, untitled }: OtherOffersProps) {
  const [moreOf, showMoreOf] = useState<number>();
  const more = moreOf === amount;
  const shown = firstShown(terms, more, all);
  const atFirst = firstShown(terms, false, all).length;
  // The pressed button is gone, so the focus moves to the first new offer.
  const firstNew = useRef<HTMLElement>(null);
  useEffect(() => {
    if (more) firstNew.current?.focus();
  }, [more]);

  if (terms.length === 0) return null;
  const rows = (
    <div>
      {shown.map((term, index) => (
        <OfferRow
          key={termKey(term)}
          ref={index === atFirst ? firstNew : undefined}
          amount={amount}
          term={term}
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
    </div>
  );
  return untitled ? rows : <Section title={words.others}>{rows}</Section>;
}
