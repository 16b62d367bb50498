// The status page without a session.
import { pathOf } from '#contract/screens.ts';
import { PhoneSentence } from '../../shared/PhoneSentence.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { statusText } from '../../wording/status.ts';
import { LinkByEmail } from '../resume/LinkByEmail.tsx';

/** Without a session, the emailed link leads back to the application. */
export function NoApplication() {
  const words = statusText.noApplication;
  return (
    <>
      <Card>
        <LinkByEmail />
      </Card>
      <p>
        <PhoneSentence sentence={words.call} />
      </p>
      <p>{words.apply}</p>
      <ButtonLink kind="secondary" href={pathOf('landing')}>
        {words.applyButton}
      </ButtonLink>
    </>
  );
}
