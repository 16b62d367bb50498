// The loan documents as files to read and save. Each opens in a new tab.
import type { ReactNode } from 'react';
import type { LoanDocument } from '#contract/documents.ts';
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
            {page ? <FileLink href={page}>{title}</FileLink> : <span>{title}</span>}
            {pdf && (
              <FileLink href={pdf}>
                {words.pdf}
                <Hidden>: {title}</Hidden>
              </FileLink>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function FileLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
      <Hidden> {uiText.opensInNewTab}</Hidden>
    </a>
  );
}
