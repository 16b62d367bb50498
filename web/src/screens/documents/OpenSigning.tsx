// Requests a new address of the signing page and goes there.
import { useState } from 'react';
import { getSignature } from '#contract/documents.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { usePlace } from '../../journey/use-place.ts';
import { useRedirectToState } from '../../journey/use-redirect-to-state.ts';
import { leaveFor, useRestoredPage } from '../../lib/leave-for.ts';
import { Button } from '../../ui/Button.tsx';
import { documentsText as words } from '../../wording/documents.ts';

export function OpenSigning({ children }: { readonly children: string }) {
  const { call } = useEnvironment();
  const redirect = useRedirectToState();
  const { isStillShown } = usePlace();
  const href = useJourney()?.links.signature;
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready');
  useRestoredPage(() => setState('ready'));
  if (!href) return null;
  const open = async () => {
    if (state === 'busy') return;
    setState('busy');
    try {
      const { docusignUrl } = await call(getSignature, href, { query: { signing_ceremony: 'true' } });
      if (isStillShown()) leaveFor(docusignUrl);
    } catch (failure) {
      if (isStillShown() && !(await redirect.afterRefusal(failure))) setState('failed');
    }
  };
  return (
    <div>
      <Button
        busy={state === 'busy'}
        busyWords={words.opening}
        failure={state === 'failed' && words.openFailed}
        onClick={() => void open()}
      >
        {children}
      </Button>
    </div>
  );
}
