// Asks about an unknown ZIP code or one of another state. Fetched with the first whole ZIP code.
import { useEffect, useEffectEvent, useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { askAboutZipCode } from '#contract/zip-code.ts';
import { Checkbox } from '../../forms/Controls.tsx';
import { useEnvironment } from '../../journey/environment.ts';
import { formText } from '../../wording/prequalification-form.ts';
import type { Form } from './FormSections.tsx';
import { stateName } from './form-schema.ts';

export default function ZipQuestion({ form }: { readonly form: Form }) {
  const [state, zipCode] = [form.value('state'), form.value('zipCode')];
  return state && <Question key={state + zipCode} {...{ form, state, zipCode }} />;
}

interface QuestionProps {
  readonly form: Form;
  readonly state: string;
  readonly zipCode: string;
}

function Question({ form, state, zipCode }: QuestionProps) {
  const { call } = useEnvironment();
  const [asked, setAsked] = useState<ResponseOf<typeof askAboutZipCode>>({});
  const { refused } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refused press asks again, in case the first call failed.
  useEffect(() => {
    const stop = new AbortController();
    call(askAboutZipCode, undefined, { body: { state, zipCode }, signal: stop.signal })
      .then(setAsked)
      .catch(() => {});
    return () => stop.abort();
  }, [call, state, zipCode, refused]);
  const takeBack = useEffectEvent(() => form.set('stateConfirmed', false));
  useEffect(() => () => takeBack(), []);

  const field = form.field('stateConfirmed');
  return asked.question ? (
    <>
      <p>{asked.question}</p>
      {asked.mustConfirm && (
        <Checkbox
          field={{
            ...field,
            onInput: (event) => {
              field.onInput(event);
              form.clearError('zipCode');
            },
          }}
          label={formText.stateConfirmed(stateName(state))}
        />
      )}
    </>
  ) : null;
}
