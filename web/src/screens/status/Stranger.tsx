// The status page of a browser that we do not know. Fetched only then: most who come have a session.
import { pathOf } from '#contract/screens.ts';
import { PhoneSentence } from '../../shared/PhoneSentence.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { statusText } from '../../wording/status.ts';
import { LinkByEmail } from '../resume/LinkByEmail.tsx';

/** Without a session: the link that we email is the way back. */
export default function Stranger() {
  const words = statusText.stranger;
  return (
    <>
      <Card>
        <LinkByEmail />
      </Card>
      <p>
        <PhoneSentence sentence={words.call} />
      </p>
      <p>{words.apply}</p>
      <div>
        <ButtonLink kind="secondary" href={pathOf('landing')}>
          {words.applyButton}
        </ButtonLink>
      </div>
    </>
  );
}
