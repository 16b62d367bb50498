// The bank data could not be compared, or the bank could not be linked.
import { useEffect, useRef } from 'react';
import { pathOf } from '#contract/screens.ts';
import { getVerification, retryVerification } from '#contract/verification.ts';
import { reasonOf } from '../../api/failures.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { useAction } from '../../journey/use-action.ts';
import { BookCall } from '../../shared/branches/BookCall.tsx';
import { CallBranchLine } from '../../shared/branches/CallBranchLine.tsx';
import { SendDocuments } from '../../shared/branches/SendDocuments.tsx';
import { Actions, Button, ButtonLink } from '../../ui/Button.tsx';
import { AmountBadge } from '../../ui/Card.tsx';
import { verificationText } from '../../wording/verification.ts';
import { Notice } from '../notices/Notice.tsx';
import { afterVerification, whereToLink } from './outcome.ts';

const words = verificationText.error;

export default function VerificationError() {
  const { call, onWake } = useEnvironment();
  const navigate = useNavigateTo();
  const journey = useJourney();
  const link = whereToLink(journey?.allowed ?? []);
  const { data: record, refetch } = useServerQuery(getVerification, journey?.links.verification);

  // The bank may have responded since, or another tab may have retried.
  const hadFailed = useRef(false);
  useEffect(() => {
    if (record?.status === 'FAILED') hadFailed.current = true;
    else if (record && hadFailed.current)
      navigate(afterVerification(record) ?? 'verification-loading', { replace: true });
  }, [record, navigate]);
  useEffect(() => onWake(() => void refetch()), [onWake, refetch]);

  const retry = useAction(
    async () => {
      await call(retryVerification, record?.retryHref, { body: {} });
      navigate('verification-loading', { replace: true });
    },
    (failure) => reasonOf(failure) ?? words.failed,
  );

  const canRetry = record?.retryHref !== undefined;
  const canManage = record?.bankProblem !== undefined && journey?.allowed.includes('verification-manage');
  return (
    <Notice screen="verification-error" {...words} lead={<CallBranchLine />} what={words.lead}>
      <AmountBadge amount={journey?.prequalifiedAmount} />
      <Actions>
        {canRetry && (
          <Button {...retry} busyWords={words.retrying}>
            {words.retry}
          </Button>
        )}
        {canManage && <ButtonLink href={pathOf('verification-manage')}>{words.manage}</ButtonLink>}
        {link && (
          <ButtonLink href={link} kind={canRetry || canManage ? 'secondary' : 'primary'}>
            {canRetry || canManage ? words.another : words.button}
          </ButtonLink>
        )}
        <SendDocuments kind={canRetry || canManage || link ? 'secondary' : 'primary'} />
      </Actions>
      <BookCall />
    </Notice>
  );
}
