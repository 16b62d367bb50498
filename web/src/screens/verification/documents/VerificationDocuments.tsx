// Documents in place of what the bank did not show: photos or files, sent to the branch with the applicant's case.
import { lazy, Suspense, useState } from 'react';
import type { Uploads } from '#contract/uploads.ts';
import { useJourney } from '../../../journey/environment.ts';
import { BookCall } from '../../../shared/branches/BookCall.tsx';
import { CallBranch } from '../../../shared/branches/CallBranch.tsx';
import { ScreenPage } from '../../../shared/ScreenPage.tsx';
import { useDayText } from '../../../shared/use-day-text.ts';
import { Accordion } from '../../../ui/Accordion.tsx';
import { Alert } from '../../../ui/Alert.tsx';
import { Actions, Button } from '../../../ui/Button.tsx';
import { AmountBadge } from '../../../ui/Card.tsx';
import { LineBreak } from '../../../ui/Drawings.tsx';
import { Stack } from '../../../ui/Page.tsx';
import { uploadText as words } from '../../../wording/uploads.ts';
import { DocumentCard } from './DocumentCard.tsx';
import styles from './Documents.module.css';
import { useUploads } from './use-uploads.ts';

/** Only the papers of a signed loan's vehicle come with an account that may wait. */
const AccountWait = lazy(() => import('../../deposit/AccountWait.tsx'));

export default function VerificationDocuments() {
  const mayHelpAccount = useJourney()?.allowed.includes('confirm-account') === true;
  const { uploads, isError, outgoing, names, thumbnails, add, cancel, remove, handIn } = useUploads();
  const prequalifiedAmount = useJourney()?.prequalifiedAmount;
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState<string>();
  const documents = uploads?.documents ?? [];
  // A file that failed keeps none of the others.
  const isUploading = outgoing.some(({ error }) => error === undefined);
  const handInHref = isUploading ? undefined : uploads?.handInHref;
  const isSent = uploads?.handInHref === undefined && documents.some(({ received }) => received.length > 0);

  const send = async () => {
    setMissing(undefined);
    if (handInHref === undefined) return setMissing(isUploading ? words.stillUploading : words.nothingYet);
    setBusy(true);
    if (!(await handIn(handInHref))) setMissing(words.handInFailed);
    setBusy(false);
  };

  const cardOf = (document: Uploads['documents'][number]) => (
    <DocumentCard
      key={document.kind}
      document={document}
      outgoing={outgoing.filter(({ kind }) => kind === document.kind)}
      names={names}
      thumbnails={thumbnails}
      onAdd={add}
      onCancel={cancel}
      onRemove={remove}
    />
  );
  const others = documents.filter(({ isWanted }) => !isWanted);
  return (
    <ScreenPage
      screen="verification-documents"
      heading={isSent ? words.received.title : words.heading}
      lead={isSent ? words.received.next : words.lead}
    >
      <AmountBadge amount={prequalifiedAmount} />
      <Received documents={documents} isSent={isSent} />
      {mayHelpAccount && (
        <Suspense>
          <AccountWait />
        </Suspense>
      )}
      {isError && <Alert kind="error">{words.failed}</Alert>}
      {!uploads && !isError && <p aria-busy="true">{words.loading}</p>}
      {documents.filter(({ isWanted }) => isWanted).map(cardOf)}
      {others.length > 0 && (
        <Accordion items={[{ title: words.others, content: <Stack>{others.map(cardOf)}</Stack> }]} />
      )}
      {uploads && (
        <>
          <Actions>
            <Button
              waiting={handInHref === undefined}
              busy={busy}
              busyWords={words.sendingAll}
              failure={missing}
              onClick={() => void send()}
            >
              {words.send}
            </Button>
          </Actions>
          <p className={styles.safe}>{words.safe}</p>
        </>
      )}
      <LineBreak />
      <Stack>
        <h2>{words.talk}</h2>
        <p>{words.talkWhat}</p>
        <Actions>
          <CallBranch kind="secondary" />
        </Actions>
        <BookCall />
      </Stack>
    </ScreenPage>
  );
}

function Received({ documents, isSent }: Pick<Uploads, 'documents'> & { readonly isSent: boolean }) {
  const dayText = useDayText();
  const lines = documents.flatMap(({ kind, received }) =>
    received.map(({ at, files }) => words.received.line(words.kinds[kind].title, files, dayText(at))),
  );
  return (
    <div role="status">
      {lines.length > 0 && (
        <Alert kind="success" {...(!isSent && { title: words.received.title })}>
          <ul className={styles.received}>
            {lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: The same may be sent twice on one day.
              <li key={at}>{line}</li>
            ))}
          </ul>
          {!isSent && <p>{words.received.next}</p>}
        </Alert>
      )}
    </div>
  );
}
