// The mailed link is past its time: a new one is a press away.
import { useState } from 'react';
import { renewDocumentsLink } from '#contract/documents.ts';
import { pathOf } from '#contract/screens.ts';
import { useEnvironment, useJourney } from '../../app/environment.tsx';
import { PhoneSentence } from '../../app/PhoneSentence.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { documentsWords } from '../../wording/documents.ts';
import { Notice } from '../notices/Notice.tsx';
import { authorizationOf, takenToken } from './resumeLink.ts';

const words = documentsWords.resumeExpired;

export default function DocusignResumeExpired() {
  const { call } = useEnvironment();
  const now = useJourney();
  const [token] = useState(takenToken);
  const [sending, setSending] = useState<'ready' | 'busy' | 'sent' | 'failed'>('ready');
  const canConfirm = now?.links.documents !== undefined && now.allowed.includes('confirm-email');

  const ask = async (token: string) => {
    if (sending === 'busy') return;
    setSending('busy');
    try {
      await call(renewDocumentsLink, undefined, { body: {}, headers: authorizationOf(token) });
      setSending('sent');
    } catch {
      setSending('failed');
    }
  };
  return (
    <Notice
      screen="docusign-resume-expired"
      drawing="clock"
      heading={words.heading}
      lead={words.lead}
      next={token ? words.ask : <PhoneSentence sentence={words.call} />}
      branch
    >
      {sending === 'failed' && <Alert kind="error">{words.failed}</Alert>}
      {sending === 'sent' ? (
        <Alert kind="success" live>
          {words.sent}
        </Alert>
      ) : (
        token && (
          <div>
            <Button busy={sending === 'busy'} busyWords={words.submitting} onClick={() => void ask(token)}>
              {words.button}
            </Button>
          </div>
        )
      )}
      {!token && canConfirm && (
        <div>
          <ButtonLink href={pathOf('confirm-email')}>{words.confirm}</ButtonLink>
        </div>
      )}
    </Notice>
  );
}
