// /dev/apply-as#firstName=Alex&…: the form filled in, in a browser that has no application.
import { experiences } from '#contract/experiences.ts';
import { endSession, type PrequalificationForm } from '#contract/prequalification.ts';
import { pathOf } from '#contract/screens.ts';
import { saveTypedAnswers } from '../screens/prequalification/draft.ts';

/** The form takes its answers from the history entry, like those typed before a reload. */
export async function fillInForm(hash: string): Promise<void> {
  const answers = Object.fromEntries(new URLSearchParams(hash.slice(1)));
  // Otherwise the same session would lead to the application that it has.
  const ended = await fetch(endSession.path, {
    method: endSession.method,
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  await ended.text();
  const { ssn, dob, ...others } = answers;
  saveTypedAnswers({ ...(others as Partial<PrequalificationForm>), agreeWithTermsOfUse: true }, Date.now());
  // These are never saved, so that applicants type them again. Here they are made up.
  const { typed } = history.state;
  const state = { ...history.state, typed: { ...typed, values: { ...typed.values, ssn, dob } } };
  history.replaceState(state, '', `${pathOf('landing')}?experience=${experiences[0]}`);
}
