import { getPrequalification } from '#contract/prequalification.ts';
import { useJourney } from '../../journey/environment.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { BookCall } from '../../shared/branches/BookCall.tsx';
import { PrequalifiedAmount } from '../../shared/PrequalifiedAmount.tsx';
import { useDayText } from '../../shared/use-day-text.ts';
import { Actions } from '../../ui/Button.tsx';
import { noticeText } from '../../wording/notices.ts';
import { AdverseAction } from '../notices/AdverseAction.tsx';
import { Notice } from '../notices/Notice.tsx';
import { SendDocuments } from './SendDocuments.tsx';

export default function VerificationNeeded() {
  const { heading, lead, next, until, held } = noticeText.verificationNeeded;
  const dayText = useDayText();
  const { data: record } = useServerQuery(getPrequalification, useJourney()?.links.prequalification);
  const isHeld = record?.isHeld === true;
  return (
    <Notice
      screen="verification-needed"
      drawing={isHeld ? 'clock' : 'document'}
      heading={isHeld ? held.heading : heading}
      lead={isHeld ? held.lead : lead}
      next={isHeld ? held.next : next}
    >
      <PrequalifiedAmount />
      <AdverseAction />
      <Actions>
        <SendDocuments />
      </Actions>
      <BookCall />
      {record?.stepUpExpiration && <p>{until(dayText(record.stepUpExpiration))}</p>}
    </Notice>
  );
}
