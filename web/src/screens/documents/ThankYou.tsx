// The documents are mailed: to which address, until when the link works, what to do if nothing comes.
import { getDocuments } from '#contract/documents.ts';
import { pathOf, type ScreenName } from '#contract/screens.ts';
import { useJourney } from '../../app/environment.tsx';
import { PhoneSentence } from '../../app/PhoneSentence.tsx';
import { useServer } from '../../app/queries.ts';
import { ScreenPage } from '../../app/ScreenPage.tsx';
import { Card } from '../../ui/Card.tsx';
import { Drawing } from '../../ui/drawings.tsx';
import { Figures } from '../../ui/Figures.tsx';
import { Path } from '../../ui/Path.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { documentsWords } from '../../wording/documents.ts';
import { dayText } from '../../wording/format.ts';
import { MoneyGoesTo } from '../deposit/MoneyGoesTo.tsx';
import { DocumentFiles } from './DocumentFiles.tsx';

const words = documentsWords.thankYou;

interface ThankYouProps {
  readonly screen: Extract<ScreenName, 'thank-you' | 'fast-path-thank-you'>;
  /** Where the documents are sent from. */
  readonly again: ScreenName;
}

export function ThankYou({ screen, again }: ThankYouProps) {
  const documents = useServer(getDocuments, useJourney()?.links.documents);
  const { data } = documents;
  return (
    <ScreenPage screen={screen} heading={words.heading} above={<Drawing name="letter" />}>
      {documents.isPending && <Waiting messages={[documentsWords.loading]} />}
      {data && (
        <Card>
          <Figures
            list
            figures={[
              { label: words.sentTo, value: data.email },
              ...(data.expiration ? [{ label: words.expires, value: dayText(data.expiration) }] : []),
            ]}
          />
        </Card>
      )}
      <MoneyGoesTo />
      <p>
        {words.spam}
        <br />
        <a href={pathOf(again)}>{words.again}</a>
      </p>
      <h2>{words.nextTitle}</h2>
      <Path steps={words.steps} />
      <DocumentFiles files={data?.files} />
      <p>
        <PhoneSentence sentence={words.phone} />
      </p>
    </ScreenPage>
  );
}
