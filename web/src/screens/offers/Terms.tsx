import { LinkTo } from '../../shared/LinkTo.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { WaitForRead } from '../../shared/WaitForRead.tsx';
import { EmptyState } from '../../ui/Drawings.tsx';
import { Stack } from '../../ui/Page.tsx';
import { usd } from '../../wording/format.ts';
import { offersText, termsText as words } from '../../wording/offers.ts';
import { OfferRow } from './OfferRow.tsx';
import styles from './Offers.module.css';
import { ChooseButton, FilterTool, VehicleTool } from './OfferTools.tsx';
import { termKey } from './offer-list.ts';
import { type OfferChoiceOptions, useOfferChoice } from './use-offer-choice.ts';
import { prepareOffers, useOffers } from './use-offers.ts';
import { useSaving } from './use-saving.ts';

/** @public The routes call it. */
export const prepare = prepareOffers;

export default function Terms() {
  const { request, terms, reading, amount, choices, saveChoices } = useOffers();
  return (
    <ScreenPage
      screen="terms"
      heading={words.heading}
      lead={terms && words.lead(usd(terms.amount))}
      width="medium"
    >
      {request && terms ? (
        <>
          <LinkTo screen="amount">{words.back}</LinkTo>
          <EveryOffer
            request={request}
            terms={terms}
            wanted={amount}
            chosen={choices.selectedTerm}
            withVehicle={choices.loanAmount === undefined ? undefined : choices.isLoanAutoSecured}
            saveChoices={saveChoices}
          />
        </>
      ) : (
        <WaitForRead read={reading} loading={offersText.loading} />
      )}
    </ScreenPage>
  );
}

function EveryOffer(options: Omit<OfferChoiceOptions, 'saving'>) {
  const { amount } = options.terms;
  const saving = useSaving();
  const choice = useOfferChoice({ ...options, saving });
  const { passing, isChosen } = choice;
  return (
    <Stack>
      <div className={styles.tools}>
        <VehicleTool choice={choice} amount={amount} vehicle={options.request.vehicle} />
        <FilterTool choice={choice} />
      </div>
      {passing.length === 0 && <EmptyState drawing="junction">{words.none}</EmptyState>}
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
