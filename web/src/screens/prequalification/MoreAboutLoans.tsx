// The longer variant's content under the form: offers, an example, how it works.
import type { ReactNode } from 'react';
import { Accordion } from '../../ui/Accordion.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { LineBreak } from '../../ui/Drawings.tsx';
import { StepList } from '../../ui/StepList.tsx';
import { faq } from '../../wording/faq.ts';
import { brand, servedStates } from '../../wording/lender.ts';
import { moreAboutLoansText as words } from '../../wording/more-about-loans.ts';
import styles from './Landing.module.css';

interface MoreProps {
  readonly formId: string;
  /** The disclaimers. The button back to the form comes after them. */
  readonly children: ReactNode;
}

export default function MoreAboutLoans({ formId, children }: MoreProps) {
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
      {children}
      <div>
        <Button onClick={() => toForm(formId)}>{words.toForm}</Button>
      </div>
    </>
  );
}

function toForm(id: string): void {
  const form = document.getElementById(id);
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  form?.scrollIntoView({ behavior: calm ? 'instant' : 'smooth', block: 'start' });
  form?.querySelector('input')?.focus({ preventScroll: true });
}
