import type { ReactNode } from 'react';
import { usStates } from '#contract/us-states.ts';
import { EmailField, NameField, RadioGroup, SelectField } from '../../forms/Controls.tsx';
import type { FieldWiring } from '../../forms/Field.tsx';
import { FieldRow, FieldSection, type PartProgress } from '../../forms/Form.tsx';
import { CurrencyField, DateField, PhoneField, SsnField, ZipField } from '../../forms/MaskedFields.tsx';
import { presses } from '../../forms/presses.ts';
import type { ScreenForm } from '../../forms/use-screen-form.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { residenceOptions } from '../../shared/residence-options.ts';
import { formText as words } from '../../wording/prequalification-form.ts';
import { AddressField, type FillAddress } from './AddressField.tsx';
import type { formSchema } from './form-schema.ts';
import styles from './Landing.module.css';

export type Form = ScreenForm<ReturnType<typeof formSchema>>;

function whenLeft(field: FieldWiring, run: (value: string) => void): FieldWiring {
  return {
    ...field,
    onBlur: (event) => {
      field.onBlur(event);
      const { value } = event.target as HTMLInputElement;
      presses().after(() => run(value));
    },
  };
}

interface EarlierAnswers {
  readonly form: Form;
  /** The form came with earlier answers, but without those that are not stored. */
  readonly isRefilled: boolean;
  /** The applicant returned from a later screen, and continues at the missing number. */
  readonly isReturning: boolean;
}

const again = (hint: string, isMissing: boolean) => (isMissing ? `${words.again} ${hint}` : hint);

interface AboutYouProps extends EarlierAnswers {
  readonly progress: PartProgress;
}

export function AboutYou({ form, progress, isRefilled, isReturning }: AboutYouProps) {
  const { now } = useEnvironment();
  return (
    <FieldSection title={words.aboutYou} progress={progress}>
      <FieldRow>
        <NameField field={form.field('firstName')} label={words.firstName} autoComplete="given-name" />
        <NameField field={form.field('lastName')} label={words.lastName} autoComplete="family-name" />
      </FieldRow>
      <EmailField field={form.field('email')} label={words.email} />
      <FieldRow>
        <PhoneField field={form.field('phone')} label={words.phone} hint={words.phoneHint} />
        <DateField
          field={whenLeft(form.field('dob'), (value) => {
            if (value !== '' && form.value('state') !== '') form.check('state');
          })}
          label={words.dob}
          hint={again(words.dobHint, isRefilled && !isReturning)}
          autoComplete="bday"
          now={now}
          // The minimum age depends on the state, so the state's error is open again until both are answered.
          onValue={() => form.clearError('state')}
        />
      </FieldRow>
    </FieldSection>
  );
}

interface AboutHomeProps {
  readonly form: Form;
  readonly progress: PartProgress;
  readonly onAddress: FillAddress;
  readonly onState: (code: string) => void;
  /** The nearest one with its manager, once the ZIP code is known. */
  readonly branch: string | undefined;
  /** The notices that the law of the state requires, and what is asked about the ZIP code. */
  readonly children?: ReactNode;
}

export function AboutHome({ form, progress, onAddress, onState, branch, children }: AboutHomeProps) {
  return (
    <FieldSection title={words.aboutHome} progress={progress}>
      <AddressField field={form.field('streetAddress')} onAddress={onAddress} />
      <NameField field={form.field('city')} label={words.city} autoComplete="address-level2" />
      <FieldRow>
        <SelectField
          field={form.field('state')}
          label={words.state}
          options={usStates}
          autoComplete="address-level1"
          onValue={onState}
        />
        <ZipField field={form.field('zipCode')} label={words.zipCode} />
      </FieldRow>
      <div aria-live="polite" className={styles.notices}>
        {children}
      </div>
      <p className={styles.small} aria-live="polite">
        {words.whoSees} <strong>{branch ?? words.branchWaits}</strong>
      </p>
      <RadioGroup
        field={form.field('residentialStatus')}
        label={words.residentialStatus}
        options={residenceOptions}
      />
      <CurrencyField
        field={form.field('monthlyPayment')}
        label={words.monthlyPayment}
        hint={words.monthlyPaymentHint}
      />
    </FieldSection>
  );
}

interface AboutIncomeProps {
  readonly form: Form;
  readonly progress: PartProgress;
  readonly onIncome: (typed: string) => void;
}

export function AboutIncome({ form, progress, onIncome }: AboutIncomeProps) {
  return (
    <FieldSection title={words.aboutIncome} hint={words.incomeHint} progress={progress}>
      <FieldRow>
        <CurrencyField field={whenLeft(form.field('mainIncome'), onIncome)} label={words.mainIncome} />
        <CurrencyField field={form.field('additionalIncome')} label={words.additionalIncome} />
      </FieldRow>
    </FieldSection>
  );
}

/** After the three parts, so that it is requested only of people in a state where we lend. */
export function SocialSecurityNumber({ form, isRefilled, isReturning }: EarlierAnswers) {
  return (
    <SsnField
      field={form.field('ssn')}
      label={words.ssn}
      hint={again(words.ssnHint, isRefilled)}
      data-arrival={isReturning || undefined}
    />
  );
}
