import { type ConsentName, consents } from '#contract/consents.ts';
import { Checkbox } from '../forms/Controls.tsx';
import type { FieldWiring } from '../forms/Field.tsx';
import { Card } from '../ui/Card.tsx';
import styles from './ConsentCard.module.css';
import { ConsentSentence } from './ConsentSentence.tsx';

interface ConsentCardProps {
  readonly title: string;
  /** "1 of 2". */
  readonly step?: string;
  readonly consent: ConsentName;
  readonly field: FieldWiring;
}

export function ConsentCard({ title, step, consent, field }: ConsentCardProps) {
  return (
    <Card
      title={
        <span className={styles.title}>
          {title} {step && <span className={styles.step}>{step}</span>}
        </span>
      }
    >
      <Checkbox field={field} label={<ConsentSentence consent={consents[consent]} />} />
    </Card>
  );
}
