// The frame of every screen: skip link, header, progress, one column of content, footer.
import { type ReactNode, useEffect, useRef } from 'react';
import { uiText } from '../wording/ui-text.ts';
import { classes } from './class-names.ts';
import styles from './Page.module.css';

export type PageWidth = 'narrow' | 'default' | 'medium';

interface PageProps {
  readonly header: ReactNode;
  readonly footer: ReactNode;
  readonly progress?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ header, footer, progress, children }: PageProps) {
  return (
    <div className={styles.page}>
      <a className={styles.skip} href="#content">
        {uiText.skipToContent}
      </a>
      {header}
      {progress && (
        <section className={styles.progress} aria-label={uiText.progress}>
          {progress}
        </section>
      )}
      <main id="content" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      {footer}
    </div>
  );
}

interface ContentProps {
  readonly width?: PageWidth;
  /** A column beside the content from 992 px; below it on narrower screens. */
  readonly side?: ReactNode;
  /** Replaces the side column on narrower screens, above the content. */
  readonly folded?: ReactNode;
  readonly children: ReactNode;
}

/** The content column: at most 540, 630 or 730 px wide. Without a side column it is centered. */
export function Content({ width = 'default', side, folded, children }: ContentProps) {
  return (
    <div
      className={classes(
        styles.grid,
        styles[width],
        side !== undefined && styles.sided,
        folded !== undefined && styles.folds,
      )}
    >
      {folded && <div className={styles.folded}>{folded}</div>}
      <div className={styles.column}>{children}</div>
      {side && <aside className={styles.side}>{side}</aside>}
    </div>
  );
}

interface HeadingProps {
  /** The document's title. */
  readonly title: string;
  readonly children: ReactNode;
  readonly lead?: ReactNode;
  /** Focuses the heading when the screen appears. */
  readonly focus?: boolean;
}

/** The screen's title and its one first-level heading. */
export function PageHeading({ title, children, lead, focus }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus) heading.current?.focus({ preventScroll: true });
  }, [focus]);
  return (
    <div className={styles.heading}>
      <title>{title}</title>
      <h1 ref={heading} tabIndex={-1}>
        {children}
      </h1>
      {lead && <p className={styles.lead}>{lead}</p>}
    </div>
  );
}

export function Stack({ children, tight }: { readonly children: ReactNode; readonly tight?: boolean }) {
  return <div className={classes(styles.stack, tight && styles.tight)}>{children}</div>;
}

/** 56 px from what is before it, where the parts of a page are 24 px apart, and those of a group 8 px. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** What is beside the task: links and buttons in one line below it. */
export function QuietRow({ children }: { readonly children: ReactNode }) {
  return <div className={styles.quiet}>{children}</div>;
}

/** Text for screen readers only. */
export function Hidden({ children }: { readonly children: ReactNode }) {
  return <span className="visually-hidden">{children}</span>;
}
