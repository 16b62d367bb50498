import { useRef, useState } from 'react';
import { type UploadKind, type Uploads, uploadTypes } from '#contract/uploads.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/class-names.ts';
import { Hidden } from '../../../ui/Page.tsx';
import { uiText } from '../../../wording/ui-text.ts';
import { uploadText as words } from '../../../wording/uploads.ts';
import styles from './Documents.module.css';
import type { Outgoing } from './use-uploads.ts';

interface DocumentCardProps {
  readonly document: Uploads['documents'][number];
  readonly outgoing: readonly Outgoing[];
  readonly thumbnails: Readonly<Record<string, string>>;
  readonly onAdd: (kind: UploadKind, addHref: string, files: readonly File[]) => void;
  readonly onCancel: (key: string) => void;
  readonly onRemove: (href: string) => Promise<boolean>;
}

export function DocumentCard(props: DocumentCardProps) {
  const { document, outgoing, thumbnails, onAdd, onCancel, onRemove } = props;
  const { kind, addHref, files } = document;
  const { title, what, of } = words.kinds[kind];
  const count = files.length;
  return (
    <Card title={title}>
      <p>{what}</p>
      {count + outgoing.length > 0 && (
        <ul className={styles.files} aria-label={title}>
          {files.map(({ key, name, bytes, type, href }, at) => (
            <FileLine
              key={key}
              name={name ?? words.fileName(at + 1)}
              state={`${words.added}, ${words.size(bytes)}`}
              type={type}
              thumbnail={thumbnails[key]}
              onRemove={() => onRemove(href)}
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
                onCancel(key);
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
            onFiles={(chosen) => onAdd(kind, addHref, chosen)}
          />
          <FileButton
            words={words.choose}
            of={of}
            accept={uploadTypes.join(',')}
            onFiles={(chosen) => onAdd(kind, addHref, chosen)}
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
  readonly thumbnail?: string | undefined;
  readonly isError?: boolean;
  /** From 0 to 1, during the upload. */
  readonly progress?: number;
  /** Resolves to whether it was removed. */
  readonly onRemove: () => Promise<boolean>;
  readonly onAgain?: () => void;
}

/** How far a file is, and what can be done with it. */
function FileLine({ name, state, type, thumbnail, isError, progress, onRemove, onAgain }: FileLineProps) {
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
