import { openEarlier } from '#contract/resume.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useAction } from '../../journey/use-action.ts';
import { useBranchAnswers } from '../../shared/branches/use-branch-answers.ts';
import { EmailedLink } from '../../shared/EmailedLink.tsx';
import { PhoneSentence } from '../../shared/PhoneSentence.tsx';
import { Button } from '../../ui/Button.tsx';
import { Stack } from '../../ui/Page.tsx';
import { duplicateText as words } from '../../wording/prequalification.ts';
import { Notice } from '../notices/Notice.tsx';

export default function Duplicate() {
  const { call } = useEnvironment();
  const { links, defaultScreen } = useJourney() ?? {};
  const href = links?.openEarlier;
  // Once the earlier application is opened, this page stays as it was until the code's page is there.
  const isAtBranch = defaultScreen === 'duplicate' && !href;
  const { phone } = useBranchAnswers();
  const textCode = useAction(async () => {
    await call(openEarlier, href, { body: {} });
    return 'moved';
  });
  return (
    <Notice
      screen="duplicate"
      {...words}
      next={isAtBranch ? <PhoneSentence sentence={words.nextAtBranch} phone={phone} /> : words.next}
    >
      {!isAtBranch && (
        <Stack tight>
          <Button {...textCode}>{words.code}</Button>
          <EmailedLink kind="secondary">{words.button}</EmailedLink>
        </Stack>
      )}
    </Notice>
  );
}
