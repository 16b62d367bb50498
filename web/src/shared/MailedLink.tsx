// A button that emails a link to the application, and the result in its place.
import { Alert } from '../ui/Alert.tsx';
import { Button, type ButtonKind } from '../ui/Button.tsx';
import { appText } from '../wording/app.ts';
import { useMailedLink } from './use-mailed-link.ts';

const words = appText.mailedLink;

interface MailedLinkProps {
  readonly kind: ButtonKind;
  /** What the button says. */
  readonly children: string;
  readonly token?: string | undefined;
}

export function MailedLink({ kind, children, token }: MailedLinkProps) {
  const { asking, ask } = useMailedLink(token);
  if (asking.state === 'sent') {
    return (
      <Alert kind="success" live>
        {words.sent(asking.email)}
      </Alert>
    );
  }
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
