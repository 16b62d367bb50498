// When the applicant is paid, which suggests the day of the debit.
import type { Autopay } from '#contract/autopay.ts';
import { SelectField } from '../../forms/Controls.tsx';
import type { ScreenForm } from '../../forms/use-screen-form.ts';
import { useToday } from '../../shared/use-today.ts';
import { autopayText as words } from '../../wording/autopay.ts';
import type { autopayForm } from './authorization.ts';
import { dayAfterPayday, nextTwoWeeks, type PayRhythm, payRhythms } from './payday.ts';

interface PaydayFieldsProps {
  readonly form: ScreenForm<typeof autopayForm>;
  readonly plan: Autopay;
}

export function PaydayFields({ form, plan }: PaydayFieldsProps) {
  const today = useToday();
  const rhythm = payRhythms.find((one) => one === form.value('payRhythm'));
  return (
    <>
      <SelectField
        field={form.field('payRhythm')}
        label={words.payday}
        hint={words.paydayHint}
        size="medium"
        options={payRhythms.map((value) => ({ value, label: words.payRhythms[value] }))}
        onValue={() => form.set('payday', '')}
      />
      {rhythm && (
        <SelectField
          key={rhythm}
          field={form.field('payday')}
          label={words.paydays[rhythm]}
          hint={rhythm === 'month' ? words.paydayOfMonthHint : undefined}
          size="medium"
          options={paydaysOf(rhythm, today)}
          onValue={(payday) => {
            const days = payday === '' ? undefined : dayAfterPayday(plan, rhythm, payday);
            if (days !== undefined) form.set('daysBeforeDue', String(days));
          }}
        />
      )}
    </>
  );
}

function paydaysOf(rhythm: PayRhythm, today: string) {
  if (rhythm === 'month')
    return Array.from({ length: 31 }, (_, at) => ({ value: String(at + 1), label: words.paidOn(at + 1) }));
  if (rhythm === 'week')
    return Array.from({ length: 7 }, (_, day) => ({ value: String(day), label: words.weekday(day) }));
  return nextTwoWeeks(today).map((value) => ({ value, label: words.paidOnDate(value) }));
}
