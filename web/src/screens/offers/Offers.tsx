// Choosing a loan: the offers of an amount, then the chosen one with its consents.
import { useSearchParams } from 'react-router';
import { pathOf } from '#contract/screens.ts';
import { useJourney } from '../../app/environment.tsx';
import { FourSteps } from '../../app/FourSteps.tsx';
import { useGo } from '../../app/go.ts';
import { ScreenPage } from '../../app/ScreenPage.tsx';
import { AmountBadge } from '../../ui/Card.tsx';
import { Timeline } from '../../ui/Path.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { dayText, usd } from '../../wording/format.ts';
import { offersWords as words } from '../../wording/offers.ts';
import { PartnerLogo } from '../prequalification/Referrer.tsx';
import { OfferChoice } from './OfferChoice.tsx';
import styles from './Offers.module.css';
import { Preview } from './Preview.tsx';
import { isPreview, previewSearch } from './previewAddress.ts';
import { useOffers } from './useOffers.ts';

export default function Offers() {
  const go = useGo();
  const [search] = useSearchParams();
  const offers = useOffers();
  const organization = useJourney()?.organization;
  const { request, terms, choices } = offers;
  const chosen = choices.selectedTerm;
  const previewed =
    isPreview(search) && terms && chosen && terms.amount === chosen.amount
      ? terms.terms.find(
          (term) => term.months === chosen.months && term.isAutoSecured === chosen.isAutoSecured,
        )
      : undefined;

  if (previewed && terms) {
    return <Preview terms={terms} term={previewed} source={offers.source} reload={offers.reloadTerms} />;
  }
  return (
    <ScreenPage
      screen="offers"
      heading={words.heading}
      lead={words.lead}
      width="medium"
      above={<Timeline steps={words.steps} here={1} label={words.progress} />}
    >
      {organization && <PartnerLogo {...organization} />}
      {offers.prequalifiedAmount !== undefined && <AmountBadge amount={usd(offers.prequalifiedAmount)} />}
      {request && terms ? (
        <>
          <div className={styles.amount}>
            <p>{words.forAmount(terms.amount)}</p>
            <p className={styles.links}>
              <a href={pathOf('amount')}>{words.changeAmount}</a>
              <a href={pathOf('terms')}>{words.seeTerms}</a>
            </p>
          </div>
          <OfferChoice
            key={terms.amount}
            request={request}
            terms={terms}
            chosen={chosen}
            withVehicle={choices.loanAmount === undefined ? undefined : choices.isLoanAutoSecured}
            keep={offers.keep}
            onChosen={() => go('offers', { search: previewSearch })}
          />
          <p className={styles.soft}>{words.expires(dayText(request.expires))}</p>
          <FourSteps here={0} />
        </>
      ) : (
        <Waiting messages={[words.loading]} />
      )}
    </ScreenPage>
  );
}
