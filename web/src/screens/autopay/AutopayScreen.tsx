import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { type Autopay, getAutopay } from '#contract/autopay.ts';
import { useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { useSaveAnswer, useServerQuery } from '../../journey/queries.ts';
import { LinkTo } from '../../shared/LinkTo.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { autopayText as words } from '../../wording/autopay.ts';
import { AutopayForm } from './AutopayForm.tsx';
import { SkipButton } from './SkipButton.tsx';

/** Fetched only after an earlier decision, since most applicants have yet to decide. */
const ActiveAutopay = lazy(() => import('./ActiveAutopay.tsx'));

export default function AutopayScreen() {
  const navigate = useNavigateTo();
  const now = useJourney();
  const plan = useServerQuery(getAutopay, now?.links.autopay);
  const save = useSavePlan(now?.links.autopay);
  // After a decision this page stays unchanged until the next one is there.
  const [deciding, setDeciding] = useState(false);
  const [canceled, setCanceled] = useState(false);
  const { data } = plan;
  const summary = now?.allowed.includes('success') && <LinkTo screen="success">{words.back}</LinkTo>;

  if (data?.status === 'ACTIVE' && data.chosen && !deciding) {
    return (
      <ScreenPage screen="autopay" heading={words.activeHeading} lead={words.activeLead}>
        <Suspense fallback={<Waiting messages={[words.loading]} />}>
          <ActiveAutopay
            plan={data}
            chosen={data.chosen}
            onCanceled={(answer) => {
              save(answer);
              setCanceled(true);
            }}
          />
        </Suspense>
        {summary}
      </ScreenPage>
    );
  }
  if (data?.paidOn) {
    return (
      <ScreenPage screen="autopay" heading={words.paidHeading} lead={words.paid(data.paidOn)}>
        {summary}
      </ScreenPage>
    );
  }
  return (
    <ScreenPage screen="autopay" heading={words.heading} lead={words.lead}>
      {data?.stopped && !deciding && <Alert>{words.stopped[data.stopped]}</Alert>}
      {canceled && (
        <Alert kind="success" live>
          {words.canceled}
        </Alert>
      )}
      <Decision
        plan={plan}
        canSkip={!summary}
        onDecided={(answer) => {
          setDeciding(true);
          save(answer);
          navigate('success');
        }}
      />
      {summary}
    </ScreenPage>
  );
}

/** Saves the plan of a response, after which other screens' cached responses are outdated. */
function useSavePlan(href: string | undefined): (answer: Autopay) => void {
  const queries = useQueryClient();
  const save = useSaveAnswer(getAutopay, href);
  return (answer) => {
    save(answer);
    // The authorization is one of the loan documents, and what was read of them is no longer all.
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== getAutopay.path });
  };
}

interface DecisionProps {
  readonly plan: ReturnType<typeof useServerQuery<typeof getAutopay>>;
  readonly canSkip: boolean;
  readonly onDecided: (answer: Autopay) => void;
}

/** Sets autopay up or skips it. Without a plan or an account, it can only be skipped. */
function Decision({ plan, canSkip, onDecided }: DecisionProps) {
  const { data } = plan;
  if (!data) {
    if (plan.errorUpdateCount === 0) return <Waiting messages={[words.loading]} />;
    return (
      <>
        <LoadFailed busy={plan.isFetching} onRetry={() => void plan.refetch()}>
          {words.notLoaded}
        </LoadFailed>
        <SkipButton onSkipped={onDecided} />
      </>
    );
  }
  if (data.accounts.length === 0) {
    return (
      <>
        <p>{words.noAccounts}</p>
        <SkipButton onSkipped={onDecided} />
      </>
    );
  }
  return (
    <AutopayForm
      plan={data}
      onAuthorized={onDecided}
      onSkipped={onDecided}
      onChanged={plan.refetch}
      canSkip={canSkip}
    />
  );
}
