// Everything is signed: what happens next, the papers to keep, and on to autopay.
import { getDocuments } from '#contract/documents.ts';
import { useJourney } from '../../app/environment.tsx';
import { useGo } from '../../app/go.ts';
import { useServer } from '../../app/queries.ts';
import { ScreenPage } from '../../app/ScreenPage.tsx';
import { Button } from '../../ui/Button.tsx';
import { Drawing } from '../../ui/drawings.tsx';
import { Path } from '../../ui/Path.tsx';
import { documentsWords } from '../../wording/documents.ts';
import { MoneyGoesTo } from '../deposit/MoneyGoesTo.tsx';
import { DocumentFiles } from './DocumentFiles.tsx';

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
