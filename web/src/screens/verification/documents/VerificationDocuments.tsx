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
  const { allowed, isSigned, prequalifiedAmount } = useJourney() ?? {};
  const mayHelpAccount = allowed?.includes('confirm-account') === true;
  const { uploads, isError, outgoing, thumbnails, add, cancel, remove, handIn } = useUploads();
  const [busy, setBusy] = useState(false);
  const [mistake, setMistake] = useState<string>();
  const documents = uploads?.documents ?? [];
  // A file that failed keeps none of the others.
  const isUploading = outgoing.some(({ error }) => error === undefined);
  const handInHref = isUploading ? undefined : uploads?.handInHref;
  const wanted = documents.filter(({ isWanted }) => isWanted);
  const missing = wanted.filter(({ isMissing }) => isMissing).map(({ kind }) => kind);
  const isSent = uploads?.handInHref === undefined && wanted.some(({ received }) => received.length > 0);
  const asking = isSigned ? words.signed : words;
  const received = isSigned ? words.signed.received : words.received.next;

  const send = async () => {
    setMistake(undefined);
    if (handInHref === undefined) return setMistake(isUploading ? words.stillUploading : words.nothingYet);
    setBusy(true);
    if (!(await handIn(handInHref))) setMistake(words.handInFailed);
    setBusy(false);
  };

  const cardOf = (document: Uploads['documents'][number]) => (
    <DocumentCard
      key={document.kind}
      document={document}
      outgoing={outgoing.filter(({ kind }) => kind === document.kind)}
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
      heading={isSent ? words.received.title : asking.heading}
      lead={!isSent ? asking.lead : missing.length > 0 ? words.received.missing(missing) : received}
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
      {wanted.map(cardOf)}
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
              failure={mistake}
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
