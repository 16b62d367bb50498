// A button that emails a link to the application, and the result in its place.
import type { ComponentType } from 'react';
import { Alert } from '../ui/Alert.tsx';
import { Button, type ButtonKind } from '../ui/Button.tsx';
import { mailedLinkText as words } from '../wording/session.ts';
import { useMailedLink } from './use-mailed-link.ts';

interface MailedLinkProps {
  readonly kind: ButtonKind;
  /** What the button says. */
  readonly children: string;
  readonly token?: string | undefined;
  /** Asks for the address of the application, in a browser without a session. */
  readonly ByEmail?: ComponentType;
}

export function MailedLink({ kind, children, token, ByEmail }: MailedLinkProps) {
  const { asking, ask } = useMailedLink(token);
  if (asking.state === 'sent') {
    return (
      <Alert kind="success" live>
        {words.sent(asking.email)}
      </Alert>
    );
  }
  if (asking.state === 'nameless' && ByEmail) return <ByEmail />;
  return (
    <>
      {asking.state === 'failed' && <Alert kind="error">{asking.why}</Alert>}
      <div>
        <Button
          kind={kind}
          busy={asking.state === 'busy'}
          busyWords={words.sending}
          onClick={() => void ask()}
        >
          {children}
        </Button>
      </div>
    </>
  );
}
