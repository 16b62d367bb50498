// The loan documents as files to read and save. Each opens in a new tab.
import type { LoanDocument } from '#contract/documents.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Hidden } from '../../ui/Page.tsx';
import { documentsText } from '../../wording/documents.ts';
import { uiText } from '../../wording/ui-text.ts';
import styles from './DocumentFiles.module.css';

const words = documentsText.files;

export function DocumentFiles({ files }: { readonly files: readonly LoanDocument[] | undefined }) {
  if (!files?.length) return null;
  return (
    <Card title={words.title}>
      <p>{words.what}</p>
      <ul className={styles.files}>
        {files.map(({ title, pdf, page }) => (
          <li key={pdf ?? page}>
            <span>{title}</span>
            <span className={styles.ways}>
              {page && <FileLink href={page} words={words.page} of={title} />}
              {pdf && <FileLink isButton href={pdf} words={words.pdf} of={title} />}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface FileLinkProps {
  readonly isButton?: boolean;
  readonly href: string;
  readonly words: string;
  readonly of: string;
}

function FileLink({ isButton, href, words, of }: FileLinkProps) {
  const link = { href, target: '_blank', rel: 'noopener' };
  const name = (
    <>
      {words}
      <Hidden>
        : {of} {uiText.opensInNewTab}
      </Hidden>
    </>
  );
  if (!isButton) return <a {...link}>{name}</a>;
  return (
    <ButtonLink kind="secondary" {...link}>
      {name}
    </ButtonLink>
  );
}
