// Where everything ends that could not be processed automatically: with a person to talk to.
import { useEffect } from 'react';
import { useEnvironment } from '../../app/environment.tsx';
import { noticeWords } from '../../wording/notices.ts';
import { Notice } from './Notice.tsx';

export default function ErrorPage() {
  const { memory } = useEnvironment();
  useEffect(() => memory.set('stage', 'error'), [memory]);
  const { heading, lead, next } = noticeWords.error;
  return <Notice screen="error" drawing="signal" heading={heading} lead={lead} next={next} branch articles />;
}
