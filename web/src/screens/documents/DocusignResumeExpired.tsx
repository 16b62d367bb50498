import { useState } from 'react';
import { renewDocumentsLink } from '#contract/documents.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { pathOf } from '#contract/screens.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { PhoneSentence } from '../../shared/PhoneSentence.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { documentsText } from '../../wording/documents.ts';
import { Notice } from '../notices/Notice.tsx';

const words = documentsText.resumeExpired;

type Status = ResponseOf<typeof renewDocumentsLink>['status'];
const isClosed = (sending: string): sending is Exclude<Status, 'sent'> =>
  ['declined', 'completed', 'closed'].includes(sending);

export default function DocusignResumeExpired() {
  const { call, memory } = useEnvironment();
  const navigate = useNavigateTo();
  const now = useJourney();
  const [token] = useState(memory.get('expiredLink'));
  const [sending, setSending] = useState<'ready' | 'busy' | 'failed' | Status>('ready');
  const confirm = now?.links.documents
    ? (['confirm-email', 'fast-path-confirm-email'] as const).find((screen) => now.allowed.includes(screen))
    : undefined;

  const resend = async (token: string) => {
    if (sending === 'busy') return;
    setSending('busy');
    try {
      const headers = { Authorization: `Bearer ${token}` };
      const { status } = await call(renewDocumentsLink, undefined, { headers, body: {} });
      if (status === 'declined' && now?.allowed.includes('docusign-incomplete'))
        navigate('docusign-incomplete');
      else setSending(status);
    } catch {
      setSending('failed');
    }
  };
  const next = isClosed(sending) ? (
    <PhoneSentence sentence={words[sending]} />
  ) : token ? (
    words.offer
  ) : (
    <PhoneSentence sentence={words.call} />
  );
  return (
    <Notice
      screen="docusign-resume-expired"
      heading={words.heading}
      lead={isClosed(sending) ? undefined : words.lead}
      next={<span role="status">{next}</span>}
    >
      {sending === 'sent' && (
        <Alert kind="success" live>
          {words.sent}
        </Alert>
      )}
      {token && (sending === 'ready' || sending === 'busy' || sending === 'failed') && (
        <div>
          <Button
            busy={sending === 'busy'}
            busyWords={words.submitting}
            failure={sending === 'failed' && words.failed}
            onClick={() => void resend(token)}
          >
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
