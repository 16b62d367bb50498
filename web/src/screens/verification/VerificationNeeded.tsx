import { getPrequalification } from '#contract/prequalification.ts';
import { getUploads, handedIn } from '#contract/uploads.ts';
import { useJourney } from '../../journey/environment.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { BookCall } from '../../shared/branches/BookCall.tsx';
import { SendDocuments } from '../../shared/branches/SendDocuments.tsx';
import { deadlineText } from '../../shared/use-day-text.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Actions, ButtonLink } from '../../ui/Button.tsx';
import { AmountBadge } from '../../ui/Card.tsx';
import { noticeText } from '../../wording/notices.ts';
import { uploadText } from '../../wording/uploads.ts';
import { AdverseAction } from '../notices/AdverseAction.tsx';
import { Notice } from '../notices/Notice.tsx';
import { whereToLink } from './outcome.ts';

export default function VerificationNeeded() {
  const words = noticeText.verificationNeeded;
  const journey = useJourney();
  const { data: record } = useServerQuery(getPrequalification, journey?.links.prequalification);
  const { data: uploads } = useServerQuery(getUploads, journey?.links.uploads);
  const isHeld = record?.isHeld === true;
  const { missing, hasSent, isComplete } = handedIn(isHeld ? undefined : uploads);
  const bankHref = journey?.links.linkToken && !isHeld ? whereToLink(journey.allowed) : undefined;
  // Before the list is loaded, what is asked unless someone asks for something else.
  const said = {
    ...words,
    next: uploadText.stepUp.send(missing.length > 0 ? missing : ['photo-id', 'bill']),
    ...(isHeld && words.held),
    ...(hasSent && { lead: uploadText.received.missing(missing), next: uploadText.stepUp.partly }),
    ...(isComplete && uploadText.stepUp.received),
  };
  // The alert about a bank that confirmed nothing offers another one.
  const offersBank = bankHref && !record?.bankCheck;
  return (
    <Notice
      screen="verification-needed"
      {...said}
      next={offersBank ? `${said.next} ${words.bank}` : said.next}
    >
      <AmountBadge amount={journey?.prequalifiedAmount} />
      <AdverseAction />
      {record?.bankCheck && !isComplete && <Alert>{words.bankChecks[record.bankCheck]}</Alert>}
      <Actions>
        {bankHref && (
          <ButtonLink href={bankHref} kind={isComplete ? 'secondary' : 'primary'}>
            {record?.bankCheck ? words.otherBank : words.linkBank}
          </ButtonLink>
        )}
        <SendDocuments kind={bankHref ? 'secondary' : 'primary'} isComplete={isComplete} />
      </Actions>
      {!isComplete && record?.stepUpExpiration && <p>{words.until(deadlineText(record.stepUpExpiration))}</p>}
      <BookCall />
    </Notice>
  );
}
