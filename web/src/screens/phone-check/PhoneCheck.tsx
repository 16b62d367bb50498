import { useEffect, useRef } from 'react';
import type { Journey } from '#contract/journey.ts';
import { pathOf } from '#contract/screens.ts';
import { CodeDueContext } from '../../journey/code-due.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { useRedirectToState } from '../../journey/use-redirect-to-state.ts';
import { focusScreen } from '../../lib/focus-on-navigation.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { CodeEntry, OtherPhone, useCodeEntry } from '../../shared/CodeEntry.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { phoneCheckText as words } from '../../wording/phone-check.ts';

const StoppedDeviceCheck = lazyPart(() => import('../../shared/StoppedDeviceCheck.tsx'));

export default function PhoneCheck() {
  const now = useJourney();
  // The code to a new phone follows that to the phone on file.
  return (
    <CodeDueContext value={undefined}>
      <CodePage key={`${now?.phoneHint} ${now?.isReturning}`} now={now} />
    </CodeDueContext>
  );
}

function CodePage({ now }: { readonly now: Journey | undefined }) {
  const { journey } = useEnvironment();
  const entry = useCodeEntry(now, useLeave(), () => void journey.refresh().catch(() => {}));
  const { hasForm } = entry;
  // The form gives way to why there is no code, and comes back.
  const hadForm = useRef(hasForm);
  useEffect(() => {
    if (hadForm.current === hasForm) return;
    hadForm.current = hasForm;
    focusScreen();
  }, [hasForm]);

  const correctHref = correctHrefOf(now);
  const page = { screen: 'phone-check', width: 'narrow', ownSteps: now?.isReturning } as const;
  const link = hasForm ? (
    <a href={correctHref}>{words.wrongNumber}</a>
  ) : (
    <ButtonLink href={correctHref}>{words.correctNumber}</ButtonLink>
  );
  return (
    <ScreenPage {...page} heading={entry.heading} lead={entry.lead}>
      <CodeEntry entry={entry} link={correctHref && link}>
        {now?.source === 'affiliate' && <StoppedDeviceCheck />}
      </CodeEntry>
      {hasForm && <p>{correctHref ? words.next : words.returning.next}</p>}
      {hasForm && !correctHref && <OtherPhone />}
    </ScreenPage>
  );
}

/** Where the phone number is corrected. It identifies a returning applicant, who cannot correct it here. */
function correctHrefOf(now: Journey | undefined): string | undefined {
  if (now?.isReturning) return undefined;
  const isLead = now?.source === 'affiliate' || now?.stageMarker === 'loanRequest';
  return pathOf(isLead ? 'update-application-details' : 'landing');
}

/** Leaves the page after the right code: to wait for a job, to the screen that a link opens, or to the application. */
function useLeave() {
  const { journey, memory } = useEnvironment();
  const navigate = useNavigateTo();
  const redirect = useRedirectToState();
  return async (job: string | undefined) => {
    if (job) journey.merge({ links: { job } });
    const opening = memory.get('opening');
    memory.set('opening', undefined);
    if (job) navigate('loading', { replace: true });
    else if (opening) navigate(opening, { replace: true, search: window.location.search });
    else await redirect.toCurrentScreen();
  };
}
