// Verifies the applicant's phone with a text code.
import { useEffect, useState, useSyncExternalStore } from 'react';
import { getTextCode, phoneCheckForm, requestOtp, verifyOtp } from '#contract/phone-check.ts';
import { pathOf } from '#contract/screens.ts';
import { ApiFailure } from '../../api/failures.ts';
import { CodeField } from '../../forms/Controls.tsx';
import { Form, SubmitButton } from '../../forms/Form.tsx';
import type { Sent } from '../../forms/use-form-submission.ts';
import { useScreenForm } from '../../forms/use-screen-form.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { useRedirectToState } from '../../journey/use-redirect-to-state.ts';
import { pause } from '../../lib/timers.ts';
import { PhoneSentence } from '../../shared/PhoneSentence.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Actions, Button, ButtonLink } from '../../ui/Button.tsx';
import { phoneCheckText as words } from '../../wording/phone-check.ts';
import { type CodeSending, createCodeSending } from './code-sending.ts';

export default function PhoneCheck() {
  const { call, journey, memory, timers, onWake } = useEnvironment();
  const navigate = useNavigateTo();
  const redirect = useRedirectToState();
  const now = useJourney();
  const [sending] = useState(() => {
    const href = now?.links.requestOtp;
    return createCodeSending({
      readStatus: (signal) => call(getTextCode, href, { signal }),
      resend: async () => {
        try {
          return await call(requestOtp, href, { body: {} });
        } catch (failure) {
          if (await redirect.afterRefusal(failure)) return { success: true };
          throw failure;
        }
      },
      timers,
      onWake,
    });
  });
  const { code, resend, trouble, notice } = useSyncExternalStore(sending.subscribe, sending.get, sending.get);
  useEffect(() => {
    const stop = new AbortController();
    void sending.watch(stop.signal);
    return () => {
      stop.abort();
      sending.close();
    };
  }, [sending]);

  /** The code is wrong or expired, so the field is cleared for the next one. */
  const refuse = async (errors: Exclude<Sent, undefined | 'again'>['errors']): Promise<Sent> => {
    if (errors.some((error) => error.code === 'code-expired')) sending.codeExpired();
    form.set('otp', '');
    // Clearing the field validates it. The server's message is set after that.
    await pause(timers, 0);
    return { errors: errors.map((error) => ({ ...error, field: 'otp' })) };
  };

  const form = useScreenForm({
    schema: phoneCheckForm,
    defaults: { otp: '' },
    failure: words.verifyFailed,
    onRefused: sending.clearNotice,
    send: async ({ otp }) => {
      sending.clearNotice();
      try {
        const answer = await call(verifyOtp, now?.links.verifyOtp, { body: { otp } });
        if (!answer.success) {
          return refuse(answer.errors?.length ? answer.errors : [{ message: words.verifyFailed }]);
        }
        if (answer.job) journey.mergeLinks({ job: answer.job.href });
        const isOpening = memory.get('opening') === 'documents';
        memory.set('opening', undefined);
        if (answer.job) navigate('loading', { replace: true });
        else if (isOpening) navigate('docusign-resume', { replace: true });
        else await redirect.toCurrentScreen();
        return undefined;
      } catch (failure) {
        const wrong =
          failure instanceof ApiFailure && (failure.has('wrong-code') || failure.has('code-expired'));
        if (wrong) return refuse(failure.errors ?? []);
        if (await redirect.afterRefusal(failure)) return undefined;
        throw failure;
      }
    },
  });
  const field = form.field('otp');

  const sendAgain = async () => {
    // Errors about the previous code no longer apply.
    form.clearRefusals();
    if (await sending.sendAgain()) document.getElementById(field.id)?.focus();
  };

  // The phone number identifies a returning applicant, so it cannot be corrected here.
  const correctedAt =
    now?.source === 'affiliate' || now?.marker === 'loanRequest' ? 'update-application-details' : 'landing';
  const correctHref = now?.isReturning ? undefined : pathOf(correctedAt);

  const hint = now?.phoneHint?.replaceAll(' ', '\u00a0').replaceAll('-', '\u2011');
  const resendButton = (
    <Button
      kind="secondary"
      waiting={resend === 'closed'}
      busy={resend === 'busy'}
      busyWords={words.resending}
      onClick={() => void sendAgain()}
    >
      {words.resend}
    </Button>
  );
  if (code === 'failed' && trouble?.isNumber) {
    return (
      <ScreenPage
        screen="phone-check"
        heading={words.notSentHeading}
        lead={words.notSent(hint)}
        width="narrow"
        saysNext={now?.isReturning}
      >
        <Notice notice="trouble" trouble={trouble} />
        <Actions>
          {correctHref && <ButtonLink href={correctHref}>{words.correctNumber}</ButtonLink>}
          {resendButton}
        </Actions>
      </ScreenPage>
    );
  }
  const lead = { sending: words.sending, sent: words.lead, failed: words.notSent }[code];
  return (
    <ScreenPage
      screen="phone-check"
      heading={code === 'failed' ? words.notSentHeading : words.heading}
      lead={lead(hint)}
      width="narrow"
      saysNext={now?.isReturning}
    >
      <Form form={form}>
        <Notice notice={notice} trouble={trouble} />
        <CodeField field={field} label={words.code} hint={words.codeHint} />
        <Actions>
          <SubmitButton form={form} busyWords={words.submitting}>
            {words.submit}
          </SubmitButton>
          {resendButton}
        </Actions>
        <p>{correctHref ? words.next : words.returning.next}</p>
        <p>
          {correctHref ? (
            <a href={correctHref}>{words.wrongNumber}</a>
          ) : (
            <PhoneSentence sentence={words.returning.otherPhone} />
          )}
        </p>
      </Form>
    </ScreenPage>
  );
}

function Notice({ notice, trouble }: Pick<CodeSending, 'notice' | 'trouble'>) {
  if (notice === 'resent' || notice === 'open') {
    return (
      <Alert kind={notice === 'resent' ? 'success' : 'info'} live>
        {notice === 'resent' ? words.resent : words.resendOpen}
      </Alert>
    );
  }
  if (notice !== 'trouble') return null;
  return (
    <Alert kind="error">
      <p>{words.resendFailed}</p>
      {trouble?.reason && <p>{trouble.reason}</p>}
      <p>
        <PhoneSentence sentence={words.call} />
      </p>
    </Alert>
  );
}
