// The lender's core system is offline.
import { pathOf } from '#contract/screens.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { comeBack } from '../../wording/maintenance.ts';
import { offlineText as words } from '../../wording/prequalification.ts';
import { Notice } from '../notices/Notice.tsx';
import { draft } from './draft.ts';

export default function OfflineError() {
  return (
    <Notice
      screen="offline-error"
      drawing="clock"
      heading={words.heading}
      lead={words.what}
      next={comeBack()}
      branch
    >
      <p>{draft() ? `${words.next} ${words.kept}` : words.next}</p>
      <div>
        <ButtonLink href={pathOf('landing')}>{words.button}</ButtonLink>
      </div>
    </Notice>
  );
}
