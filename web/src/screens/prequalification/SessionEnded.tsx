// The notice on the landing page for an applicant whose session ended, or who signed out: a link by email, or a new start.
import { useLayoutEffect, useState } from 'react';
import { cameAfterSignOut, forgetSessionEnd } from '../../journey/session-end-mark.ts';
import { MailedLink } from '../../shared/MailedLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { mailedLinkText, sessionText as words } from '../../wording/session.ts';
import { signOutText } from '../../wording/sign-out.ts';
import { LinkByEmail } from '../resume/LinkByEmail.tsx';

interface SessionEndedProps {
  readonly formId: string;
  readonly onClose: () => void;
}

export default function SessionEnded({ formId, onClose }: SessionEndedProps) {
  const [isSignedOut] = useState(cameAfterSignOut);
  // A reload brings back the scroll position, perhaps only after the notice is drawn.
  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual';
    if (document.activeElement === document.body) window.scrollTo({ top: 0, behavior: 'instant' });
  }, []);
  const startOver = () => {
    forgetSessionEnd();
    onClose();
    document.querySelector<HTMLElement>(`#${formId} input`)?.focus();
  };
  return (
    <Card title={isSignedOut ? signOutText.done : words.ended}>
      <p role="status">{words.endedWhat}</p>
      <MailedLink kind="primary" ByEmail={LinkByEmail}>
        {mailedLinkText.button}
      </MailedLink>
      <Button kind="secondary" onClick={startOver}>
        {words.startOver}
      </Button>
    </Card>
  );
}
