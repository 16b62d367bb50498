// The documents are emailed. The email goes out a little after this page appears, so the page polls.
import { getDocuments } from '#contract/documents.ts';
import { pathOf } from '#contract/screens.ts';
import { useJourney } from '../../journey/environment.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { usePolling } from '../../journey/use-polling.ts';
import { DocumentFiles } from '../../shared/documents/DocumentFiles.tsx';
import { PhoneSentence } from '../../shared/PhoneSentence.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { useDayText } from '../../shared/use-day-text.ts';
import { useIsAccountConfirmed, useMoneyPromise } from '../../shared/use-money-promise.ts';
import { WaitForRead } from '../../shared/WaitForRead.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Scene } from '../../ui/Drawings.tsx';
import { Figures } from '../../ui/Figures.tsx';
import { Section } from '../../ui/Page.tsx';
import { StepList } from '../../ui/Timeline.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { documentsText } from '../../wording/documents.ts';
import { hardship } from '../../wording/servicing.ts';
import { ChangeAccount, MoneyGoesTo } from '../deposit/MoneyGoesTo.tsx';
import { OpenSigning } from './OpenSigning.tsx';

const words = documentsText.thankYou;

interface ThankYouProps {
  readonly screen: 'thank-you' | 'fast-path-thank-you';
}

/** The screens that send the documents again. */
const confirming = {
  'thank-you': 'confirm-email',
  'fast-path-thank-you': 'fast-path-confirm-email',
} as const;

export default function ThankYou({ screen }: ThankYouProps) {
  const again = confirming[screen];
  const dayText = useDayText();
  const isConfirmed = useIsAccountConfirmed();
  const promise = useMoneyPromise();
  const documents = useServerQuery(getDocuments, useJourney()?.links.documents);
  const { data, refetch } = documents;
  usePolling({
    read: async () => (await refetch()).data,
    isFinal: (documents) => documents?.mailing === 'mailed' || documents?.mailing === 'failed',
    pace: 'update',
  });
  const mailing = data?.mailing ?? 'waiting';
  if (data && mailing === 'failed') return <NotMailed screen={screen} email={data.email} />;
  const { heading, sentTo } =
    mailing === 'mailed' ? words : { heading: words.rendering.heading, sentTo: words.rendering.sendTo };
  // Nothing else yet, which the documents would move.
  if (!data) {
    return (
      <ScreenPage screen={screen} heading={documentsText.loading} ownSteps>
        <WaitForRead read={documents} loading={documentsText.loading} />
      </ScreenPage>
    );
  }
  return (
    <ScreenPage
      screen={screen}
      heading={heading}
      ownSteps
      above={<Scene name="papers" />}
      beside={
        <>
          <a href={pathOf(again)}>{words.again}</a>
          <ChangeAccount />
        </>
      }
    >
      {mailing === 'mailed' ? (
        <OpenSigning>{words.signNow}</OpenSigning>
      ) : (
        <Waiting messages={words.rendering.messages} note={words.rendering.note} />
      )}
      <Section title={words.nextTitle}>
        <StepList steps={words.steps(mailing === 'mailed', isConfirmed, promise)} />
      </Section>
      <Figures
        list
        figures={[
          { label: sentTo, value: data.email },
          ...(data.expiration && mailing === 'mailed'
            ? [{ label: words.expires, value: dayText(data.expiration) }]
            : []),
        ]}
      />
      {mailing === 'mailed' && <p>{words.spam}</p>}
      <MoneyGoesTo />
      <DocumentFiles files={data.files} />
      <p>{hardship}</p>
      <p>
        <PhoneSentence sentence={documentsText.questions} />
      </p>
    </ScreenPage>
  );
}

function NotMailed({ screen, email }: ThankYouProps & { readonly email: string }) {
  const { heading, lead, sendTo, button } = words.failed;
  return (
    <ScreenPage screen={screen} heading={heading} lead={<PhoneSentence sentence={lead} />}>
      <Card>
        <Figures list figures={[{ label: sendTo, value: email }]} />
      </Card>
      <ButtonLink href={pathOf(confirming[screen])}>{button}</ButtonLink>
    </ScreenPage>
  );
}
