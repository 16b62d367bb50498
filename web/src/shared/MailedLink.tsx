import type { ComponentType } from 'react';
import { Alert } from '../ui/Alert.tsx';
import { Button, type ButtonKind } from '../ui/Button.tsx';
import { mailedLinkText as words } from '../wording/session.ts';
import { PhoneSentence } from './PhoneSentence.tsx';
import { useMailedLink } from './use-mailed-link.ts';

interface MailedLinkProps {
  readonly kind: ButtonKind;
  readonly children: string;
  readonly token?: string | undefined;
  /** A form for the application's email address, for a browser without a session. */
  readonly ByEmail?: ComponentType;
}

export function MailedLink(props: MailedLinkProps) {
  // The focus of the button that is gone moves to this.
  return (
    <div>
      <MailedLinkStep {...props} />
    </div>
  );
}

function MailedLinkStep({ kind, children, token, ByEmail }: MailedLinkProps) {
  const { request, send } = useMailedLink(token);
  if (request.state === 'sent') {
    return (
      <Alert kind="success" live>
        {words.sent(request.email)}
      </Alert>
    );
  }
  if (request.state === 'nothing') {
    return (
      <Alert live>
        <PhoneSentence sentence={words.nothing} />
      </Alert>
    );
  }
  if (request.state === 'nameless' && ByEmail) return <ByEmail />;
  return (
    <Button
      kind={kind}
      busy={request.state === 'busy'}
      busyWords={words.sending}
      failure={request.state === 'failed' && request.why}
      onClick={() => void send()}
    >
      {children}
    </Button>
  );
}
