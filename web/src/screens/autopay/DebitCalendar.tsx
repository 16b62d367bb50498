import type { Autopay } from '#contract/autopay.ts';
import { Field, type FieldWiring } from '../../forms/Field.tsx';
import { classes } from '../../ui/class-names.ts';
import { autopayText as words } from '../../wording/autopay.ts';
import { calendarOf } from './calendar-days.ts';
import styles from './DebitCalendar.module.css';

interface DebitCalendarProps {
  readonly field: FieldWiring;
  readonly plan: Pick<Autopay, 'days' | 'loan'>;
  readonly chosen: string | undefined;
}

/** The month of the first debit, and the one before if a debit may be in it. The days that can be chosen are radio buttons; the others are only for the eye. */
export function DebitCalendar({ field, plan, chosen }: DebitCalendarProps) {
  const { months, cells } = calendarOf(plan.days, chosen);
  const firstChoice = cells.find(({ choice }) => choice !== undefined)?.date;
  const hint = plan.loan && words.dayHint(Number(plan.loan.firstDue.slice(-2)));
  return (
    <Field {...{ ...field, label: words.day, hint }} group>
      {(control) => (
        <div className={styles.month}>
          <p className={styles.title}>{months.map(words.month).join(' and ')}</p>
          {words.weekdays.map((day) => (
            <span key={day} className={styles.day} aria-hidden="true">
              {day[0]}
            </span>
          ))}
          {cells.map(({ date, day, choice }) =>
            choice === undefined ? (
              <span key={date} className={styles.day} aria-hidden="true">
                {day}
              </span>
            ) : (
              <label key={date} className={classes(styles.day, styles.choice)}>
                <input
                  type="radio"
                  id={date === firstChoice ? control.id : undefined}
                  aria-invalid={control['aria-invalid']}
                  aria-label={words.dayOption(choice, date)}
                  name={field.name}
                  value={choice}
                  ref={field.ref}
                  onChange={field.onInput}
                  onBlur={field.onBlur}
                />
                {day}
              </label>
            ),
          )}
        </div>
      )}
    </Field>
  );
}
