// The text code: its field, how it is sent again, and why there is none. On its own page, or over the page of a change.
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import type { Refusal } from '#contract/errors.ts';
import type { Journey } from '#contract/journey.ts';
import { getTextCode, phoneCheckForm, requestOtp, verifyOtp } from '#contract/phone-check.ts';
import { ApiFailure, isRefusedAs } from '../api/failures.ts';
import { Form, SubmitButton } from '../forms/Form.tsx';
import { CodeField } from '../forms/MaskedFields.tsx';
import type { Sent } from '../forms/use-form-submission.ts';
import { type ScreenForm, useScreenForm } from '../forms/use-screen-form.ts';
import { useEnvironment } from '../journey/environment.ts';
import { useRedirectToState } from '../journey/use-redirect-to-state.ts';
import { pause } from '../lib/timers.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { QuietRow } from '../ui/Page.tsx';
import { phoneCheckText as words } from '../wording/phone-check.ts';
import { useBranchAnswers } from './branches/use-branch-answers.ts';
import { type CodeSending, createCodeSending } from './code-sending.ts';
import { PhoneSentence } from './PhoneSentence.tsx';

/** `accepted` gets the job that the code started, if it did. */
export function useCodeEntry(
  now: Pick<Journey, 'links' | 'phoneHint'> | undefined,
  accepted: (job: string | undefined) => Promise<void> | void,
  /** Another code was sent, perhaps to a phone that the branch has recorded meanwhile. */
  resent: () => void = () => {},
) {
  const sending = useCodeSending(now?.links.requestOtp);
  const state = useSyncExternalStore(sending.subscribe, sending.get, sending.get);
  const form = useCodeForm(now?.links.verifyOtp, sending, accepted);
  const hint = now?.phoneHint?.replaceAll(' ', '\u00a0').replaceAll('-', '\u2011');
  const { code, trouble } = state;
  return {
    ...state,
    sending,
    form,
    resent,
    /** Without a code there is nothing to enter. */
    hasForm: code !== 'failed',
    heading:
      code === 'failed' ? words.notSentHeading(hint) : words[code === 'called' ? 'calledHeading' : 'heading'],
    lead: code === 'failed' ? undefined : words[code](hint),
    notice: code === 'failed' && trouble ? ('trouble' as const) : state.notice,
  };
}

interface CodeEntryProps {
  readonly entry: ReturnType<typeof useCodeEntry>;
  /** After the button. */
  readonly children?: ReactNode;
  /** Beside the buttons that send another code, or before them where there is no code. */
  readonly link?: ReactNode;
}

export function CodeEntry({ entry, children, link }: CodeEntryProps) {
  const { timers } = useEnvironment();
  const { sending, form, hasForm, resend, opensAt, trouble, notice } = entry;
  const field = form.field('otp');
  const sendAgain = async (by: 'text' | 'call') => {
    const sent = sending.sendAgain(by);
    // Errors about the previous code no longer apply. The field that the press left is validated after the press.
    await pause(timers, 0);
    form.clearRefusals();
    if (!(await sent)) return;
    document.getElementById(field.id)?.focus();
    entry.resent();
  };
  const shown = <Notice notice={notice} trouble={trouble} />;
  return (
    <>
      {hasForm ? (
        <Form form={form}>
          {shown}
          <CodeField field={field} label={words.code} hint={words.codeHint} data-arrival />
          <SubmitButton form={form} words={words.submit} busyWords={words.submitting} />
          {children}
        </Form>
      ) : (
        <>
          {shown}
          {link}
        </>
      )}
      <QuietRow>
        {(['text', 'call'] as const).map((by) => (
          <Button
            key={by}
            kind="link"
            waiting={resend === 'closed' && !(by === 'call' && trouble?.isNumber)}
            busy={resend === by}
            busyWords={words.resending[by]}
            onClick={() => void sendAgain(by)}
          >
            {words.resend[by]}
          </Button>
        ))}
        {hasForm && link}
        {opensAt !== undefined && <Countdown until={opensAt} />}
      </QuietRow>
    </>
  );
}

type Sending = ReturnType<typeof createCodeSending>;

/** The state of the text code, while this page is shown. */
function useCodeSending(href: string | undefined): Sending {
  const { call, timers, onWake } = useEnvironment();
  const redirect = useRedirectToState();
  const [sending] = useState(() =>
    createCodeSending({
      readStatus: (signal) => call(getTextCode, href, { signal }),
      resend: async (by) => {
        try {
          return await call(requestOtp, href, { body: { by } });
        } catch (failure) {
          if (await redirect.afterRefusal(failure)) return { success: true };
          throw failure;
        }
      },
      timers,
      onWake,
    }),
  );
  useEffect(() => {
    const stop = new AbortController();
    void sending.watch(stop.signal);
    return () => {
      stop.abort();
      sending.close();
    };
  }, [sending]);
  return sending;
}

/** The form that checks the code. */
function useCodeForm(
  href: string | undefined,
  sending: Sending,
  accepted: Parameters<typeof useCodeEntry>[1],
): ScreenForm<typeof phoneCheckForm> {
  const { call, timers } = useEnvironment();

  /** The code is wrong or expired, so the field is cleared for the next one. */
  const refuse = async (errors: readonly Refusal[], sent: string): Promise<Sent> => {
    const { otp = '' } = form.values();
    // Another code that was typed meanwhile stays, and is checked next.
    if (otp !== sent) {
      void pause(timers, 0).then(() => otp.length === 6 && form.submit());
      return 'again';
    }
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
    onChange: ({ otp }) => {
      if (otp?.length === 6) form.submit();
    },
    send: async ({ otp }) => {
      sending.clearNotice();
      try {
        const { success, errors, job } = await call(verifyOtp, href, { body: { otp } });
        if (!success) return refuse(errors?.length ? errors : [{ message: words.verifyFailed }], otp);
        await accepted(job?.href);
        return undefined;
      } catch (failure) {
        if (!(failure instanceof ApiFailure) || !isRefusedAs(failure, 'wrong-code', 'code-expired'))
          throw failure;
        return refuse(failure.errors ?? [], otp);
      }
    },
  });
  return form;
}

/** Not announced, since each second would be. */
function Countdown({ until }: { readonly until: number }) {
  const { timers } = useEnvironment();
  const [left, setLeft] = useState(() => until - timers.now());
  useEffect(
    () => timers.after(left % 1000 || 1000, () => setLeft(until - timers.now())),
    [timers, until, left],
  );
  return <p role="timer">{words.againIn(Math.max(1, Math.ceil(left / 1000)))}</p>;
}

/** A returning applicant's phone is changed by the branch. */
export const OtherPhone = () => (
  <p>
    <PhoneSentence sentence={words.returning.otherPhone} />
  </p>
);

/** Requests the branch only where its phone is shown. */
function CallSentence() {
  return <PhoneSentence sentence={words.call} phone={useBranchAnswers().phone} />;
}

function Notice({ notice, trouble }: Pick<CodeSending, 'notice' | 'trouble'>) {
  if (!notice) return null;
  if (notice !== 'trouble') {
    return (
      <Alert kind={notice === 'open' ? 'info' : 'success'} live>
        {words.notice[notice]}
      </Alert>
    );
  }
  return (
    <Alert kind="error">
      <p>{words.resendFailed}</p>
      {trouble?.reason && <p>{trouble.reason}</p>}
      <p>
        <CallSentence />
      </p>
    </Alert>
  );
}
