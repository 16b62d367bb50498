// The fast path's single offer, requested with one click.

import { useState } from 'react';
import { acceptFastPath, chooseOtherOptions, getFastPathOffer } from '#contract/fast-path.ts';
import type { CoreOutage } from '#contract/outage.ts';
import { ApiFailure, isRefusedAs, isStepOver } from '../../api/failures.ts';
import { Form, SubmitButton } from '../../forms/Form.tsx';
import type { Sent } from '../../forms/use-form-submission.ts';
import { useScreenForm } from '../../forms/use-screen-form.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useNavigateTo, useRedirect } from '../../journey/navigate.ts';
import type { Prepare } from '../../journey/prepare.ts';
import { isRefused, useServerQuery } from '../../journey/queries.ts';
import { useAction } from '../../journey/use-action.ts';
import { StepConsents, stepConsents } from '../../shared/ConsentCard.tsx';
import { LinkTo } from '../../shared/LinkTo.tsx';
import { outageOf } from '../../shared/outage/outage-of.ts';
import { PartnerLogo } from '../../shared/PartnerLogo.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { WaitForRead } from '../../shared/WaitForRead.tsx';
import { Button } from '../../ui/Button.tsx';
import { Stack } from '../../ui/Page.tsx';
import { fastPathText } from '../../wording/fast-path.ts';
import { loanText } from '../../wording/loan-terms.ts';
import { OfferCard } from '../offers/OfferCard.tsx';

const words = fastPathText.options;

let OutageAlert: typeof import('../../shared/outage/OutageAlert.tsx').default | undefined;

/**
 * The page may open with the notice, and what follows would move if it appeared later.
 * @public The routes call it.
 */
export const prepare = (async () => {
  OutageAlert = (await import('../../shared/outage/OutageAlert.tsx')).default;
  return null;
}) satisfies Prepare;

export default function Options() {
  const { call } = useEnvironment();
  const navigate = useNavigateTo();
  const now = useJourney();
  const isPartners = now?.source === 'affiliate';
  const { offer, outage, refusedFor, refuseFor, reload } = useFastPathOffer(now?.links.fastPathOffer);
  const accept = useAcceptOffer(offer.data?.submitApplication.href, isPartners, refuseFor);
  const others = useAction(async () => {
    await call(chooseOtherOptions, offer.data?.otherOptions.href, { body: {} });
    navigate('offers', { replace: true });
  });
  const form = useScreenForm({
    schema: isPartners ? consents.partners : consents.own,
    names: { acceptHardPull: words.hardPullTitle, acceptLegal: words.termsTitle },
    send: async () => {
      if (!outage) return accept();
      // The notice has the reason; the offer may be available again already.
      await reload();
      return 'again';
    },
  });

  const { data } = offer;
  const requested = now?.choices.requestedAmount;
  if (!data) {
    return (
      <ScreenPage screen="fast-path-options" heading={words.heading} lead={words.lead}>
        <WaitForRead read={isRefused(offer) ? undefined : offer} loading={words.loading} />
      </ScreenPage>
    );
  }
  // Known from the start, it is at the top; after a press, it is near the button.
  const notice = outage && OutageAlert && (
    <OutageAlert
      outage={outage}
      kept={words.offline.kept}
      again={{ busy: offer.isFetching, onPress: () => void reload() }}
    />
  );
  return (
    <ScreenPage screen="fast-path-options" heading={words.heading} lead={words.lead}>
      {now?.organization && <PartnerLogo {...now.organization} />}
      {!refusedFor && notice}
      {requested !== undefined && requested !== data.loanAmount && <p>{loanText.requested(requested)}</p>}
      <OfferCard amount={data.loanAmount} term={{ ...data, months: data.term }} vehicle={data.vehicle} />
      {refusedFor && notice}
      <Form form={form}>
        <StepConsents
          own={{ title: words.hardPullTitle, consent: 'hardPull', field: form.field('acceptHardPull') }}
          legal={
            isPartners
              ? { title: words.termsTitle, consent: 'terms', field: form.field('acceptLegal') }
              : undefined
          }
        />
        <SubmitButton
          form={{ ...form, ready: form.ready && !outage }}
          words={words.button}
          busyWords={words.submitting}
        />
        <p>{words.next}</p>
      </Form>
      <Stack tight>
        <div>
          <Button {...others} kind="secondary">
            {words.others}
          </Button>
        </div>
        <p>{words.othersWhat}</p>
        {now?.links.updateLead && (
          <LinkTo screen="update-application-details">{loanText.updateDetails}</LinkTo>
        )}
      </Stack>
    </ScreenPage>
  );
}

const consents = stepConsents('acceptHardPull');

/** The offer, and the outage that prevents its acceptance: known with the offer, or since a press was refused. */
function useFastPathOffer(href: string | undefined) {
  const offer = useServerQuery(getFastPathOffer, href);
  const { data, refetch } = offer;
  const [refusedFor, refuseFor] = useState<CoreOutage>();
  const isOffline = data?.isOffline ?? false;
  const outage = refusedFor ?? (isOffline ? (data?.outage ?? { kind: 'unplanned' as const }) : undefined);
  useRedirect(isRefused(offer) && 'landing');
  const reload = async () => {
    refuseFor(undefined);
    await refetch();
  };
  return { offer, outage, refusedFor, refuseFor, reload };
}

function useAcceptOffer(
  href: string | undefined,
  isPartners: boolean,
  onOutage: (outage: CoreOutage) => void,
): () => Promise<Sent> {
  const { call, journey } = useEnvironment();
  const navigate = useNavigateTo();
  return async () => {
    try {
      const answer = await call(acceptFastPath, href, {
        body: { acceptHardPull: true, ...(isPartners && { acceptLegal: true }) },
      });
      if (answer.href) journey.merge({ links: { fastPathStatus: answer.href } });
      navigate(answer.href ? 'fast-path-loading' : 'error', { replace: true });
      return undefined;
    } catch (failure) {
      const offline = outageOf(failure);
      if (offline) {
        onOutage(offline);
        return 'again';
      }
      // The form shows what the applicant can fix or retry. Any other refusal goes to the error page.
      const canBeFixed = isRefusedAs(failure, 'invalid', 'too-many');
      if (canBeFixed || isStepOver(failure) || !(failure instanceof ApiFailure)) throw failure;
      navigate('error', { replace: true });
      return undefined;
    }
  };
}
