import { getPrequalification } from '#contract/prequalification.ts';
import { useJourney } from '../../journey/environment.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { BookCall } from '../../shared/branches/BookCall.tsx';
import { SendDocuments } from '../../shared/branches/SendDocuments.tsx';
import { useDayText } from '../../shared/use-day-text.ts';
import { Actions } from '../../ui/Button.tsx';
import { AmountBadge } from '../../ui/Card.tsx';
import { noticeText } from '../../wording/notices.ts';
import { AdverseAction } from '../notices/AdverseAction.tsx';
import { Notice } from '../notices/Notice.tsx';

export default function VerificationNeeded() {
  const words = noticeText.verificationNeeded;
  const dayText = useDayText();
  const journey = useJourney();
  const { data: record } = useServerQuery(getPrequalification, journey?.links.prequalification);
  const isHeld = record?.isHeld === true;
  return (
    <Notice
      screen="verification-needed"
      drawing={isHeld ? 'clock' : 'document'}
      {...(isHeld ? words.held : words)}
    >
      <AmountBadge amount={journey?.prequalifiedAmount} />
      <AdverseAction />
      <Actions>
        <SendDocuments />
      </Actions>
      <BookCall />
      {record?.stepUpExpiration && <p>{words.until(dayText(record.stepUpExpiration))}</p>}
    </Notice>
  );
}
