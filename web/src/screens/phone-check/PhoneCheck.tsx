// The text code that shows the phone is the applicant's.
import { useState } from 'react';
import { phoneCheckForm, requestOtp, verifyOtp } from '#contract/phone-check.ts';
import { pathOf } from '#contract/screens.ts';
import { ApiFailure } from '../../api/failures.ts';
import { pause } from '../../api/timers.ts';
import { useEnvironment, useJourney } from '../../app/environment.tsx';
import { useGo } from '../../app/go.ts';
import { ScreenPage } from '../../app/ScreenPage.tsx';
import { useElsewhere } from '../../app/useElsewhere.ts';
import { CodeField } from '../../forms/controls.tsx';
import { Form, SubmitButton } from '../../forms/Form.tsx';
import { type Sent, useScreenForm } from '../../forms/useScreenForm.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Actions, Button } from '../../ui/Button.tsx';
import { phoneCheckWords as words } from '../../wording/phone-check.ts';

type Resend = 'ready' | 'sending' | 'sent' | 'failed';

export default function PhoneCheck() {
  const { call, journey, timers } = useEnvironment();
  const go = useGo();
  const elsewhere = useElsewhere();
  const now = useJourney();
  const [resend, setResend] = useState<Resend>('ready');

  /** The code is wrong or past its time: the field is emptied for the next one. */
  const refuse = async (errors: Exclude<Sent, undefined | 'again'>['errors']): Promise<Sent> => {
    form.set('otp', '');
    // Emptying the field checks it; the server's sentence comes after that.
    await pause(timers, 0);
    return { errors: errors.map((error) => ({ ...error, field: 'otp' })) };
  };

  const form = useScreenForm({
    schema: phoneCheckForm,
    defaults: { otp: '' },
    failure: words.verifyFailed,
    send: async ({ otp }) => {
      try {
        const answer = await call(verifyOtp, now?.links.verifyOtp, { body: { otp } });
        if (!answer.success) {
          return refuse(answer.errors?.length ? answer.errors : [{ message: words.verifyFailed }]);
        }
        if (answer.job) journey.learn({ job: answer.job.href });
        go('loading', { replace: true });
        return undefined;
      } catch (failure) {
        const wrong =
          failure instanceof ApiFailure && (failure.has('wrong-code') || failure.has('code-expired'));
        if (wrong) return refuse(failure.errors ?? []);
        if (await elsewhere.after(failure)) return undefined;
        throw failure;
      }
    },
  });

  const sendAgain = async () => {
    setResend('sending');
    form.setAlerts([]);
    try {
      const { success } = await call(requestOtp, now?.links.requestOtp, { body: {} });
      setResend(success ? 'sent' : 'failed');
    } catch {
      setResend('failed');
    }
  };

  return (
    <ScreenPage
      screen="phone-check"
      heading={words.heading}
      lead={words.lead(now?.phoneHint?.replaceAll(' ', '\u00a0').replaceAll('-', '\u2011'))}
      width="narrow"
    >
      <Form form={form}>
        {resend === 'sent' && (
          <Alert kind="success" live>
            {words.resent}
          </Alert>
        )}
        {resend === 'failed' && <Alert kind="error">{words.resendFailed}</Alert>}
        <CodeField field={form.field('otp')} label={words.code} hint={words.codeHint} />
        <Actions>
          <SubmitButton form={form} busyWords={words.submitting}>
            {words.submit}
          </SubmitButton>
          <Button
            kind="secondary"
            waiting={resend === 'failed'}
            busy={resend === 'sending'}
            busyWords={words.resending}
            onClick={() => {
              if (resend !== 'failed') void sendAgain();
            }}
          >
            {words.resend}
          </Button>
        </Actions>
        <p>{words.next}</p>
        <p>
          <a href={pathOf('landing')}>{words.wrongNumber}</a>
        </p>
      </Form>
    </ScreenPage>
  );
}
