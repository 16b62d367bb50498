import { useState } from 'react';
import type { ApplicationSource } from '#contract/journey.ts';
import { acceptTerms, type LoanRequest, type OfferTerm, type TermsOfAmount } from '#contract/offers.ts';
import type { CoreOutage } from '#contract/outage.ts';
import { pathOf } from '#contract/screens.ts';
import { isRefusedAs } from '../../api/failures.ts';
import { Form, SubmitButton } from '../../forms/Form.tsx';
import type { Sent } from '../../forms/use-form-submission.ts';
import { useScreenForm } from '../../forms/use-screen-form.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { StepConsents, stepConsents } from '../../shared/ConsentCard.tsx';
import { OutageNotice } from '../../shared/outage/OutageNotice.tsx';
import { outageOf } from '../../shared/outage/outage-of.ts';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { useMoneyPromise } from '../../shared/use-money-promise.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Section } from '../../ui/Page.tsx';
import { offersText } from '../../wording/offers.ts';
import { pageTitles } from '../../wording/titles.ts';
import { OfferCard } from './OfferCard.tsx';
import styles from './Offers.module.css';

const words = offersText.preview;

interface PreviewProps {
  readonly terms: TermsOfAmount;
  readonly term: OfferTerm;
  readonly vehicle: LoanRequest['vehicle'];
  readonly source: ApplicationSource | undefined;
  readonly reload: () => unknown;
}

export default function Preview(props: PreviewProps) {
  const { terms, term, vehicle, source } = props;
  const isPartners = source === 'affiliate';
  const promise = useMoneyPromise();
  const { accept, outage } = useAcceptTerms(props, isPartners);
  const form = useScreenForm({
    schema: isPartners ? consents.partners : consents.own,
    names: { acceptAuthorization: words.authorizationTitle, acceptLegal: words.disclosuresTitle },
    send: accept,
  });
  return (
    <ScreenPage
      screen="offers"
      title={pageTitles.preview}
      heading={words.heading}
      width="medium"
      ownSteps
      beside={<a href={pathOf('offers')}>{words.back}</a>}
    >
      <OfferCard
        amount={terms.amount}
        term={term}
        vehicle={vehicle?.description}
        tag={offersText.featuredChosen}
      />
      {term.isAutoSecured && vehicle?.isVinMissing && (
        <Alert>
          {offersText.vehicle.vinNeeded} <a href={pathOf('vehicle')}>{offersText.vehicle.addVin}</a>
        </Alert>
      )}
      {outage && <OutageNotice outage={outage} />}
      <Form form={form}>
        <StepConsents
          own={{
            title: words.authorizationTitle,
            consent: 'authorization',
            field: form.field('acceptAuthorization'),
          }}
          legal={
            isPartners
              ? { title: words.disclosuresTitle, consent: 'disclosures', field: form.field('acceptLegal') }
              : undefined
          }
          step={words.step}
        />
        <SubmitButton form={form} words={words.submit} busyWords={words.submitting} />
        <p className={styles.soft}>{words.free}</p>
      </Form>
      <Section title={words.nextTitle}>
        <ol>
          {words.next(promise).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Section>
    </ScreenPage>
  );
}

const consents = stepConsents('acceptAuthorization');

function useAcceptTerms({ terms, term, reload }: PreviewProps, isPartners: boolean) {
  const { call } = useEnvironment();
  const navigate = useNavigateTo();
  const [outage, setOutage] = useState<CoreOutage>();
  const accept = async (): Promise<Sent> => {
    setOutage(undefined);
    try {
      const answer = await call(acceptTerms, terms.submitApplication.href, {
        body: {
          term: term.months,
          amount: terms.amount,
          isAutoSecured: term.isAutoSecured,
          monthlyPayment: term.monthlyPayment,
          acceptAuthorization: true,
          ...(isPartners && { acceptLegal: true }),
        },
      });
      navigate(answer.createPlaidLinkToken && answer.exchangePlaidToken ? 'bank-link' : 'bank-link-later');
      return undefined;
    } catch (failure) {
      const offline = outageOf(failure);
      if (offline) {
        setOutage(offline);
        return 'again';
      }
      if (!isRefusedAs(failure, 'term-gone')) throw failure;
      reload();
      return { errors: [{ message: words.changed }] };
    }
  };
  return { accept, outage };
}
