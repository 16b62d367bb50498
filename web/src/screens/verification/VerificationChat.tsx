// At least one check failed: which one, what helps, and the phone to call.
import { getUploads, handedIn } from '#contract/uploads.ts';
import { getVerification } from '#contract/verification.ts';
import { useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { usePolling } from '../../journey/use-polling.ts';
import { BookCall } from '../../shared/branches/BookCall.tsx';
import { CallBranchLine } from '../../shared/branches/CallBranchLine.tsx';
import { SendDocuments } from '../../shared/branches/SendDocuments.tsx';
import { Actions, ButtonLink } from '../../ui/Button.tsx';
import { AmountBadge, Card } from '../../ui/Card.tsx';
import { uploadText } from '../../wording/uploads.ts';
import { verificationText } from '../../wording/verification.ts';
import { Notice } from '../notices/Notice.tsx';
import { type CheckName, Checks } from './Checks.tsx';
import { afterVerification, whereToLink } from './outcome.ts';

const words = verificationText.chat;
const { received } = uploadText.stepUp;

export default function VerificationChat() {
  const navigate = useNavigateTo();
  const journey = useJourney();
  const { data: record, isError, refetch } = useServerQuery(getVerification, journey?.links.verification);
  const { data: uploads } = useServerQuery(getUploads, journey?.links.uploads);
  const { isComplete } = handedIn(uploads);
  const link = whereToLink(journey?.allowed ?? []);

  // A bank linked in another tab, or a branch, may have resolved it since.
  usePolling({
    // The page reports a failed read.
    read: async () => (await refetch()).data,
    isFinal: (now) => now !== undefined && afterVerification(now) !== 'verification-chat',
    next: (now) => navigate((now && afterVerification(now)) ?? 'verification-loading', { replace: true }),
    pace: 'background',
  });

  const checkOf = (name: CheckName) => {
    if (record?.status !== 'FINISHED') return { holds: undefined, state: '' };
    const { differences } = record;
    return record[name]
      ? { holds: true, state: words.confirmed }
      : { holds: false, state: words.unconfirmed, why: differences && words.why[name](differences) };
  };
  return (
    <Notice
      screen="verification-chat"
      heading={words.heading}
      lead={<CallBranchLine />}
      what={isComplete ? received.lead : words.lead}
      next={isComplete && received.next}
    >
      <AmountBadge amount={journey?.prequalifiedAmount} />
      <Card title={words.list}>
        {isError ? <p>{words.unread}</p> : <Checks label={words.list} of={checkOf} />}
      </Card>
      <Actions>
        {link && (
          <ButtonLink href={link} kind={isComplete ? 'secondary' : 'primary'}>
            {words.button}
          </ButtonLink>
        )}
        <SendDocuments kind={link ? 'secondary' : 'primary'} isComplete={isComplete} />
      </Actions>
      <BookCall />
    </Notice>
  );
}
