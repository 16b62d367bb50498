// A card that leads to an article, apart from the plain cards because the landing page shows none.
import styles from './Card.module.css';
import { classes } from './class-names.ts';
import { Drawing, type DrawingName } from './Drawings.tsx';

interface ArticleProps {
  readonly title: string;
  readonly text: string;
  readonly link: { readonly href: string; readonly words: string };
  readonly image?: { readonly src: string; readonly alt: string } | DrawingName;
  readonly level?: 2 | 3;
}

/** Something worth reading about credit. */
export function ArticleCard({ title, text, link, image, level = 3 }: ArticleProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <article className={classes(styles.card, styles.article)}>
      {image && (
        <div className={styles.picture}>
          {typeof image === 'string' ? (
            <Drawing name={image} />
          ) : (
            <img src={image.src} alt={image.alt} loading="lazy" />
          )}
        </div>
      )}
      <div className={styles.articleWords}>
        <Heading>{title}</Heading>
        <p>{text}</p>
        <p>
          <a href={link.href}>
            {link.words}
            <span className="visually-hidden">: {title}</span>
          </a>
        </p>
      </div>
    </article>
  );
}
