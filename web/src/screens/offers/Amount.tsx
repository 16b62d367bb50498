// How much: one of the amounts on offer, or one typed.
import { useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { loanAmount, plainNumber } from '#contract/fields.ts';
import type { LoanRequest } from '#contract/offers.ts';
import {
  amountBounds,
  amountOptions,
  mergeRanges,
  nearestAmounts,
  type OfferedProgram,
} from '#finance/amountOptions.ts';
import type { Cents } from '#finance/money.ts';
import { useGo } from '../../app/go.ts';
import { ScreenPage } from '../../app/ScreenPage.tsx';
import { CurrencyField } from '../../forms/controls.tsx';
import { Form, SubmitButton } from '../../forms/Form.tsx';
import { useScreenForm } from '../../forms/useScreenForm.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Stack } from '../../ui/Page.tsx';
import { Timeline } from '../../ui/Path.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { usd } from '../../wording/format.ts';
import { offersWords, amountWords as words } from '../../wording/offers.ts';
import { partWords } from '../../wording/parts.ts';
import styles from './Amount.module.css';
import { offeredPrograms } from './offerList.ts';
import { type Choices, useOffers } from './useOffers.ts';

export default function Amount() {
  const { request, amount, choices, keep } = useOffers();
  return (
    <ScreenPage
      screen="amount"
      heading={words.heading}
      lead={words.lead}
      width="medium"
      above={<Timeline steps={offersWords.steps} here={0} label={offersWords.progress} />}
    >
      {request ? (
        <AmountChoice request={request} amount={amount} requested={choices.requestedAmount} keep={keep} />
      ) : (
        <Waiting messages={[offersWords.loading]} />
      )}
    </ScreenPage>
  );
}

interface AmountChoiceProps {
  readonly request: LoanRequest;
  readonly amount: number | undefined;
  readonly requested: number | undefined;
  readonly keep: (choices: Choices) => Promise<void>;
}

function AmountChoice({ request, amount, requested, keep }: AmountChoiceProps) {
  const go = useGo();
  const programs = offeredPrograms(request);
  const [asked, setAsked] = useState(requested);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const options = amountOptions(programs, asked as Cents | undefined);
  const bounds = amountBounds(programs) ?? { min: 0, max: 0 };
  const ranges = mergeRanges(programs.flatMap((program) => [...(program as OfferedProgram).amountRanges]));
  const near =
    asked === undefined
      ? []
      : nearestAmounts(
          options.map((option) => option.amount),
          asked as Cents,
        );

  const choose = async (chosen: number, isAutoSecured?: boolean) => {
    if (busy) return;
    setBusy(true);
    setFailed(false);
    try {
      await keep({
        loanAmount: chosen,
        ...(isAutoSecured !== undefined && { isLoanAutoSecured: isAutoSecured }),
        selectedTerm: null,
      });
      go('offers');
    } catch {
      setFailed(true);
      setBusy(false);
    }
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
      const exact = programs.some(({ amountRanges }) =>
        amountRanges.some(({ min, max }) => typed >= min && typed <= max),
      );
      if (!exact) {
        setAsked(typed);
        return { errors: [{ field: 'amount', message: words.notFound }] };
      }
      // With a vehicle in play its offers are shown too; the toggle takes them away.
      const isAutoSecured = programs.some(
        ({ programName, amountRanges }) =>
          programName === 'big_auto' && amountRanges.some(({ min, max }) => typed >= min && typed <= max),
      );
      await keep({ loanAmount: typed, isLoanAutoSecured: isAutoSecured, selectedTerm: null });
      go('offers');
      return undefined;
    },
  });

  return (
    <Stack>
      {failed && <Alert kind="error">{partWords.notSent}</Alert>}
      {ranges.length > 1 && <p>{words.gap(ranges.map(({ min, max }) => words.range(usd(min), usd(max))))}</p>}
      <section className={styles.choice} aria-busy={busy || undefined}>
        <h2>{words.choose}</h2>
        <ul className={styles.amounts}>
          {options.map((option) => (
            <li key={`${option.amount}${option.isAutoSecured}`}>
              <button
                type="button"
                className={styles.amount}
                data-near={near.includes(option.amount) || undefined}
                aria-current={option.amount === amount || undefined}
                onClick={() => void choose(option.amount, option.isAutoSecured)}
              >
                <strong>{usd(option.amount)}</strong>
                {option.isAutoSecured && <span> {words.secured}</span>}
              </button>
            </li>
          ))}
        </ul>
      </section>
      <Form form={form}>
        <CurrencyField
          field={form.field('amount')}
          label={words.type}
          hint={words.typeHint(usd(bounds.min), usd(bounds.max))}
        />
        <SubmitButton form={form} busyWords={words.submitting}>
          {words.submit}
        </SubmitButton>
      </Form>
    </Stack>
  );
}
