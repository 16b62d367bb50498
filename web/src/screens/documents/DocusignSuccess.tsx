import { getDocuments } from '#contract/documents.ts';
import { useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { DocumentFiles } from '../../shared/documents/DocumentFiles.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { useIsAccountConfirmed, useMoneyPromise } from '../../shared/use-money-promise.ts';
import { Button } from '../../ui/Button.tsx';
import { Scene } from '../../ui/Drawings.tsx';
import { StepList } from '../../ui/Timeline.tsx';
import { callsWithin } from '../../wording/branches.ts';
import { documentsText } from '../../wording/documents.ts';
import { MoneyGoesTo } from '../deposit/MoneyGoesTo.tsx';

const words = documentsText.success;

export default function DocusignSuccess() {
  const navigate = useNavigateTo();
  const isConfirmed = useIsAccountConfirmed();
  const { links, loan, choices } = useJourney() ?? {};
  const { data } = useServerQuery(getDocuments, links?.documents);
  const promise = useMoneyPromise();
  const isRefused = choices?.depositAccount?.validation === 'INVALID';
  return (
    <ScreenPage
      screen="docusign-success"
      heading={words.heading}
      lead={words.lead(isConfirmed, promise)}
      above={<Scene name="train" />}
      ownSteps
    >
      <MoneyGoesTo isSigned />
      <h2>{words.nextTitle}</h2>
      <StepList steps={words.steps(isConfirmed, callsWithin(loan?.branch))} />
      <Button kind={isRefused ? 'secondary' : 'primary'} onClick={() => navigate('autopay')}>
        {words.button}
      </Button>
      <DocumentFiles files={data?.files} />
    </ScreenPage>
  );
}
