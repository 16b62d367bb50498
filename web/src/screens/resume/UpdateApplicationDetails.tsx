// A partner's applicant updates details and consents before the offers.

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { consents } from '#contract/consents.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { plainNumber } from '#contract/fields.ts';
import { getLead, updateDetailsForm, updateLead } from '#contract/resume.ts';
import { phoneText } from '#lender/public/phone-text.ts';
import { NameField, RadioGroup } from '../../forms/Controls.tsx';
import { Form, SubmitButton } from '../../forms/Form.tsx';
import { CurrencyField, PhoneField } from '../../forms/MaskedFields.tsx';
import { useScreenForm } from '../../forms/use-screen-form.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { ConsentCard } from '../../shared/ConsentCard.tsx';
import { ConsentSentence } from '../../shared/ConsentSentence.tsx';
import { PartnerLogo } from '../../shared/PartnerLogo.tsx';
import { residenceOptions } from '../../shared/residence-options.ts';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { TextConsent } from '../../shared/TextConsent.tsx';
import { WaitForRead } from '../../shared/WaitForRead.tsx';
import { Button } from '../../ui/Button.tsx';
import { updateDetailsText as words } from '../../wording/resume.ts';

const StoppedDeviceCheck = lazyPart(() => import('../../shared/StoppedDeviceCheck.tsx'));

export default function UpdateApplicationDetails() {
  const now = useJourney();
  const lead = useServerQuery(getLead, now?.links.updateLead);
  return (
    <ScreenPage
      screen="update-application-details"
      heading={words.heading}
      lead={lead.data?.changesOffers ? words.changesOffers : words.lead(lead.data?.loanAmount)}
      width="narrow"
    >
      {now?.organization && <PartnerLogo {...now.organization} />}
      {lead.data ? (
        <DetailsForm lead={lead.data} />
      ) : (
        <WaitForRead read={lead} loading={words.loading} failed={words.notLoaded} />
      )}
    </ScreenPage>
  );
}

function DetailsForm({ lead }: { readonly lead: ResponseOf<typeof getLead> }) {
  const { needsConsent, phone = '', residentialStatus, monthlyPayment, home } = lead;
  const { call, journey } = useEnvironment();
  const queries = useQueryClient();
  const navigate = useNavigateTo();
  const href = useJourney()?.links.updateLead;
  const schema = useMemo(() => updateDetailsForm(needsConsent, home !== undefined), [needsConsent, home]);
  // The form begins with the saved details, so a later visit must not show older ones.
  useEffect(() => () => queries.removeQueries({ queryKey: [getLead.path], type: 'inactive' }), [queries]);
  const form = useScreenForm({
    schema,
    defaults: {
      phone: phoneText(phone),
      ...(home && { city: home.city }),
      ...(residentialStatus && { residentialStatus }),
      monthlyPayment: monthlyPayment === undefined ? '' : monthlyPayment.toLocaleString('en-US'),
    },
    send: async ({ phone, city, residentialStatus, monthlyPayment, acceptTexts }) => {
      const { errors } = await call(updateLead, href, {
        body: {
          phone: `+1${phone.replace(/\D/g, '')}`,
          ...(home && { city }),
          residentialStatus,
          monthlyPayment: Number(plainNumber(monthlyPayment)),
          ...(needsConsent && { acceptLegal: true, ...(acceptTexts && { acceptTexts }) }),
        },
      });
      if (errors && errors.length > 0) return { errors };
      // The offers may have changed, and what is cached of them with them.
      queries.removeQueries({ type: 'inactive' });
      const { defaultScreen = 'phone-check' } = await journey.refresh();
      navigate(defaultScreen, { replace: true });
      return undefined;
    },
  });
  return (
    <Form form={form}>
      <PhoneField
        field={form.field('phone')}
        label={words.phone}
        hint={lead.changesOffers ? words.newPhoneHint : words.phoneHint}
        size="medium"
      />
      {home && (
        <>
          <NameField field={form.field('city')} label={words.city} autoComplete="address-level2" />
          {form.value('city') === home.city && (
            <>
              <p>{home.question}</p>
              <Button
                kind="secondary"
                onClick={() => {
                  form.set('city', home.suggested);
                  document.getElementById(form.field('city').id)?.focus();
                }}
              >
                {words.changeCity(home.suggested)}
              </Button>
            </>
          )}
        </>
      )}
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
      {needsConsent && (
        <>
          <ConsentCard title={words.consentTitle} consent="terms" field={form.field('acceptLegal')} />
          <TextConsent field={form.field('acceptTexts')} />
          <p>
            <ConsentSentence consent={consents.contactOfLead} />
          </p>
        </>
      )}
      <SubmitButton form={form} words={words.submit} busyWords={words.submitting} />
      {!lead.changesOffers && <StoppedDeviceCheck />}
    </Form>
  );
}
