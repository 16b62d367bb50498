import type { ComponentType } from 'react';
import { Alert } from '../ui/Alert.tsx';
import { Button, type ButtonKind } from '../ui/Button.tsx';
import { Stack } from '../ui/Page.tsx';
import { emailedLinkText as words } from '../wording/session.ts';
import { PhoneSentence } from './PhoneSentence.tsx';
import { useEmailedLink } from './use-emailed-link.ts';

interface EmailedLinkProps {
  readonly kind: ButtonKind;
  /** What the button does, until it has. */
  readonly offer?: string;
  readonly children: string;
  readonly token?: string | undefined;
  /** A form for the application's email address, for a browser without a session. */
  readonly ByEmail?: ComponentType;
}

export function EmailedLink(props: EmailedLinkProps) {
  // The focus of the button that is gone moves to this.
  return (
    <div>
      <EmailedLinkStep {...props} />
    </div>
  );
}

function EmailedLinkStep({ kind, offer, children, token, ByEmail }: EmailedLinkProps) {
  const { request, send } = useEmailedLink(token);
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
    <Stack>
      {offer && <p>{offer}</p>}
      <div>
        <Button
          kind={kind}
          busy={request.state === 'busy'}
          busyWords={words.sending}
          failure={request.state === 'failed' && request.why}
          onClick={() => void send()}
        >
          {children}
        </Button>
      </div>
    </Stack>
  );
}
