// The 'instant response temporarily unavailable' page. The application is saved and decided when the bureau answers again.
import { captureOnlyText as words } from '../../wording/prequalification.ts';
import { Notice } from '../notices/Notice.tsx';

export default function CaptureOnly() {
  return (
    <Notice
      screen="capture-only"
      drawing="letter"
      heading={words.heading}
      lead={words.lead}
      next={words.next}
      branch
    />
  );
}
