// A form with every kind of field, sent to a fake server.
import { useState } from 'react';
import * as z from 'zod/mini';
import { routingNumber } from '#contract/bank-account-fields.ts';
import * as fields from '#contract/fields.ts';
import {
  Checkbox,
  CodeField,
  CurrencyField,
  DateField,
  MaskedField,
  RadioGroup,
  SelectField,
  SsnField,
  TextField,
} from '../forms/Controls.tsx';
import { FieldRow, FieldSection, Form, SubmitButton } from '../forms/Form.tsx';
import { digitsMask, phoneMask, zipMask } from '../forms/masks.ts';
import type { Sent } from '../forms/use-form-submission.ts';
import { useScreenForm } from '../forms/use-screen-form.ts';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Dialog.tsx';

const now = () => new Date('2026-03-02T15:00:00Z');
const states = [
  { value: 'TX', label: 'Texas' },
  { value: 'UT', label: 'Utah' },
  { value: 'VA', label: 'Virginia' },
];
const residences = fields.residentialStatuses.map((value) => ({
  value,
  label: fields.residentialStatusLabels[value],
}));
const routing = digitsMask(9);

const example = z.object({
  firstName: fields.firstName,
  lastName: fields.lastName,
  email: fields.email,
  phone: fields.phone,
  dob: fields.dateOfBirth(() => '2026-03-02'),
  ssn: fields.ssn,
  streetAddress: fields.streetAddress,
  city: fields.city,
  state: fields.state,
  zipCode: fields.zipCode,
  residentialStatus: fields.residentialStatus,
  monthlyPayment: fields.monthlyPayment,
  mainIncome: fields.mainIncome,
  routingNumber,
  code: fields.textCode,
  agree: fields.agreement,
});

export function ExampleForm({ prefix, failing }: { readonly prefix: string; readonly failing?: boolean }) {
  const [texts, setTexts] = useState(false);
  const form = useScreenForm({
    schema: example,
    idPrefix: prefix,
    send: async (): Promise<Sent> => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      return failing
        ? { errors: [{ field: 'email', code: 'invalid', message: 'This email address is already in use.' }] }
        : 'again';
    },
  });
  return (
    <Form form={form} label={`Example form, ${prefix}`}>
      <FieldSection title="About you">
        <FieldRow>
          <TextField field={form.field('firstName')} label="First name" autoComplete="given-name" />
          <TextField field={form.field('lastName')} label="Last name" autoComplete="family-name" />
        </FieldRow>
        <TextField
          field={form.field('email')}
          label="Email"
          hint="We send your offers and documents here."
          type="email"
          inputMode="email"
          autoComplete="email"
        />
        <MaskedField
          field={form.field('phone')}
          label="Phone"
          hint="We text a code to this number."
          mask={phoneMask}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          size="medium"
        />
        <DateField
          field={form.field('dob')}
          label="Date of birth"
          hint="For example 04/15/1990"
          autoComplete="bday"
          now={now}
        />
        <SsnField
          field={form.field('ssn')}
          label="Social Security number"
          hint="This does not affect your credit score."
        />
      </FieldSection>
      <FieldSection title="About your home">
        <TextField field={form.field('streetAddress')} label="Home address" autoComplete="street-address" />
        <FieldRow>
          <TextField field={form.field('city')} label="City" autoComplete="address-level2" />
          <SelectField
            field={form.field('state')}
            label="State"
            options={states}
            autoComplete="address-level1"
          />
        </FieldRow>
        <MaskedField
          field={form.field('zipCode')}
          label="ZIP code"
          mask={zipMask}
          autoComplete="postal-code"
          size="short"
        />
        <RadioGroup field={form.field('residentialStatus')} label="Residence type" options={residences} />
        <CurrencyField
          field={form.field('monthlyPayment')}
          label="Monthly payment"
          hint="Your rent or mortgage"
        />
      </FieldSection>
      <FieldSection title="About your income">
        <CurrencyField
          field={form.field('mainIncome')}
          label="Annual income"
          hint="Before taxes, for the whole year"
        />
        <MaskedField
          field={form.field('routingNumber')}
          label="Routing number"
          mask={routing}
          autoComplete="off"
          size="medium"
        />
        <CodeField field={form.field('code')} label="Code" hint="Six digits, sent to (512) 555-0100" />
      </FieldSection>
      <Checkbox
        field={form.field('agree')}
        label={
          <>
            I have read and agreed to the:{' '}
            <Button kind="link" onClick={() => setTexts(true)}>
              Terms of Use
            </Button>
            , <a href="/legal/privacy-policy">Privacy Policy</a>, ESIGN Act Consent and Credit Profile
            Authorization.
          </>
        }
      />
      <SubmitButton form={form} busyWords="Checking your offers">
        Check my offers
      </SubmitButton>
      <Modal open={texts} onClose={() => setTexts(false)} title="Terms of Use">
        <p>
          These are the terms. Long texts scroll inside the dialog, and the page behind stays where it is.
        </p>
      </Modal>
    </Form>
  );
}
