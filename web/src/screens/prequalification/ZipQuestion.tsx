// Asks about an unknown ZIP code, one of another state, and one of another city. Fetched with the first whole ZIP code.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { limits } from '#contract/fields.ts';
import { askAboutZipCode } from '#contract/zip-code.ts';
import { Checkbox } from '../../forms/Controls.tsx';
import { useEnvironment } from '../../journey/environment.ts';
import { Button } from '../../ui/Button.tsx';
import { formText } from '../../wording/prequalification-form.ts';
import type { Form } from './FormSections.tsx';
import { stateName } from './form-schema.ts';

interface ZipQuestionProps {
  readonly form: Form;
  /** Called with the branch that would serve the home, once it is known, and with nothing when the answers change. */
  readonly onBranch: (branch: string | undefined) => void;
}

export default function ZipQuestion({ form, onBranch }: ZipQuestionProps) {
  const [state, zipCode] = [form.value('state'), form.value('zipCode')];
  return state && <Question key={state + zipCode} {...{ form, onBranch, state, zipCode }} />;
}

interface QuestionProps extends ZipQuestionProps {
  readonly state: string;
  readonly zipCode: string;
}

function Question({ form, onBranch, state, zipCode }: QuestionProps) {
  const { call } = useEnvironment();
  const [asked, setAsked] = useState<ResponseOf<typeof askAboutZipCode>>({});
  const { refused } = form;
  const city = form.value('city');
  const hasAsked = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refused press asks again, in case the first call failed.
  useEffect(() => {
    const stop = new AbortController();
    const body = { state, zipCode, city: city.slice(0, limits.city) };
    const ask = () =>
      call(askAboutZipCode, undefined, { body, signal: stop.signal })
        .then((answer) => {
          setAsked(answer);
          onBranch(answer.branch && formText.branchIs(answer.branch.name, answer.branch.manager));
        })
        .catch(() => {});
    // A city that is changed after the ZIP code is asked about once its typing pauses.
    const pause = setTimeout(ask, hasAsked.current ? 600 : 0);
    hasAsked.current = true;
    return () => {
      clearTimeout(pause);
      stop.abort();
    };
  }, [call, state, zipCode, city, refused]);
  const takeBack = useEffectEvent(() => {
    form.set('stateConfirmed', false);
    onBranch(undefined);
  });
  useEffect(() => () => takeBack(), []);

  const field = form.field('stateConfirmed');
  return asked.question ? (
    <>
      <p>{asked.question}</p>
      {asked.city !== undefined && (
        <Button
          kind="secondary"
          onClick={() => {
            form.set('city', asked.city ?? city);
            setAsked({});
            document.getElementById(form.field('city').id)?.focus();
          }}
        >
          {formText.changeCity(asked.city)}
        </Button>
      )}
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
