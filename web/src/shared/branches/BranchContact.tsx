// The application's branch, or the lender's phone when there is none yet.

import { useId, useState } from 'react';
import { type Branch, getBranch } from '#contract/branches.ts';
import { phoneText } from '#lender/public/phone-text.ts';
import { useEnvironment, useJourney, useJourneyLoading } from '../../journey/environment.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import card from '../../ui/Card.module.css';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/class-names.ts';
import { branchText as words } from '../../wording/branches.ts';
import { telephone } from '../../wording/format.ts';
import { openingText, serviceHours } from '../../wording/hours.ts';
import { brand, helpPhone } from '../../wording/lender.ts';
import { uiText } from '../../wording/ui-text.ts';
import styles from './BranchContact.module.css';
import { Manager } from './Manager.tsx';
import { TextUs } from './TextUs.tsx';

export function BranchContact() {
  const href = useJourney()?.links.branch;
  const isAwaited = useJourneyLoading();
  const { data: branch, isError } = useServerQuery(getBranch, href);
  if (branch) return <BranchCard {...branch} />;
  if (isAwaited || (href && !isError)) return <BranchPlace />;
  return (
    <Card title={words.help}>
      <p>
        {words.callWords} <a href={telephone(helpPhone)}>{helpPhone}</a>
      </p>
      <p>{serviceHours(brand.hours)}</p>
    </Card>
  );
}

function BranchCard({
  name,
  streetAddress,
  city,
  state,
  zipCode,
  texts,
  openHours,
  nextOpening,
  manager,
  map,
  directions,
  ...branch
}: Branch) {
  const heading = useId();
  const { now } = useEnvironment();
  const [hasNoPicture, setHasNoPicture] = useState(false);
  const phone = phoneText(branch.phone);
  const [open, close] = openHours;
  const hours = [
    [words.weekdays, words.between(open, close)],
    [words.saturday, words.byAppointment],
    [words.sunday, words.closed],
  ];
  return (
    // The card's own width decides whether the map is above or beside the text.
    <div className={styles.place}>
      <section className={classes(card.card, styles.branch)} aria-labelledby={heading}>
        <div className={styles.head}>
          <h2 id={heading}>{name}</h2>
          <ButtonLink href={telephone(phone)} kind="secondary">
            {words.callWords} {phone}
          </ButtonLink>
          {texts && <TextUs {...texts} />}
          {nextOpening && <p>{words.opens(openingText(nextOpening, now()))}</p>}
        </div>
        {map && !hasNoPicture && (
          <div className={styles.map}>
            <img
              src={map}
              alt={words.mapOf(name)}
              width={640}
              height={484}
              loading="lazy"
              onError={() => setHasNoPicture(true)}
            />
          </div>
        )}
        <div className={styles.branchWords}>
          <address className={styles.address}>
            <a href={directions}>{streetAddress}</a>
            <span>{`${city}, ${state} ${zipCode}`}</span>
          </address>
          <Manager {...manager} />
          <dl className={styles.hours} aria-label={uiText.hours}>
            {hours.map(([days, hours]) => (
              <div key={days}>
                <dt>{days}</dt>
                <dd>{hours}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
    </div>
  );
}

/** A placeholder of the same size while the branch loads. */
function BranchPlace() {
  return (
    <div className={styles.place}>
      <section className={classes(card.card, styles.branch)} aria-busy="true">
        <div className={styles.head}>
          <h2>{words.loading}</h2>
          <div className={styles.noCall} />
        </div>
        <div className={classes(styles.map, styles.noMap)} />
        <div className={styles.branchWords}>
          <div className={styles.noWords} />
        </div>
      </section>
    </div>
  );
}
