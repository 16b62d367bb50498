// Documents in place of what the bank did not show: photos or files, sent to the branch with the applicant's case.
import { useRef, useState } from 'react';
import { handedIn, type Uploads, uploadTypes } from '#contract/uploads.ts';
import { useEnvironment, useJourney } from '../../../journey/environment.ts';
import { BookCall } from '../../../shared/branches/BookCall.tsx';
import { ScreenPage } from '../../../shared/ScreenPage.tsx';
import { useDayText } from '../../../shared/use-day-text.ts';
import { WaitForRead } from '../../../shared/WaitForRead.tsx';
import { SingleAccordion } from '../../../ui/Accordion.tsx';
import { Alert } from '../../../ui/Alert.tsx';
import { Actions, Button } from '../../../ui/Button.tsx';
import { AmountBadge, Card } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/class-names.ts';
import { LineBreak } from '../../../ui/Drawings.tsx';
import { Hidden, Stack } from '../../../ui/Page.tsx';
import { callsWithin } from '../../../wording/branches.ts';
import { uiText } from '../../../wording/ui-text.ts';
import { uploadText as words } from '../../../wording/uploads.ts';
import { AccountWait } from '../../deposit/AccountWait.tsx';
import styles from './Documents.module.css';
import { useUploads } from './use-uploads.ts';

export default function VerificationDocuments() {
  const { allowed, isSigned, prequalifiedAmount, loan } = useJourney() ?? {};
  const { journey } = useEnvironment();
  const mayHelpAccount = allowed?.includes('confirm-account') === true;
  const uploading = useUploads();
  const { uploads, read, outgoing, handIn } = uploading;
  const [busy, setBusy] = useState(false);
  const [mistake, setMistake] = useState<'early' | 'failed'>();
  const documents = uploads?.documents ?? [];
  // A file that failed keeps none of the others.
  const isUploading = outgoing.some(({ error }) => error === undefined);
  const handInHref = isUploading ? undefined : uploads?.handInHref;
  const { missing, hasSent, isComplete } = handedIn(uploads);
  const isSent = uploads?.handInHref === undefined && hasSent;
  const asking = isSigned ? words.signed : words;
  const next = words.received.next(callsWithin(loan?.branch));
  const received = isSigned ? words.signed.received : next;

  const send = async () => {
    setMistake(undefined);
    if (handInHref === undefined) return setMistake('early');
    setBusy(true);
    // It says by when the branch calls.
    if (await handIn(handInHref)) await journey.refresh().catch(() => {});
    else setMistake('failed');
    setBusy(false);
  };

  const early = handInHref === undefined && (isUploading ? words.stillUploading : words.nothingYet);

  const cardOf = (document: Uploads['documents'][number]) => (
    <DocumentCard key={document.kind} document={document} uploading={uploading} />
  );
  const isAsked = ({ isWanted, isMissing }: Uploads['documents'][number]) => isWanted && isMissing;
  const others = documents.filter((document) => !isAsked(document));
  return (
    <ScreenPage
      screen="verification-documents"
      heading={isSent ? words.received.title : asking.heading}
      lead={!isSent ? asking.lead : missing.length > 0 ? words.received.missing(missing) : received}
    >
      <AmountBadge amount={prequalifiedAmount} />
      <Received documents={documents} next={isSent ? undefined : next} />
      {mayHelpAccount && <AccountWait />}
      {!uploads && <WaitForRead read={read} loading={words.loading} failed={words.failed} />}
      {documents.filter(isAsked).map(cardOf)}
      {others.length > 0 && (
        <SingleAccordion title={words.others} open={others.some(({ files }) => files.length > 0)}>
          <Stack>{others.map(cardOf)}</Stack>
        </SingleAccordion>
      )}
      {uploads && (
        <>
          {isUploading && <p>{words.stay}</p>}
          {handInHref !== undefined && <p>{words.lookFirst}</p>}
          <Actions>
            <Button
              kind={isSent && isComplete ? 'secondary' : 'primary'}
              waiting={handInHref === undefined}
              busy={busy}
              busyWords={words.sendingAll}
              failure={mistake === 'failed' ? words.handInFailed : mistake && early}
              onClick={() => void send()}
            >
              {words.send}
            </Button>
          </Actions>
          <p className={styles.rules}>{words.safe}</p>
        </>
      )}
      {(uploads || (read?.errorUpdateCount ?? 0) > 0) && (
        <>
          <LineBreak />
          <Stack>
            <h2>{words.talk}</h2>
            <p>{words.talkWhat}</p>
            <BookCall />
          </Stack>
        </>
      )}
    </ScreenPage>
  );
}

function Received({ documents, next }: Pick<Uploads, 'documents'> & { readonly next: string | undefined }) {
  const dayText = useDayText();
  const lines = documents.flatMap(({ kind, received }) =>
    received.map(({ at, files }) => words.received.line(words.kinds[kind].title, files, dayText(at))),
  );
  return (
    <div role="status">
      {lines.length > 0 && (
        <Alert kind="success" {...(next && { title: words.received.title })}>
          <ul className={styles.received}>
            {lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: The same may be sent twice on one day.
              <li key={at}>{line}</li>
            ))}
          </ul>
          {next && <p>{next}</p>}
        </Alert>
      )}
    </div>
  );
}

