// Every offer of an amount in order, with filter and vehicle switch.
import { EmptyState } from '../../ui/Drawings.tsx';
import { Stack } from '../../ui/Page.tsx';
import { termsText } from '../../wording/offers.ts';
import { OfferRow } from './OfferRow.tsx';
import styles from './Offers.module.css';
import { ChooseButton, FilterTool, VehicleTool } from './OfferTools.tsx';
import { termKey } from './offer-list.ts';
import { type OfferChoiceOptions, useOfferChoice } from './use-offer-choice.ts';
import { useSaving } from './use-saving.ts';

export function EveryOffer(options: Omit<OfferChoiceOptions, 'saving'>) {
  const { amount } = options.terms;
  const { vehicle } = options.request;
  const saving = useSaving();
  const choice = useOfferChoice({ ...options, saving });
  const { passing, isChosen } = choice;
  return (
    <Stack>
      <div className={styles.tools}>
        <VehicleTool choice={choice} amount={amount} vehicle={vehicle} />
        <FilterTool choice={choice} />
      </div>
      {passing.length === 0 && <EmptyState drawing="junction">{termsText.none}</EmptyState>}
      <section className={styles.offers}>
        {passing.map((term) => (
          <OfferRow
            key={termKey(term)}
            amount={amount}
            term={term}
            chosen={isChosen(term)}
            level={2}
            action={<ChooseButton choice={choice} term={term} kind="link" />}
          />
        ))}
      </section>
    </Stack>
  );
}
