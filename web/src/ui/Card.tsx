// Cards: plain, branch, article and guarantees.
import { type ReactNode, useId, useState } from 'react';
import { uiText } from '../wording/ui-text.ts';
import styles from './Card.module.css';
import { classes } from './class-names.ts';
import { Drawing, type DrawingName } from './Drawings.tsx';
import { telephone } from './Header.tsx';

interface CardProps {
  readonly title?: ReactNode;
  readonly level?: 2 | 3;
  /** Marks a chosen or completed card with a green edge and tint. */
  readonly chosen?: boolean;
  readonly children: ReactNode;
}

/** Related content on a raised surface. */
export function Card({ title, level = 2, chosen, children }: CardProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section className={classes(styles.card, chosen && styles.chosen)}>
      {title && <Heading>{title}</Heading>}
      {children}
    </section>
  );
}

/** The amount that the applicant is prequalified for, as a small badge. */
export function AmountBadge({
  amount,
  label = uiText.prequalifiedFor,
}: {
  readonly amount: string;
  readonly label?: string;
}) {
  return (
    <p className={styles.badge}>
      <span className={styles.dot} aria-hidden="true" />
      <span>
        {label} <strong>{amount}</strong>
      </span>
    </p>
  );
}

interface BranchProps {
  readonly title: string;
  readonly address: readonly string[];
  readonly phone: string;
  readonly callWords: string;
  readonly hours: readonly { readonly days: string; readonly hours: string }[];
  readonly manager?: { readonly fullName: string; readonly title: string };
  readonly map?: { readonly src: string; readonly alt: string; readonly href?: string };
  readonly level?: 2 | 3;
}

/** The applicant's branch: address, hours and phone. */
export function BranchCard({
  title,
  address,
  phone,
  callWords,
  hours,
  manager,
  map,
  level = 2,
}: BranchProps) {
  const heading = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  const [hasNoPicture, setHasNoPicture] = useState(false);
  const picture = map && (
    <img
      src={map.src}
      alt={map.alt}
      width={640}
      height={484}
      loading="lazy"
      onError={() => setHasNoPicture(true)}
    />
  );
  return (
    <section className={classes(styles.card, styles.branch)} aria-labelledby={heading}>
      {map && (
        <div className={classes(styles.map, hasNoPicture && styles.drawn)}>
          {hasNoPicture ? <Drawing name="map" /> : map.href ? <a href={map.href}>{picture}</a> : picture}
        </div>
      )}
      <div className={styles.branchWords}>
        <Heading id={heading}>{title}</Heading>
        <address className={styles.address}>
          {address.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
        {manager && (
          <p>
            {manager.fullName}, <span className={styles.soft}>{manager.title}</span>
          </p>
        )}
        <p className={styles.call}>
          {callWords} <a href={telephone(phone)}>{phone}</a>
        </p>
        <dl className={styles.hours} aria-label={uiText.hours}>
          {hours.map(({ days, hours }) => (
            <div key={days}>
              <dt>{days}</dt>
              <dd>{hours}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

/** A placeholder of the same size while the branch loads. */
export function BranchPlace({ title, level = 2 }: Pick<BranchProps, 'title' | 'level'>) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section className={classes(styles.card, styles.branch)} aria-busy="true">
      <div className={classes(styles.map, styles.noMap)} />
      <div className={styles.branchWords}>
        <Heading>{title}</Heading>
        <div className={styles.noWords} />
      </div>
    </section>
  );
}

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

/** Cards beside each other where there is room. */
export function CardRow({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

interface Guarantee {
  readonly drawing: DrawingName;
  readonly title: string;
  readonly text: ReactNode;
}

interface GuaranteesProps {
  readonly title: string;
  /** Whether the title is visible. */
  readonly titled?: boolean;
  readonly items: readonly Guarantee[];
}

/** The lender's guarantees, beside a form or in the text. */
export function Guarantees({ title, titled, items }: GuaranteesProps) {
  return (
    <section className={styles.guarantees}>
      <h2 className={titled ? styles.guaranteesTitle : 'visually-hidden'}>{title}</h2>
      <ul>
        {items.map(({ drawing, title, text }) => (
          <li key={title}>
            <Drawing name={drawing} small />
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