interface DocumentCardProps {
  readonly document: Uploads['documents'][number];
  readonly uploading: ReturnType<typeof useUploads>;
}

function DocumentCard({ document: { kind, addHref, files }, uploading }: DocumentCardProps) {
  const { thumbnails, add, cancel, remove } = uploading;
  const outgoing = uploading.outgoing.filter((file) => file.kind === kind);
  const { title, what, of } = words.kinds[kind];
  return (
    <Card title={title}>
      <p>{what}</p>
      {files.length + outgoing.length > 0 && (
        <ul className={styles.files} aria-label={title}>
          {files.map(({ key, name, bytes, type, pages, href }, at) => (
            <FileLine
              key={key}
              name={name ?? words.fileName(at + 1)}
              state={`${words.added}, ${words.size(bytes)}`}
              type={type}
              pages={pages}
              thumbnail={thumbnails[key]}
              onRemove={() => remove(href)}
            />
          ))}
          {outgoing.map(({ key, name, bytes, progress, isWaiting, error, again }) => (
            <FileLine
              key={key}
              name={name}
              state={error ?? stateOf(progress, isWaiting, bytes)}
              isError={error !== undefined}
              thumbnail={thumbnails[key]}
              {...(error === undefined && { progress })}
              {...(again && { onAgain: again })}
              onRemove={async () => {
                cancel(key);
                return true;
              }}
            />
          ))}
        </ul>
      )}
      {addHref ? (
        <div className={styles.add}>
          <FileButton
            words={words.takePhoto}
            of={of}
            accept="image/*"
            camera
            onFiles={(chosen) => add(kind, addHref, chosen)}
          />
          <FileButton
            words={words.choose}
            of={of}
            accept={[...uploadTypes, 'image/heic', '.heic'].join(',')}
            onFiles={(chosen) => add(kind, addHref, chosen)}
          />
          <p className={styles.rules}>{words.rules}</p>
        </div>
      ) : (
        <p className={styles.rules}>{words.full}</p>
      )}
    </Card>
  );
}

function stateOf(progress: number, isWaiting: boolean, bytes: number): string {
  if (isWaiting) return words.waiting;
  if (progress >= 1) return words.checking;
  return `${words.sending(Math.floor(progress * 100))} · ${words.size(bytes)}`;
}

interface FileButtonProps {
  readonly words: string;
  readonly of: string;
  readonly accept: string;
  /** Opens a phone's camera. Shown on devices that are touched. */
  readonly camera?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

function FileButton({ words: text, of, accept, camera, onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={camera ? styles.camera : styles.file}>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        {...(camera ? { capture: 'environment' as const } : { multiple: true })}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      <Button kind="secondary" onClick={() => input.current?.click()}>
        {text}
        <Hidden>{words.forDocument(of)}</Hidden>
      </Button>
    </div>
  );
}

interface FileLineProps {
  readonly name: string;
  readonly state: string;
  readonly type?: string;
  /** The addresses of its pages' pictures. */
  readonly pages?: readonly string[];
  readonly thumbnail?: string | undefined;
  readonly isError?: boolean;
  /** From 0 to 1, during the upload. */
  readonly progress?: number;
  /** Resolves to whether it was removed. */
  readonly onRemove: () => Promise<boolean>;
  readonly onAgain?: () => void;
}

/** How far a file is, and what can be done with it. */
function FileLine(props: FileLineProps) {
  const { name, state, type, pages = [], thumbnail, isError, progress, onRemove, onAgain } = props;
  const [failed, setFailed] = useState(false);
  const remove = async () => {
    setFailed(false);
    setFailed(!(await onRemove()));
  };
  return (
    <li className={styles.line}>
      <span className={styles.picture} aria-hidden="true">
        {thumbnail ? <img src={thumbnail} alt="" /> : <Paper isPdf={type === 'application/pdf'} />}
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={classes(styles.state, isError && styles.error)} role={isError ? 'alert' : 'status'}>
          {state}
        </span>
        {progress !== undefined && <progress max={1} value={progress} aria-label={name} />}
      </span>
      <span className={styles.buttons}>
        {onAgain && (
          <Button kind="quiet" compact onClick={onAgain}>
            {words.again}
          </Button>
        )}
        <Button kind="quiet" compact failure={failed && uiText.notSent} onClick={() => void remove()}>
          <span aria-hidden="true">{words.remove}</span>
          <Hidden>{words.removing(name)}</Hidden>
        </Button>
      </span>
      {pages.length > 0 && (
        <ul className={styles.pages} aria-label={words.pagesOf(name)}>
          {pages.map((address, at) => (
            <li key={address}>
              <a href={address} target="_blank" rel="noreferrer">
                <img src={address} alt={words.page(at + 1)} loading="lazy" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Paper({ isPdf }: { readonly isPdf: boolean }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
      <path d="M6 3h8l4 4v14H6z" />
      <path d={isPdf ? 'M9 12h6M9 15h6M9 18h4' : 'm7.500 18 3.500-5 2.500 3 1.500-2 2.500 4'} />
    </svg>
  );
}
