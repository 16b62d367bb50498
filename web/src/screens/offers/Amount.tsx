// Chooses an amount: typed, or one of those offered.
import { useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { loanAmount, plainNumber } from '#contract/fields.ts';
import type { Journey } from '#contract/journey.ts';
import type { LoanRequest } from '#contract/offers.ts';
import { amountBounds, mergeRanges, nearestAmounts, type OfferedProgram } from '#finance/amount-options.ts';
import type { Cents } from '#finance/money.ts';
import { CurrencyField } from '../../forms/Controls.tsx';
import { Form, SubmitButton } from '../../forms/Form.tsx';
import { useScreenForm } from '../../forms/use-screen-form.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Hidden, Stack } from '../../ui/Page.tsx';
import { Timeline } from '../../ui/StepList.tsx';
import { Tick } from '../../ui/Tick.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { usd } from '../../wording/format.ts';
import { offersText, amountText as words } from '../../wording/offers.ts';
import { uiText } from '../../wording/ui-text.ts';
import styles from './Amount.module.css';
import { type AmountGroups, amountGroups, offeredPrograms, vehicleWith } from './offer-list.ts';
import { type Choices, useOffers } from './use-offers.ts';

export default function Amount() {
  const { request, choices, saveChoices } = useOffers();
  return (
    <ScreenPage
      screen="amount"
      heading={words.heading}
      lead={words.lead}
      width="medium"
      above={<Timeline steps={offersText.steps} current={0} label={offersText.progress} />}
    >
      {request ? (
        <AmountChoice request={request} choices={choices} saveChoices={saveChoices} />
      ) : (
        <Waiting messages={[offersText.loading]} />
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
  const navigate = useNavigateTo();
  const programs = offeredPrograms(request);
  const groups = amountGroups(request);
  const { secured, unsecured } = groups;
  const valid = [...new Set([...unsecured, ...secured])];
  const { requestedAmount: requested } = choices;
  const [asked, setAsked] = useState(requested);
  const [busy, setBusy] = useState<string>();
  const [failed, setFailed] = useState(false);
  const bounds = amountBounds(programs) ?? { min: 0, max: 0 };
  const ranges = mergeRanges(programs.flatMap((program) => [...(program as OfferedProgram).amountRanges]));
  const nearest =
    asked === undefined || valid.includes(asked) ? [] : nearestAmounts(valid as Cents[], asked as Cents);

  const choose = async (key: string, amount: number, from?: keyof AmountGroups) => {
    if (busy) return;
    setBusy(key);
    setFailed(false);
    try {
      await saveAmount(amount, from);
    } catch {
      setFailed(true);
      setBusy(undefined);
    }
  };
  const saveAmount = async (amount: number, from?: keyof AmountGroups) => {
    const isLoanAutoSecured = vehicleWith(groups, amount, from);
    await saveChoices({
      loanAmount: amount,
      ...(isLoanAutoSecured !== undefined && { isLoanAutoSecured }),
      selectedTerm: null,
    });
    navigate('offers');
  };

  const schema = useMemo(
    () => z.object({ amount: loanAmount(Math.ceil(bounds.min / 100), Math.floor(bounds.max / 100)) }),
    [bounds.min, bounds.max],
  );
  const form = useScreenForm({
    schema,
    defaults: { amount: requested === undefined ? '' : String(requested / 100) },
    send: async (values) => {
      const typed = Number(plainNumber(values.amount)) * 100;
      setAsked(typed);
      if (!valid.includes(typed)) return { errors: [{ field: 'amount', message: words.notFound }] };
      await saveAmount(typed);
      return undefined;
    },
  });
  const isCurrent = (amount: number, group: keyof AmountGroups) =>
    choices.loanAmount === amount &&
    group ===
      ((vehicleWith(groups, amount) ?? (secured.includes(amount) && choices.isLoanAutoSecured))
        ? 'secured'
        : 'unsecured');
  const tiles = (group: keyof AmountGroups) => (
    <ul className={styles.amounts}>
      {groups[group].map((amount) => (
        <li key={amount}>
          <Tile
            amount={amount}
            isSecured={group === 'secured'}
            isCurrent={isCurrent(amount, group)}
            isBusy={busy === group + amount}
            onChoose={() => void choose(group + amount, amount, group)}
          />
        </li>
      ))}
    </ul>
  );

  return (
    <Stack>
      {failed && <Alert kind="error">{uiText.notSent}</Alert>}
      {ranges.length > 1 && <p>{words.gap(ranges.map(({ min, max }) => words.range(usd(min), usd(max))))}</p>}
      <Form form={form}>
        <CurrencyField
          field={form.field('amount')}
          label={words.type}
          hint={words.typeHint(usd(bounds.min), usd(bounds.max))}
        />
        {nearest.length > 0 && (
          <fieldset className={styles.nearest}>
            <legend>{words.nearest}</legend>
            {nearest.map((amount) => (
              <Button
                key={amount}
                kind="secondary"
                compact
                busy={busy === `nearest${amount}`}
                onClick={() => void choose(`nearest${amount}`, amount)}
              >
                {words.chooseAmount(amount, !unsecured.includes(amount))}
              </Button>
            ))}
          </fieldset>
        )}
        <SubmitButton form={form} busyWords={words.submitting}>
          {words.submit}
        </SubmitButton>
      </Form>
      <section className={styles.choice}>
        <h2>{words.choose}</h2>
        {unsecured.length > 0 && (
          <>
            {secured.length > 0 && <h3>{words.unsecured}</h3>}
            {tiles('unsecured')}
          </>
        )}
        {secured.length > 0 && (
          <>
            <h3>{words.secured}</h3>
            <p className={styles.soft}>{offersText.toggle.what(request.vehicle?.description)}</p>
            {tiles('secured')}
          </>
        )}
      </section>
    </Stack>
  );
}

interface TileProps {
  readonly amount: number;
  readonly isSecured: boolean;
  readonly isCurrent: boolean;
  readonly isBusy: boolean;
  readonly onChoose: () => void;
}

function Tile({ amount, isSecured, isCurrent, isBusy, onChoose }: TileProps) {
  return (
    <button
      type="button"
      className={styles.amount}
      aria-pressed={isCurrent}
      aria-disabled={isBusy || undefined}
      onClick={onChoose}
    >
      {isBusy ? (
        <span role="status">{uiText.wait}</span>
      ) : (
        <>
          <strong>{usd(amount)}</strong>
          {isSecured && <Hidden> {words.withVehicle}</Hidden>}
          {isCurrent && <Tick />}
        </>
      )}
    </button>
  );
}
