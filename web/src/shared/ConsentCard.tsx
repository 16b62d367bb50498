import * as z from 'zod/mini';
import { type ConsentName, consents } from '#contract/consents.ts';
import { agreement, agreementOf } from '#contract/fields.ts';
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

/** The schemas of a form with a step's consents, for the lender's own applicants and for a partner's. */
export function stepConsents<Own extends string>(own: Own) {
  const schema = (ofPartner: boolean) =>
    z.object({ [own]: agreement, acceptLegal: agreementOf(ofPartner) } as Record<Own, typeof agreement> & {
      acceptLegal: ReturnType<typeof agreementOf>;
    });
  return { own: schema(false), partners: schema(true) };
}

type StepConsent = Omit<ConsentCardProps, 'step'>;

interface StepConsentsProps {
  readonly own: StepConsent;
  /** Only a partner's applicant sees it. */
  readonly legal: StepConsent | undefined;
  /** "1 of 2", where there are two. */
  readonly step?: (now: number, all: number) => string;
}

/** The consents of a step: its own, and for a partner's applicant also the one that our form would have shown. */
export function StepConsents({ own, legal, step }: StepConsentsProps) {
  const shown = legal ? [own, legal] : [own];
  return shown.map((consent, index) => (
    <ConsentCard
      key={consent.consent}
      {...consent}
      {...(step && shown.length > 1 && { step: step(index + 1, shown.length) })}
    />
  ));
}
