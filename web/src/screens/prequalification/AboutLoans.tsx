// What the landing page says after its form: what to know, and in the longer variant the offers, an example and how it works.
// It never changes, so the browser loads no script for it (`ui/StaticPart.tsx`).
import type { Experience } from '#contract/experiences.ts';
import { Accordion } from '../../ui/Accordion.tsx';
import { Card } from '../../ui/Card.tsx';
import { LineBreak } from '../../ui/Drawings.tsx';
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
      <section className={styles.disclaimers}>
        <h2>{words.disclaimerTitle}</h2>
        {disclaimers.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </section>
    </StaticPart>
  );
}

function More() {
  return (
    <>
      <LineBreak />
      <section className={styles.section}>
        <h2>{words.offerTitle}</h2>
        <div className={styles.offers}>
          {words.offers(servedStates.length, brand.branchCount).map(({ title, what }) => (
            <Card key={title} title={title} level={3}>
              <p>{what}</p>
            </Card>
          ))}
        </div>
      </section>
      <section className={styles.section}>
        <h2>{words.exampleTitle}</h2>
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
      </section>
      <section className={styles.section}>
        <h2>{words.howTitle}</h2>
        <StepList steps={words.how.map(({ title, what }) => ({ title, text: what }))} />
      </section>
      <section className={styles.section}>
        <h2>{words.faqTitle}</h2>
        <Accordion items={faq.map(({ question, answer }) => ({ title: question, content: answer }))} />
      </section>
    </>
  );
}
