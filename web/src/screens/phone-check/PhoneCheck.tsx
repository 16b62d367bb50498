import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Refusal } from '#contract/errors.ts';
import type { Journey } from '#contract/journey.ts';
import { getTextCode, phoneCheckForm, requestOtp, verifyOtp } from '#contract/phone-check.ts';
import { pathOf, type ScreenName } from '#contract/screens.ts';
import { ApiFailure, isRefusedAs } from '../../api/failures.ts';
import { Form, SubmitButton } from '../../forms/Form.tsx';
import { CodeField } from '../../forms/MaskedFields.tsx';
import type { Sent } from '../../forms/use-form-submission.ts';
import { type ScreenForm, useScreenForm } from '../../forms/use-screen-form.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { useRedirectToState } from '../../journey/use-redirect-to-state.ts';
import { focusScreen } from '../../lib/focus-on-navigation.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { pause } from '../../lib/timers.ts';
import { useBrowserValue } from '../../lib/use-browser-value.ts';
import { useBranchAnswers } from '../../shared/branches/use-branch-answers.ts';
import { PhoneSentence } from '../../shared/PhoneSentence.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { QuietRow } from '../../ui/Page.tsx';
import { phoneCheckText as words } from '../../wording/phone-check.ts';
import { type CodeSending, createCodeSending } from './code-sending.ts';

const StoppedDeviceCheck = lazyPart(() => import('../../shared/StoppedDeviceCheck.tsx'));

export default function PhoneCheck() {
  const now = useJourney();
  // The code to a new phone follows that to the phone on file.
  return <CodePage key={`${now?.phoneHint} ${now?.isReturning}`} now={now} />;
}

function CodePage({ now }: { readonly now: Journey | undefined }) {
  const { timers } = useEnvironment();
  const sending = useCodeSending(now?.links.requestOtp);
  const { code, resend, opensAt, trouble, notice } = useSyncExternalStore(
    sending.subscribe,
    sending.get,
    sending.get,
  );
  const form = useCodeForm(now?.links.verifyOtp, sending);
  const field = form.field('otp');

  const sendAgain = async (by: 'text' | 'call') => {
    const sent = sending.sendAgain(by);
    // Errors about the previous code no longer apply. The field that the press left is validated after the press.
    await pause(timers, 0);
    form.clearRefusals();
    if (await sent) document.getElementById(field.id)?.focus();
  };
  const resendButtons = (['text', 'call'] as const).map((by) => (
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
  ));
  const countdown = opensAt !== undefined && <Countdown until={opensAt} />;

  const hasForm = code !== 'failed';
  // The form gives way to why there is no code, and comes back.
  const hadForm = useRef(hasForm);
  useEffect(() => {
    if (hadForm.current === hasForm) return;
    hadForm.current = hasForm;
    focusScreen();
  }, [hasForm]);

  const reason = useReason();
  const correctHref = correctHrefOf(now);
  const hint = now?.phoneHint?.replaceAll(' ', '\u00a0').replaceAll('-', '\u2011');
  const page = { screen: 'phone-check', width: 'narrow', ownSteps: now?.isReturning } as const;
  // Without a code there is nothing to enter.
  if (!hasForm) {
    return (
      <ScreenPage {...page} heading={words.notSentHeading(hint)}>
        <Notice notice={trouble ? 'trouble' : notice} trouble={trouble} />
        {correctHref && <ButtonLink href={correctHref}>{words.correctNumber}</ButtonLink>}
        <QuietRow>
          {resendButtons}
          {countdown}
        </QuietRow>
      </ScreenPage>
    );
  }
  return (
    <ScreenPage
      {...page}
      heading={code === 'called' ? words.calledHeading : words.heading}
      lead={reason ? `${words.returning[reason]} ${words[code](hint)}` : words[code](hint)}
    >
      <Form form={form}>
        <Notice notice={notice} trouble={trouble} />
        <CodeField field={field} label={words.code} hint={words.codeHint} data-arrival />
        <SubmitButton form={form} words={words.submit} busyWords={words.submitting} />
        {now?.source === 'affiliate' && <StoppedDeviceCheck />}
      </Form>
      <QuietRow>
        {resendButtons}
        {correctHref && <a href={correctHref}>{words.wrongNumber}</a>}
        {countdown}
      </QuietRow>
      <p>{correctHref ? words.next : words.returning[reason === 'phone' ? 'newPhone' : 'next']}</p>
      {!correctHref && (
        <p>
          <PhoneSentence sentence={words.returning.otherPhone} />
        </p>
      )}
    </ScreenPage>
  );
}

/** Each changes the account that money goes to or comes from. */
const money: readonly (ScreenName | undefined)[] = [
  'deposit',
  'other-account',
  'fast-path-select-payment',
  'fast-path-deposit',
  'autopay',
];

/** What changes after the code: an account, or the phone. */
function useReason(): 'money' | 'phone' | undefined {
  const { memory } = useEnvironment();
  const reasonOf = (opening: ScreenName | undefined) =>
    opening === 'phone-check' ? 'phone' : money.includes(opening) ? 'money' : undefined;
  // The server, which renders the page too, has no memory of this tab.
  return useBrowserValue(() => reasonOf(memory.get('opening')), undefined);
}

/** Where the phone number is corrected. It identifies a returning applicant, who cannot correct it here. */
function correctHrefOf(now: Journey | undefined): string | undefined {
  if (now?.isReturning) return undefined;
  const isLead = now?.source === 'affiliate' || now?.stageMarker === 'loanRequest';
  return pathOf(isLead ? 'update-application-details' : 'landing');
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

/** The form that checks the code, and leads on once it is right. */
function useCodeForm(href: string | undefined, sending: Sending): ScreenForm<typeof phoneCheckForm> {
  const { call, timers } = useEnvironment();
  const leave = useLeave();

  /** The code is wrong or expired, so the field is cleared for the next one. */
  const refuse = async (errors: readonly Refusal[]): Promise<Sent> => {
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
        if (!success) return refuse(errors?.length ? errors : [{ message: words.verifyFailed }]);
        await leave(job?.href);
        return undefined;
      } catch (failure) {
        if (!(failure instanceof ApiFailure) || !isRefusedAs(failure, 'wrong-code', 'code-expired'))
          throw failure;
        return refuse(failure.errors ?? []);
      }
    },
  });
  return form;
}

/** Leaves the page after the right code: to wait for a job, to the screen that a link opens, or to the application. */
function useLeave() {
  const { journey, memory } = useEnvironment();
  const navigate = useNavigateTo();
  const redirect = useRedirectToState();
  return async (job: string | undefined) => {
    if (job) journey.merge({ links: { job } });
    const opening = memory.get('opening');
    memory.set('opening', undefined);
    if (job) navigate('loading', { replace: true });
    else if (opening && opening !== 'phone-check')
      navigate(opening, { replace: true, search: window.location.search });
    else await redirect.toCurrentScreen();
  };
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
