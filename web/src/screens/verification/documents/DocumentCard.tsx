import { useRef } from 'react';
import { type UploadKind, type Uploads, uploadTypes } from '#contract/uploads.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Hidden } from '../../../ui/Page.tsx';
import { uploadText as words } from '../../../wording/uploads.ts';
import styles from './Documents.module.css';
import { FileLine } from './FileLine.tsx';
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
