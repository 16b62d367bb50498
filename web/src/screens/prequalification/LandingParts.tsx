// What the landing page shows around its form. It never changes, so the browser loads no script for it (`ui/StaticPart.tsx`): its
// styles alone show the example of the amount that is chosen.
import { Fragment } from 'react';
import type { Experience } from '#contract/experiences.ts';
import { classes } from '../../ui/class-names.ts';
import { ProgressSteps } from '../../ui/ProgressSteps.tsx';
import { StaticPart } from '../../ui/StaticPart.tsx';
import { applyText, landingLoans, firstViewText as words } from '../../wording/about-loans.ts';
import { appText } from '../../wording/app.ts';
import { uiText } from '../../wording/ui-text.ts';
import { AboutLoans } from './AboutLoans.tsx';
import { sentAmount } from './draft.ts';
import styles from './FirstView.module.css';
import { type LandingParts, landingPartIds } from './Landing.tsx';
import { LandingScene } from './LandingScene.tsx';
import { LenderGuarantees } from './LenderGuarantees.tsx';

function Offer() {
  return (
    <StaticPart id={landingPartIds.Offer} className={styles.offer}>
      <p className={styles.lead}>{words.lead}</p>
      <fieldset className={styles.amounts}>
        <legend>
          <h1 tabIndex={-1}>{words.heading}</h1>
        </legend>
        {landingLoans.map((loan) => (
          <Fragment key={loan.dollars}>
            <label className={styles.amount}>
              <input
                type="radio"
                name="loanAmount"
                value={loan.dollars}
                defaultChecked={sentAmount() === loan.dollars}
                aria-describedby={`loan-${loan.dollars}`}
              />
              <span>{loan.amount}</span>
            </label>
            <div
              id={`loan-${loan.dollars}`}
              className={classes(styles.example, loan.isUsual && styles.usual)}
            >
              <p>
                <span className={styles.tag}>{words.example}</span>
                <strong className={styles.payment}>{loan.payment}</strong>
                {` ${words.aMonth}`}
              </p>
              <p>
                <strong>{words.exampleTerms(loan)}</strong>
                <span className={styles.fine}>{words.examplePayments(loan)}</span>
              </p>
            </div>
          </Fragment>
        ))}
      </fieldset>
      <p className={styles.fine}>{words.ranges}</p>
    </StaticPart>
  );
}

function License() {
  return (
    <StaticPart id={landingPartIds.License} className={styles.license}>
      <p>
        {`${words.license} `}
        <a href={words.licenseAddress}>{words.licenseLink}</a>
      </p>
    </StaticPart>
  );
}

function Scene() {
  return (
    <StaticPart id={landingPartIds.Scene} className={styles.scene}>
      <LandingScene />
    </StaticPart>
  );
}

function Apply() {
  return (
    <StaticPart id={landingPartIds.Apply} className={styles.apply}>
      <section aria-label={uiText.progress}>
        <ProgressSteps steps={appText.steps} current={0} />
      </section>
      <h2>{applyText.title}</h2>
    </StaticPart>
  );
}

/** The longer page has them among what it folds on a phone. */
function Beside({ experience }: { readonly experience: Experience }) {
  return (
    <StaticPart id={landingPartIds.Beside} className={experience === 'ppc' ? styles.wide : undefined}>
      <LenderGuarantees />
    </StaticPart>
  );
}

export const landingParts: LandingParts = { Offer, License, Scene, Apply, Beside, After: AboutLoans };
