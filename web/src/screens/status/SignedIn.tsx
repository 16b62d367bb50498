// The other browsers in which someone is signed in to the application, each with a button that signs it out.
import { type ApplicationStatus, endOtherSession } from '#contract/application-status.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { useAction } from '../../journey/use-action.ts';
import { useMomentText } from '../../shared/use-day-text.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { statusText } from '../../wording/status.ts';
import styles from './Status.module.css';

const words = statusText.signedIn;
type Session = ApplicationStatus['signedIn'][number];

interface SignedInProps {
  readonly sessions: readonly Session[];
  readonly hasSignedOut: boolean;
  readonly onSignedOut: () => Promise<unknown>;
}

export default function SignedIn({ sessions, hasSignedOut, onSignedOut }: SignedInProps) {
  return (
    <>
      {hasSignedOut && (
        <Alert kind="success" live>
          {words.done}
        </Alert>
      )}
      {sessions.length > 0 && (
        <Card title={words.title}>
          <ul className={styles.sessions}>
            {sessions.map((session) => (
              <SignedInRow key={session.signOut} session={session} onSignedOut={onSignedOut} />
            ))}
          </ul>
          <p>{words.what}</p>
        </Card>
      )}
    </>
  );
}

function SignedInRow({
  session: { device, at, signOut: href },
  onSignedOut,
}: Pick<SignedInProps, 'onSignedOut'> & { readonly session: Session }) {
  const { call } = useEnvironment();
  const momentText = useMomentText();
  const signOut = useAction(async () => {
    await call(endOtherSession, href, { body: {} });
    await onSignedOut();
    return 'again';
  });
  return (
    <li>
      <span>
        <strong>{words.on[device]}</strong>
        <br />
        {words.lastUsed(momentText(at))}
      </span>
      <Button
        {...signOut}
        kind="secondary"
        compact
        busyWords={words.signingOut}
        aria-label={signOut.busy ? undefined : `${words.signOut}: ${words.on[device]}`}
      >
        {words.signOut}
      </Button>
    </li>
  );
}
