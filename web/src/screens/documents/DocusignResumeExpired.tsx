import { useState } from 'react';
import { renewDocumentsLink } from '#contract/documents.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { pathOf } from '#contract/screens.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { useAction } from '../../journey/use-action.ts';
import { PhoneSentence } from '../../shared/PhoneSentence.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { documentsText } from '../../wording/documents.ts';
import { Notice } from '../notices/Notice.tsx';

const words = documentsText.resumeExpired;

export default function DocusignResumeExpired() {
  const { call, memory } = useEnvironment();
  const navigate = useNavigateTo();
  const now = useJourney();
  const [token] = useState(memory.get('expiredLink'));
  const [answer, setAnswer] = useState<ResponseOf<typeof renewDocumentsLink>['status']>();
  const confirm = now?.links.documents
    ? (['confirm-email', 'fast-path-confirm-email'] as const).find((screen) => now.allowed.includes(screen))
    : undefined;

  const resend = useAction(async () => {
    const headers = { Authorization: `Bearer ${token}` };
    const { status } = await call(renewDocumentsLink, undefined, { headers, body: {} });
    if (status === 'declined' && now?.allowed.includes('docusign-incomplete'))
      navigate('docusign-incomplete');
    else setAnswer(status);
  }, words.failed);
  const closed = answer === 'sent' ? undefined : answer;
  const next = closed ? (
    <PhoneSentence sentence={words[closed]} />
  ) : token || confirm ? (
    answer === undefined && words.offer
  ) : (
    <PhoneSentence sentence={words.call} />
  );
  return (
    <Notice
      screen="docusign-resume-expired"
      heading={words.heading}
      lead={closed ? undefined : words.lead}
      next={<span role="status">{next}</span>}
    >
      {answer === 'sent' && (
        <Alert kind="success" live>
          {words.sent}
        </Alert>
      )}
      {token && answer === undefined && (
        <div>
          <Button {...resend} busyWords={words.submitting}>
            {words.button}
          </Button>
        </div>
      )}
      {!token && confirm && (
        <div>
          <ButtonLink href={pathOf(confirm)}>{words.confirm}</ButtonLink>
        </div>
      )}
    </Notice>
  );
}
