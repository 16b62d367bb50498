// The applicant's branch, apart from the plain cards because the landing page shows none.
import { type ReactNode, useId, useState } from 'react';
import { uiText } from '../wording/ui-text.ts';
import styles from './BranchCard.module.css';
import { ButtonLink } from './Button.tsx';
import card from './Card.module.css';
import { classes } from './class-names.ts';
import { Drawing } from './Drawings.tsx';
import { telephone } from './Header.tsx';

interface BranchProps {
  readonly title: string;
  readonly address: readonly string[];
  readonly phone: string;
  readonly callWords: string;
  /** Beside the phone, such as when a closed branch opens. */
  readonly note?: string;
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
  note,
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
    <Place>
      <section className={classes(card.card, styles.branch)} aria-labelledby={heading}>
        <div className={styles.head}>
          <Heading id={heading}>{title}</Heading>
          <ButtonLink href={telephone(phone)} kind="secondary">
            {callWords} {phone}
          </ButtonLink>
          {note && <p>{note}</p>}
        </div>
        {map && (
          <div className={classes(styles.map, hasNoPicture && styles.drawn)}>
            {hasNoPicture ? <Drawing name="map" /> : map.href ? <a href={map.href}>{picture}</a> : picture}
          </div>
        )}
        <div className={styles.branchWords}>
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
    </Place>
  );
}

/** A placeholder of the same size while the branch loads. */
export function BranchPlace({ title, level = 2 }: Pick<BranchProps, 'title' | 'level'>) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <Place>
      <section className={classes(card.card, styles.branch)} aria-busy="true">
        <div className={styles.head}>
          <Heading>{title}</Heading>
          <div className={styles.noCall} />
        </div>
        <div className={classes(styles.map, styles.noMap)} />
        <div className={styles.branchWords}>
          <div className={styles.noWords} />
        </div>
      </section>
    </Place>
  );
}

/** The card's own width decides whether the map is above or beside the text. */
function Place({ children }: { readonly children: ReactNode }) {
  return <div className={styles.place}>{children}</div>;
}
