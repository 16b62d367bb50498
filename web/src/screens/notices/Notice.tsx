// A page on which the application ends or pauses: what happened, what to do next, and the phone to call.
import type { ReactNode } from 'react';
import styles from '../../shared/branches/Articles.module.css';
import { ScreenPage, type ScreenPageProps } from '../../shared/ScreenPage.tsx';
import card from '../../ui/Card.module.css';
import { classes } from '../../ui/class-names.ts';
import { Hidden, Section } from '../../ui/Page.tsx';
import { articlesText } from '../../wording/branches.ts';
import { brand } from '../../wording/lender.ts';

interface NoticeProps extends Pick<ScreenPageProps, 'screen' | 'title' | 'heading' | 'lead' | 'above'> {
  /** What happened, where the lead is about the contact. */
  readonly what?: ReactNode;
  /** The next step, as a sentence, where the lead doesn't have it. */
  readonly next?: ReactNode;
  /** The next step, as something to press. */
  readonly children?: ReactNode;
  readonly articles?: boolean;
}

export function Notice(props: NoticeProps) {
  const { what, next, children, articles, ...page } = props;
  return (
    <ScreenPage {...page}>
      {what && <p>{what}</p>}
      {next && <p>{next}</p>}
      {children}
      {articles && <Articles />}
    </ScreenPage>
  );
}

function Articles() {
  return (
    <Section title={articlesText.title}>
      <div className={card.row}>
        {brand.articles.map(({ title, description, image, link }) => (
          <article key={title} className={classes(card.card, styles.article)}>
            <img className={styles.picture} src={`/lender/${image}`} alt="" loading="lazy" />
            <div className={styles.words}>
              <h3>{title}</h3>
              <p>
                {description}{' '}
                <a href={link}>
                  {articlesText.read}
                  <Hidden>: {title}</Hidden>
                </a>
              </p>
            </div>
          </article>
        ))}
      </div>
    </Section>
  );
}
