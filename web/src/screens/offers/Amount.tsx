import type { Journey } from '#contract/journey.ts';
import type { LoanRequest } from '#contract/offers.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { WaitForRead } from '../../shared/WaitForRead.tsx';
import { SingleAccordion } from '../../ui/Accordion.tsx';
import { Button } from '../../ui/Button.tsx';
import { Hidden, Section } from '../../ui/Page.tsx';
import { Tick } from '../../ui/Tick.tsx';
import { usd } from '../../wording/format.ts';
import { offersText, amountText as words } from '../../wording/offers.ts';
import { uiText } from '../../wording/ui-text.ts';
import styles from './Amount.module.css';
import { AmountField, useAmountEntry } from './AmountField.tsx';
import { type AmountGroups, amountGroups, isLent, vehicleWith } from './offer-list.ts';
import { type Choices, useOffers } from './use-offers.ts';
import { useSaving } from './use-saving.ts';

export default function Amount() {
  const { request, reading, choices, saveChoices } = useOffers();
  return (
    <ScreenPage screen="amount" heading={words.heading} lead={words.lead} width="medium">
      {request ? (
        <AmountChoice request={request} choices={choices} saveChoices={saveChoices} />
      ) : (
        <WaitForRead read={reading} loading={offersText.loading} />
      )}
    </ScreenPage>
  );
}

interface AmountChoiceProps {
  readonly request: LoanRequest;
  readonly choices: Journey['choices'];
  readonly saveChoices: (choices: Choices) => Promise<void>;
}

function AmountChoice({ request, choices, saveChoices }: AmountChoiceProps) {
  const { amountRanges: ranges, vehicle } = request;
  const begun = choices.loanAmount ?? choices.requestedAmount;
  const { unsecured, secured } = amountGroups(request, begun);
  const navigate = useNavigateTo();
  const entry = useAmountEntry({ request, amount: begun });
  const { saving, failed, save } = useSaving();
  const saveAmount = async (loanAmount: number, from?: keyof AmountGroups) => {
    const isLoanAutoSecured = vehicleWith(request, loanAmount, from);
    await saveChoices({ loanAmount, isLoanAutoSecured, selectedTerm: null });
    return true;
  };
  const leave = () => navigate('offers');
  const saveTyped = () => void save('typed', () => entry.save((amount) => saveAmount(amount)), leave);
  const tiles = {
    request,
    choices,
    saving,
    failed,
    onChoose: (key: string, amount: number, from: keyof AmountGroups) =>
      void save(key, () => saveAmount(amount, from), leave),
  };
  return (
    <>
      <AmountField
        entry={entry}
        id="amount"
        label={words.type}
        hint={words.typeHint(ranges.map(({ min, max }) => words.range(usd(min), usd(max))))}
        onEnter={saveTyped}
      />
      <div>
        <Button
          busy={saving === 'typed'}
          busyWords={words.submitting}
          failure={failed === 'typed' && uiText.notSent}
          onClick={saveTyped}
        >
          {words.submit}
        </Button>
      </div>
      <Section title={words.choose}>
        {unsecured.length > 0 && <Tiles {...tiles} from="unsecured" amounts={unsecured} />}
      </Section>
      {secured.length > 0 && (
        <SingleAccordion
          title={offersText.vehicle.question(unsecured.length === 0)}
          open={unsecured.length === 0 || choices.isLoanAutoSecured}
        >
          <p>{offersText.toggle.what(vehicle?.description)}</p>
          <Tiles {...tiles} from="secured" amounts={secured} />
        </SingleAccordion>
      )}
    </>
  );
}

interface TilesProps {
  readonly request: LoanRequest;
  readonly choices: Journey['choices'];
  readonly from: keyof AmountGroups;
  readonly amounts: readonly number[];
  readonly saving: string | undefined;
  readonly failed: string | undefined;
  readonly onChoose: (key: string, amount: number, from: keyof AmountGroups) => void;
}

function Tiles({ request, choices, from, amounts, saving, failed, onChoose }: TilesProps) {
  const { secured } = amountGroups(request);
  const isCurrent = (amount: number) => {
    if (choices.loanAmount !== amount) return false;
    const isSecured = vehicleWith(request, amount) ?? (secured.includes(amount) && choices.isLoanAutoSecured);
    return from === (isSecured ? 'secured' : 'unsecured');
  };
  return (
    <ul className={styles.amounts}>
      {amounts.map((amount) => {
        const key = `${from}${amount}`;
        return (
          <li key={amount}>
            <Button
              kind="secondary"
              aria-pressed={isCurrent(amount)}
              busy={saving === key}
              failure={failed === key && uiText.notSent}
              onClick={() => onChoose(key, amount, from)}
            >
              <span>
                {usd(amount)}
                {(from === 'secured' || !isLent(request, amount, false)) && (
                  <Hidden> {words.withVehicle}</Hidden>
                )}
              </span>
              {isCurrent(amount) && <Tick />}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
