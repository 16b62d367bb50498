// What surrounds the landing page's form. It never changes, so no script is loaded (`ui/StaticPart.tsx`).
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

declare const __DRAWINGS__: boolean;

/** The line branches once, and a train arrives at a branch. */
function Scene() {
  if (!__DRAWINGS__) return <StaticPart id={landingPartIds.Scene}>{null}</StaticPart>;
  return (
    <StaticPart id={landingPartIds.Scene} className={styles.scene}>
      <svg className={styles.drawing} viewBox="0 -140 480 508" aria-hidden="true">
        <circle className={styles.sun} cx="330" cy="40" r="52" />
        <path className={styles.cloud} d="M124 50h96a17 17 0 0 0 0-34 31 31 0 0 0-58-9 22 22 0 0 0-38 43z" />
        <path
          className={styles.far}
          d="M-170 360c100-6 150-96 220-136s110-24 162 6 92 20 140-8 96-30 148-8 80 86 160 92 150-70 260-64 150 60 260 118z"
        />
        <path
          className={styles.near}
          d="M-90 360c70-4 110-50 188-58s140 18 200 22 116-24 182-24 120 40 220 40 160-20 300 20z"
        />
        <path d="M46 318v-30M84 308v-20M340 250v-44M334 250h142M352 260v-8M400 260v-8M448 260v-8" />
        <path className={styles.leaf} d="M46 292a17 17 0 1 1 .1 0zM84 290a12 12 0 1 1 .1 0z" />
        <path className={styles.paper} d="M370 250v-58h88v58z" />
        <path className={styles.roof} d="m358 194 56-44 56 44zM404 250v-36a10 10 0 0 1 20 0v36z" />
        <path className={styles.gold} d="M380 208h14v16h-14zM434 208h14v16h-14zM340 208a11 11 0 1 1 .1 0z" />
        <path className={styles.track} d="M-2000 356h4000M84 356c84 0 84-94 168-94h1000" />
        <path className={styles.roof} d="M222 250v-26a8 8 0 0 1 8-8h60c18 0 30 16 34 34z" />
        <path className={styles.pane} d="M232 224h16v12h-16zM256 224h16v12h-16zM280 224h10q10 2 14 12h-24z" />
        <path
          className={styles.paper}
          d="M40 365a9 9 0 1 1 .1 0zM168 317a9 9 0 1 1 .1 0zM244 260a6 6 0 1 1 .1 0zM300 260a6 6 0 1 1 .1 0z"
        />
      </svg>
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
