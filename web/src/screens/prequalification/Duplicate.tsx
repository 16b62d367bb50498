import { useState } from 'react';
import { openEarlier } from '#contract/resume.ts';
import { ApiFailure } from '../../api/failures.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useRedirectToState } from '../../journey/use-redirect-to-state.ts';
import { MailedLink } from '../../shared/MailedLink.tsx';
import { PhoneSentence } from '../../shared/PhoneSentence.tsx';
import { useBranchPhone } from '../../shared/use-branch-phone.ts';
import { Actions, Button } from '../../ui/Button.tsx';
import { duplicateText as words } from '../../wording/prequalification.ts';
import { uiText } from '../../wording/ui-text.ts';
import { Notice } from '../notices/Notice.tsx';

export default function Duplicate() {
  const { call } = useEnvironment();
  const redirect = useRedirectToState();
  const href = useJourney()?.links.openEarlier;
  const phone = useBranchPhone();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  const textCode = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await call(openEarlier, href, { body: {} });
      await redirect.toCurrentScreen();
    } catch (thrown) {
      if (await redirect.afterRefusal(thrown)) return;
      const [refusal] = (thrown instanceof ApiFailure && thrown.errors) || [];
      setFailure(String(refusal?.message ?? uiText.notSent));
      setBusy(false);
    }
  };
  return (
    <Notice
      screen="duplicate"
      drawing="document"
      {...words}
      next={href ? words.next : <PhoneSentence sentence={words.nextAtBranch} phone={phone} />}
    >
      {href && (
        <>
          <Actions>
            <Button busy={busy} failure={failure} onClick={() => void textCode()}>
              {words.code}
            </Button>
          </Actions>
          <MailedLink kind="secondary">{words.button}</MailedLink>
        </>
      )}
    </Notice>
  );
}
