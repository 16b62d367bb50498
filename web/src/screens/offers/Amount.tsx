import { useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { hasCents, loanAmount } from '#contract/fields.ts';
import type { Journey } from '#contract/journey.ts';
import type { LoanRequest } from '#contract/offers.ts';
import { isRefusedAs } from '../../api/failures.ts';
import { CurrencyField } from '../../forms/Controls.tsx';
import { Form, SubmitButton } from '../../forms/Form.tsx';
import { useScreenForm } from '../../forms/use-screen-form.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { WaitForRead } from '../../shared/WaitForRead.tsx';
import { Accordion } from '../../ui/Accordion.tsx';
import { Hidden, Stack } from '../../ui/Page.tsx';
import { PressFailure } from '../../ui/PressFailure.tsx';
import { Tick } from '../../ui/Tick.tsx';
import { usd } from '../../wording/format.ts';
import { offersText, amountText as words } from '../../wording/offers.ts';
import { uiText } from '../../wording/ui-text.ts';
import styles from './Amount.module.css';
import { AmountButtons } from './AmountButtons.tsx';
import {
  type AmountGroups,
  amountGroups,
  centsTyped,
  inDollars,
  isLent,
  nearestListed,
  vehicleWith,
} from './offer-list.ts';
import { type Choices, useOffers } from './use-offers.ts';

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
  const { unsecured, secured } = amountGroups(request, choices.loanAmount ?? choices.requestedAmount);
  const navigate = useNavigateTo();
  const saveAmount = async ({ amount, from }: ListedAmount) => {
    const isLoanAutoSecured = vehicleWith(request, amount, from);
    await saveChoices({ loanAmount: amount, isLoanAutoSecured, selectedTerm: null });
    navigate('offers');
  };
  const { busy, failed, choose } = useAmountButtons(saveAmount);
  const { form, field, typed, isNearestShown } = useAmountForm(request, choices, saveAmount);
  const nearest = nearestListed(request, typed);
  const rangesText = ranges.map(({ min, max }) => words.range(usd(min), usd(max)));
  const tiles = { request, choices, busy, failed, onChoose: choose };
  return (
    <Stack>
      <Form form={form}>
        <CurrencyField field={field} label={words.type} hint={words.typeHint(rangesText)} />
        <p role="status">{hasCents(form.value('amount')) && words.centsDropped}</p>
        {isNearestShown && (
          <AmountButtons
            request={request}
            title={words.nearest(nearest.length)}
            amounts={nearest}
            busy={busy?.from === undefined ? busy?.amount : undefined}
            failed={failed?.from === undefined ? failed?.amount : undefined}
            onChoose={(amount) => void choose({ amount })}
          />
        )}
        <SubmitButton form={form} words={words.submit} busyWords={words.submitting} />
      </Form>
      <section className={styles.choice}>
        <h2>{words.choose}</h2>
        {unsecured.length > 0 && <Tiles {...tiles} from="unsecured" amounts={unsecured} />}
      </section>
      {secured.length > 0 && (
        <Accordion
          items={[
            {
              title: offersText.vehicle.question(unsecured.length === 0),
              content: (
                <>
                  <p>{offersText.toggle.what(vehicle?.description)}</p>
                  <Tiles {...tiles} from="secured" amounts={secured} />
                </>
              ),
              open: unsecured.length === 0 || choices.isLoanAutoSecured,
            },
          ]}
        />
      )}
    </Stack>
  );
}

/** A listed amount, and the group it was chosen from. The nearest amounts are of no group. */
interface ListedAmount {
  readonly amount: number;
  readonly from?: keyof AmountGroups;
}

function useAmountButtons(saveAmount: (chosen: ListedAmount) => Promise<void>) {
  const [busy, setBusy] = useState<ListedAmount>();
  const [failed, setFailed] = useState<ListedAmount>();
  const choose = async (chosen: ListedAmount) => {
    if (busy) return;
    setBusy(chosen);
    setFailed(undefined);
    try {
      await saveAmount(chosen);
    } catch {
      setFailed(chosen);
      setBusy(undefined);
    }
  };
  return { busy, failed, choose };
}

function useAmountForm(
  request: LoanRequest,
  choices: Journey['choices'],
  saveAmount: (chosen: ListedAmount) => Promise<void>,
) {
  const { amountRanges: ranges } = request;
  const begun = choices.loanAmount ?? choices.requestedAmount;
  const unlisted = begun !== undefined && nearestListed(request, begun).length > 0 ? begun : undefined;
  const schema = useMemo(() => z.object({ amount: loanAmount(inDollars(ranges)) }), [ranges]);
  const form = useScreenForm({
    schema,
    defaults: { amount: unlisted === undefined ? '' : String(unlisted / 100) },
    send: async (values) => {
      try {
        await saveAmount({ amount: centsTyped(values.amount) });
        return undefined;
      } catch (failure) {
        if (!isRefusedAs(failure, 'invalid')) throw failure;
        // The caps of a state can rule out an amount inside a range.
        return { errors: [{ field: 'amount', message: words.notFound }] };
      }
    },
  });
  const field = form.field('amount');
  const typed = centsTyped(form.value('amount') ?? '');
  const isNearestShown = typed > 0 && (field.error !== undefined || typed === unlisted);
  return { form, field, typed, isNearestShown };
}

interface TilesProps {
  readonly request: LoanRequest;
  readonly choices: Journey['choices'];
  readonly from: keyof AmountGroups;
  readonly amounts: readonly number[];
  readonly busy: ListedAmount | undefined;
  readonly failed: ListedAmount | undefined;
  readonly onChoose: (chosen: ListedAmount) => Promise<void>;
}

function Tiles({ request, choices, from, amounts, busy, failed, onChoose }: TilesProps) {
  const { secured } = amountGroups(request);
  const isCurrent = (amount: number) => {
    if (choices.loanAmount !== amount) return false;
    const isSecured = vehicleWith(request, amount) ?? (secured.includes(amount) && choices.isLoanAutoSecured);
    return from === (isSecured ? 'secured' : 'unsecured');
  };
  const isBusy = (amount: number) => busy?.from === from && busy.amount === amount;
  return (
    <ul className={styles.amounts}>
      {amounts.map((amount) => (
        <li key={amount}>
          <button
            type="button"
            className={styles.amount}
            aria-pressed={isCurrent(amount)}
            aria-disabled={isBusy(amount) || undefined}
            onClick={() => void onChoose({ amount, from })}
          >
            {isBusy(amount) ? (
              <span role="status">{uiText.wait}</span>
            ) : (
              <>
                <strong>{usd(amount)}</strong>
                {(from === 'secured' || !isLent(request, amount, false)) && (
                  <Hidden> {words.withVehicle}</Hidden>
                )}
                {isCurrent(amount) && <Tick />}
              </>
            )}
          </button>
          {failed?.from === from && failed.amount === amount && (
            <PressFailure why={uiText.notSent} again={() => void onChoose(failed)} />
          )}
        </li>
      ))}
    </ul>
  );
}
