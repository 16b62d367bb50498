// What stands under the form: for everyone the conditions, for the longer variant also what the lender offers and how.
import { brand, servedStates } from '../../app/lender.ts';
import { Accordion } from '../../ui/Accordion.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { LineBreak } from '../../ui/drawings.tsx';
import { Path } from '../../ui/Path.tsx';
import { disclaimers, faq, landingWords } from '../../wording/prequalification.ts';
import styles from './Landing.module.css';

const words = landingWords.ppc;

export function LandingMore({ formId, whole }: { readonly formId: string; readonly whole: boolean }) {
  return (
    <div className={styles.more}>
      {whole && <Longer />}
      <section className={styles.disclaimers}>
        <h2>{words.disclaimerTitle}</h2>
        {disclaimers.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </section>
      {whole && (
        <div>
          <Button onClick={() => toForm(formId)}>{words.toForm}</Button>
        </div>
      )}
    </div>
  );
}

function Longer() {
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
        <Path steps={words.how.map(({ title, what }) => ({ title, text: what }))} />
      </section>
      <section className={styles.section}>
        <h2>{words.faqTitle}</h2>
        <Accordion items={faq.map(({ question, answer }) => ({ title: question, content: answer }))} />
      </section>
    </>
  );
}

function toForm(id: string): void {
  const form = document.getElementById(id);
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  form?.scrollIntoView({ behavior: calm ? 'instant' : 'smooth', block: 'start' });
  form?.querySelector('input')?.focus({ preventScroll: true });
}
