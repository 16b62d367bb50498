// What a returning lead may have to bring up to date before offers can be looked for.
import { plainNumber, residentialStatuses, residentialStatusLabels } from '#contract/fields.ts';
import { updateDetailsForm, updateLead } from '#contract/resume.ts';
import { useEnvironment, useJourney } from '../../app/environment.tsx';
import { useGo } from '../../app/go.ts';
import { ScreenPage } from '../../app/ScreenPage.tsx';
import { CurrencyField, MaskedField, RadioGroup } from '../../forms/controls.tsx';
import { Form, SubmitButton } from '../../forms/Form.tsx';
import { phoneMask } from '../../forms/masks.ts';
import { useScreenForm } from '../../forms/useScreenForm.ts';
import { updateDetailsWords as words } from '../../wording/resume.ts';

const residenceOptions = residentialStatuses.map((value) => ({
  value,
  label: residentialStatusLabels[value],
}));

export default function UpdateApplicationDetails() {
  const { call, journey } = useEnvironment();
  const go = useGo();
  const now = useJourney();
  const form = useScreenForm({
    schema: updateDetailsForm,
    defaults: { phone: '', monthlyPayment: '' },
    send: async ({ phone, residentialStatus, monthlyPayment }) => {
      const { errors } = await call(updateLead, now?.links.updateLead, {
        body: {
          phone: `+1${phone.replace(/\D/g, '')}`,
          residentialStatus,
          monthlyPayment: Number(plainNumber(monthlyPayment)),
        },
      });
      if (errors && errors.length > 0) return { errors };
      go((await journey.refresh()).rest ?? 'offers', { replace: true });
      return undefined;
    },
  });
  return (
    <ScreenPage screen="update-application-details" heading={words.heading} lead={words.lead} width="narrow">
      <Form form={form}>
        <MaskedField
          field={form.field('phone')}
          label={words.phone}
          hint={words.phoneHint}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          size="medium"
          mask={phoneMask}
        />
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
        <SubmitButton form={form} busyWords={words.submitting}>
          {words.submit}
        </SubmitButton>
      </Form>
    </ScreenPage>
  );
}
