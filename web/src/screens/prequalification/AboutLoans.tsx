// The longer landing page after its form: the offers, an example, how it works, questions, and what to know.
// It never changes, so the browser loads no script for it (`ui/StaticPart.tsx`).
import type { ReactNode } from 'react';
import type { Experience } from '#contract/experiences.ts';
import { Accordion } from '../../ui/Accordion.tsx';
import { classes } from '../../ui/class-names.ts';
import { StaticPart } from '../../ui/StaticPart.tsx';
import { StepList } from '../../ui/StepList.tsx';
import { disclaimers, aboutLoansText as words } from '../../wording/about-loans.ts';
import { faq } from '../../wording/faq.ts';
import { brand, servedStates } from '../../wording/lender.ts';
import styles from './Landing.module.css';
import { landingPartIds } from './Landing.tsx';

export function AboutLoans({ experience }: { readonly experience: Experience }) {
  return (
    <StaticPart id={landingPartIds.After} className={styles.about}>
      {experience === 'ppc' && <More />}
    </StaticPart>
  );
}

function More() {
  return (
    <>
      <Section title={words.offerTitle} className={styles.offers}>
        {words.offers(servedStates.length, brand.branchCount).map(({ title, what }) => (
          <div key={title}>
            <h3>{title}</h3>
            <p>{what}</p>
          </div>
        ))}
      </Section>
      <Section title={words.exampleTitle}>
        <p>{words.exampleWhat}</p>
        <table className={styles.example}>
          <caption>{words.exampleNote}</caption>
          <tbody>
            {words.exampleRows.map(([label, value]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section title={words.howTitle}>
        <StepList steps={words.how.map(({ title, what }) => ({ title, text: what }))} />
      </Section>
      <Section title={words.faqTitle}>
        <Accordion items={faq.map(({ question, answer }) => ({ title: question, content: answer }))} />
      </Section>
      <Section title={words.disclaimerTitle} className={styles.disclaimers}>
        {disclaimers.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Section>
    </>
  );
}

interface SectionProps {
  readonly title: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A heading with what belongs to it, beside it on a wide window. */
function Section({ title, className, children }: SectionProps) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <div className={classes(styles.content, className)}>{children}</div>
    </section>
  );
}
