import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import { consents } from '#contract/consents.ts';
import { getDocuments, sendDocuments } from '#contract/documents.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { pathOf, type ScreenName } from '#contract/screens.ts';
import { ApiFailure, isRefusedAs, isStepOver } from '../../api/failures.ts';
import { EmailField } from '../../forms/Controls.tsx';
import { FieldError, type FieldWiring } from '../../forms/Field.tsx';
import { Form, SubmitButton } from '../../forms/Form.tsx';
import { useScreenForm } from '../../forms/use-screen-form.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { EarlyAnswers } from '../../lib/EarlyAnswers.tsx';
import { lazyContent } from '../../lib/lazy-part.tsx';
import { pause } from '../../lib/timers.ts';
import { ConsentSentence } from '../../shared/ConsentSentence.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { WaitForRead } from '../../shared/WaitForRead.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { documentsText } from '../../wording/documents.ts';
import { ChangeAccount, MoneyGoesTo } from '../deposit/MoneyGoesTo.tsx';
import styles from './EsignConsent.module.css';
import { documentsForm, maritalAnswer, maritalDefaults } from './marital-form.ts';

const words = documentsText.confirm;
/** Few applicants get the question, so only they fetch it. */
const MaritalQuestion = lazyContent(() => import('./MaritalQuestion.tsx'));

/** The screens after and before, of which the first that is still open leads back. */
const around = {
  'confirm-email': ['thank-you', 'deposit'],
  'fast-path-confirm-email': ['fast-path-thank-you', 'fast-path-deposit'],
} as const;

export default function ConfirmEmail({ screen }: { readonly screen: keyof typeof around }) {
  const now = useJourney();
  const documents = useServerQuery(getDocuments, now?.links.documents);
  const [next, before] = around[screen];
  const back = [before, next].find((name) => now?.allowed.includes(name));
  return (
    <ScreenPage
      screen={screen}
      heading={words.heading}
      lead={words.lead}
      beside={
        <>
          {back && <a href={pathOf(back)}>{words.back}</a>}
          <ChangeAccount />
        </>
      }
    >
      {!documents.data && (
        <WaitForRead read={documents} loading={documentsText.loading} failed={words.notLoaded} />
      )}
      <MoneyGoesTo />
      {documents.data && (
        <Suspense fallback={<Waiting messages={[documentsText.loading]} />}>
          <EarlyAnswers>
            <EmailForm documents={documents.data} next={next} />
          </EarlyAnswers>
        </Suspense>
      )}
    </ScreenPage>
  );
}

interface EmailFormProps {
  readonly documents: ResponseOf<typeof getDocuments>;
  readonly next: ScreenName;
}

function EmailForm({ documents: { email, esign, marital }, next }: EmailFormProps) {
  const { call, timers } = useEnvironment();
  const navigate = useNavigateTo();
  const queries = useQueryClient();
  const href = useJourney()?.links.documents;
  const hasQuestion = marital !== undefined;
  const defaults = maritalDefaults(marital?.answer);
  const [maritalStatus, setMaritalStatus] = useState(defaults.maritalStatus);
  const [spouseElsewhere, setSpouseElsewhere] = useState<boolean | undefined>(defaults.spouseElsewhere);
  const schema = useMemo(
    () => documentsForm({ hasQuestion, maritalStatus, spouseElsewhere }),
    [hasQuestion, maritalStatus, spouseElsewhere],
  );
  const form = useScreenForm({
    schema,
    defaults: { email, ...(esign.isOpened && { esign: true as const }), ...defaults },
    onChange: (values) => {
      setMaritalStatus(values.maritalStatus);
      setSpouseElsewhere(values.spouseElsewhere);
    },
    send: async (values) => {
      try {
        const answer = maritalAnswer(hasQuestion, values);
        const body = { email: values.email, ...(answer && { marital: answer }) };
        const { status, errors } = await call(sendDocuments, href, { body });
        if (errors?.length) return { errors };
        // It usually goes out within seconds. The next page is then rendered once.
        const isWaiting = () =>
          call(getDocuments, href).then(
            ({ mailing }) => mailing === 'waiting',
            () => false,
          );
        for (let seconds = 0; seconds < 5 && (await isWaiting()); seconds += 1) await pause(timers, 1000);
        await queries.invalidateQueries({ queryKey: [getDocuments.path] });
        navigate(status === 'sent' ? next : 'error');
        return undefined;
      } catch (failure) {
        const canBeFixed = isRefusedAs(failure, 'invalid', 'too-many', 'try-again');
        if (canBeFixed || isStepOver(failure) || !(failure instanceof ApiFailure)) throw failure;
        navigate('error', { replace: true });
        return undefined;
      }
    },
  });
  return (
    <Form form={form}>
      <EsignConsent
        pdf={esign.pdf}
        field={form.field('esign')}
        isOpened={form.value('esign') === true}
        onOpen={() => form.set('esign', true)}
      />
      {hasQuestion && <MaritalQuestion form={form} />}
      <EmailField field={form.field('email')} label={words.email} hint={words.emailHint} />
      <SubmitButton form={form} words={words.button} busyWords={words.submitting} />
    </Form>
  );
}

interface EsignConsentProps {
  readonly pdf: string;
  readonly field: FieldWiring;
  readonly isOpened: boolean;
  readonly onOpen: () => void;
}

/** The applicant opens a document first, to show that the device can. */
function EsignConsent({ pdf, field, isOpened, onOpen }: EsignConsentProps) {
  const [isFramed, setIsFramed] = useState(false);
  const errorId = field.error ? `${field.id}-error` : undefined;
  return (
    <Card title={words.esignTitle}>
      <p>
        <ConsentSentence consent={consents.esign} />
      </p>
      <FieldError id={errorId}>{field.error}</FieldError>
      <div>
        <ButtonLink
          kind="secondary"
          id={field.id}
          href={pdf}
          target="_blank"
          rel="noopener"
          aria-describedby={errorId}
          onClick={(event) => {
            // Phones and tablets show a PDF's first page in a frame, or nothing.
            if (navigator.pdfViewerEnabled && matchMedia('(pointer: fine)').matches) {
              event.preventDefault();
              setIsFramed(true);
            }
            onOpen();
          }}
        >
          {words.esignOpen}
        </ButtonLink>
      </div>
      {isFramed && <iframe className={styles.pdf} src={pdf} title={words.esignFrame} />}
      <p role="status">{isOpened && words.esignOpened}</p>
    </Card>
  );
}
