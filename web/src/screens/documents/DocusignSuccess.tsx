// Everything is signed: what happens next, the papers to keep, and on to autopay.
import { getDocuments } from '#contract/documents.ts';
import { useJourney } from '../../journey/environment.ts';
import { useGo } from '../../journey/navigate.ts';
import { useServer } from '../../journey/queries.ts';
import { DocumentFiles } from '../../shared/documents/DocumentFiles.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Button } from '../../ui/Button.tsx';
import { Drawing } from '../../ui/Drawings.tsx';
import { Path } from '../../ui/StepList.tsx';
import { documentsWords } from '../../wording/documents.ts';
import { MoneyGoesTo } from '../deposit/MoneyGoesTo.tsx';

const words = documentsWords.success;

export default function DocusignSuccess() {
  const go = useGo();
  const { data } = useServer(getDocuments, useJourney()?.links.documents);
  return (
    <ScreenPage
      screen="docusign-success"
      heading={words.heading}
      lead={words.lead}
      above={<Drawing name="arrived" />}
    >
      <MoneyGoesTo isSigned />
      <h2>{words.nextTitle}</h2>
      <Path steps={words.steps} />
      <div>
        <Button onClick={() => go('autopay')}>{words.button}</Button>
      </div>
      <DocumentFiles files={data?.files} />
    </ScreenPage>
  );
}
