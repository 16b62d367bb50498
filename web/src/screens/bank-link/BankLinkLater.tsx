// The terms are accepted; a branch takes it from here.
import { pathOf } from '#contract/screens.ts';
import { useJourney } from '../../journey/environment.ts';
import { BranchContact } from '../../shared/branches/BranchContact.tsx';
import { FourSteps } from '../../shared/FourSteps.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { AmountBadge, Card } from '../../ui/Card.tsx';
import { Drawing } from '../../ui/Drawings.tsx';
import { Figures } from '../../ui/Figures.tsx';
import { Path } from '../../ui/StepList.tsx';
import { bankLinkLaterWords as words } from '../../wording/bank-link.ts';
import { rate, usd, usdExact } from '../../wording/format.ts';
import { partWords } from '../../wording/ui-text.ts';

export default function BankLinkLater() {
  const journey = useJourney();
  const term = journey?.choices.selectedTerm;
  return (
    <ScreenPage
      screen="bank-link-later"
      heading={words.heading}
      lead={words.lead}
      above={<Drawing name="arrived" />}
    >
      {journey?.prequalifiedAmount !== undefined && <AmountBadge amount={usd(journey.prequalifiedAmount)} />}
      {term && (
        <Card title={words.chosen}>
          <Figures
            list
            figures={[
              { label: partWords.monthly, value: usdExact(term.monthlyPayment) },
              { label: partWords.amount, value: usd(term.amount) },
              { label: partWords.term, value: partWords.months(term.months) },
              { label: partWords.apr, value: rate(term.apr) },
            ]}
          />
        </Card>
      )}
      <h2>{words.next}</h2>
      <Path steps={words.steps.map((title) => ({ title }))} />
      <p>{words.prepare}</p>
      {journey?.allowed.includes('bank-link') && (
        <p>
          {words.instead} <a href={pathOf('bank-link')}>{words.insteadLink}</a>
        </p>
      )}
      <BranchContact />
      <FourSteps here={1} />
    </ScreenPage>
  );
}
