// The session ended: a text code leads back to the step, or a link by email. After signing out, only the link does.
import { useEffect } from 'react';
import { pathOf } from '#contract/screens.ts';
import { reopenSession } from '#contract/signing-return.ts';
import { ApiFailure } from '../../api/failures.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { cameAfterSignOut } from '../../journey/signed-out.ts';
import { useAction } from '../../journey/use-action.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useBrowserValue } from '../../lib/use-browser-value.ts';
import { EmailedLink } from '../../shared/EmailedLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { Stack } from '../../ui/Page.tsx';
import { sessionEndedText as words } from '../../wording/resume.ts';
import { emailedLinkText } from '../../wording/session.ts';
import { uiText } from '../../wording/ui-text.ts';
import { Notice } from '../notices/Notice.tsx';
import { forgetDraft } from '../prequalification/draft.ts';

const LinkByEmail = lazyPart(
  async () => ({ default: (await import('./LinkByEmail.tsx')).LinkByEmail }),
  <Button kind="secondary" busy busyWords={emailedLinkText.sending}>
    {emailedLinkText.button}
  </Button>,
);

export default function SessionEnded() {
  const { call, journey } = useEnvironment();
  const isSignedOut = useBrowserValue(cameAfterSignOut, false);
  // Another person may use the browser by now.
  useEffect(() => {
    journey.clear();
    forgetDraft();
  }, [journey]);

  const textCode = useAction(
    async () => {
      await call(reopenSession, undefined, { body: {} });
      return 'moved';
    },
    (failure) => (failure instanceof ApiFailure && failure.status === 401 ? words.noCode : uiText.notSent),
  );
  return (
    <Notice
      screen="session-ended"
      heading={isSignedOut ? words.signedOut : words.ended}
      lead={isSignedOut ? words.saved : words.endedWhat}
      next={!isSignedOut && words.codeWhat}
    >
      <Stack tight>
        {/* Signing out took the cookie by which a code would find the application. */}
        {!isSignedOut && <Button {...textCode}>{words.code}</Button>}
        <EmailedLink kind="secondary" ByEmail={LinkByEmail}>
          {emailedLinkText.button}
        </EmailedLink>
      </Stack>
      <p>
        {words.startOverWhat}{' '}
        <a href={pathOf('landing')} target="_self">
          {words.startOver}
        </a>
      </p>
    </Notice>
  );
}
