// The landing page after its form. It never changes, so the browser loads no script (`ui/StaticPart.tsx`).
import { Fragment, type ReactNode } from 'react';
import type { Experience } from '#contract/experiences.ts';
import { Accordion } from '../../ui/Accordion.tsx';
import { StaticPart } from '../../ui/StaticPart.tsx';
import { StepList } from '../../ui/Timeline.tsx';
import { disclaimers, aboutLoansText as words } from '../../wording/about-loans.ts';
import { faq } from '../../wording/faq.ts';
import styles from './Landing.module.css';
import { landingPartIds } from './Landing.tsx';
import { LenderGuarantees } from './LenderGuarantees.tsx';

export function AboutLoans({ experience }: { readonly experience: Experience }) {
  return <StaticPart id={landingPartIds.After}>{experience === 'ppc' && <More />}</StaticPart>;
}

function More() {
  const parts: readonly [title: string, content: ReactNode][] = [
    [
      words.offerTitle,
      <div key="offers" className={styles.offers}>
        {words.offers.map(({ title, what }) => (
          <div key={title}>
            <h3>{title}</h3>
            <p>{what}</p>
          </div>
        ))}
        <div className={styles.onPhone}>
          <LenderGuarantees />
        </div>
      </div>,
    ],
    [
      words.exampleTitle,
      <Fragment key="example">
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
      </Fragment>,
    ],
    [
      words.howTitle,
      <StepList key="how" steps={words.how.map(({ title, what }) => ({ title, text: what }))} />,
    ],
    [
      words.faqTitle,
      <Accordion
        key="faq"
        items={faq.map(({ question, answer }) => ({ title: question, content: answer }))}
      />,
    ],
    [words.disclaimerTitle, disclaimers.map((sentence) => <p key={sentence}>{sentence}</p>)],
  ];
  return (
    <Accordion
      items={parts.map(([title, content], at) => ({ title: <h2>{title}</h2>, content, open: at < 2 }))}
    />
  );
}
