// Two short reads about credit.
import card from '../../ui/Card.module.css';
import { CardRow } from '../../ui/Card.tsx';
import { classes } from '../../ui/class-names.ts';
import { Hidden, Stack } from '../../ui/Page.tsx';
import { articlesText } from '../../wording/branches.ts';
import { brand } from '../../wording/lender.ts';
import styles from './Articles.module.css';

export function Articles() {
  return (
    <Stack>
      <h2>{articlesText.title}</h2>
      <CardRow>
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
      </CardRow>
    </Stack>
  );
}
