// Where the loan documents are mailed, on both ways to them.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { consents } from '#contract/consents.ts';
import { documentEmailForm, getDocuments, sendDocuments } from '#contract/documents.ts';
import { limits } from '#contract/fields.ts';
import { pathOf, type ScreenName } from '#contract/screens.ts';
import { ApiFailure } from '../../api/failures.ts';
import { useEnvironment, useJourney } from '../../app/environment.tsx';
import { useGo } from '../../app/go.ts';
import { useServer } from '../../app/queries.ts';
import { ScreenPage } from '../../app/ScreenPage.tsx';
import { useElsewhere } from '../../app/useElsewhere.ts';
import { TextField } from '../../forms/controls.tsx';
import { Form, SubmitButton } from '../../forms/Form.tsx';
import { useScreenForm } from '../../forms/useScreenForm.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Stack } from '../../ui/Page.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { documentsWords } from '../../wording/documents.ts';

const words = documentsWords.confirm;

interface ConfirmEmailProps {
  readonly screen: Extract<ScreenName, 'confirm-email' | 'fast-path-confirm-email'>;
  readonly next: ScreenName;
  /** Where Go back leads: the first of these that is still open. */
  readonly back: readonly ScreenName[];
}

export function ConfirmEmail({ screen, next, back }: ConfirmEmailProps) {
  const now = useJourney();
  const documents = useServer(getDocuments, now?.links.documents);
  const before = back.find((name) => now?.allowed.includes(name));
  return (
    <ScreenPage screen={screen} heading={words.heading} lead={words.lead}>
      {documents.isPending ? (
        <Waiting messages={[documentsWords.loading]} />
      ) : (
        // An address that could not be read is typed instead.
        <EmailForm email={documents.data?.email ?? ''} esign={documents.data?.esign} next={next} />
      )}
      {before && (
        <p>
          <a href={pathOf(before)}>{words.back}</a>
        </p>
      )}
    </ScreenPage>
  );
}

interface EmailFormProps {
  readonly email: string;
  readonly esign: { readonly pdf: string; readonly isOpened: boolean } | undefined;
  readonly next: ScreenName;
}

function EmailForm({ email, esign, next }: EmailFormProps) {
  const [isOpened, setOpened] = useState(esign?.isOpened ?? false);
  const { call } = useEnvironment();
  const go = useGo();
  const elsewhere = useElsewhere();
  const queries = useQueryClient();
  const href = useJourney()?.links.documents;
  const form = useScreenForm({
    schema,
    defaults: { email },
    send: async (values) => {
      try {
        const { status, errors } = await call(sendDocuments, href, { body: values });
        if (errors?.length) return { errors };
        await queries.invalidateQueries({ queryKey: [getDocuments.path] });
        go(status === 'sent' ? next : 'error');
        return undefined;
      } catch (failure) {
        if (await elsewhere.after(failure)) return undefined;
        if (!(failure instanceof ApiFailure)) throw failure;
        const canBeMended = failure.has('invalid') || failure.has('too-many') || failure.has('try-again');
        if (canBeMended) throw failure;
        go('error', { replace: true });
        return undefined;
      }
    },
  });
  return (
    <Form form={form}>
      {esign && (
        <Stack tight>
          <p>{consents.esign.statement}</p>
          <p>
            <a href={esign.pdf} target="_blank" rel="noopener" onClick={() => setOpened(true)}>
              {words.esignOpen}
            </a>
          </p>
          {isOpened ? <Alert kind="success">{words.esignOpened}</Alert> : null}
        </Stack>
      )}
      <TextField
        field={form.field('email')}
        label={words.email}
        hint={words.emailHint}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.email + 1}
      />
      <SubmitButton form={form} busyWords={words.submitting}>
        {words.button}
      </SubmitButton>
      <p>{words.next}</p>
    </Form>
  );
}

const schema = z.object(documentEmailForm.shape);
