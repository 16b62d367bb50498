// Link's frame, at the vendor's own origin: takes a person through the steps and reports to the page around it.
import { consentStep, failureStep, oauthStep } from './login-steps.browser.ts';
import { element, exitButton, showPane, trapTab } from './page.browser.ts';
import {
  callVendor,
  emit,
  exit,
  handleError,
  handlerId,
  isCurrent,
  pageOrigin,
  postToPage,
  startSession,
  succeed,
} from './session.browser.ts';

async function open(linkToken: string, receivedRedirectUri: string | undefined): Promise<void> {
  const session = startSession(linkToken);
  showPane(receivedRedirectUri ? 'Finishing with your bank' : 'One moment', [
    element(
      'p',
      {},
      receivedRedirectUri ? 'You agreed at your bank. This takes a moment.' : 'Link is opening.',
    ),
  ]);
  try {
    const step = await callVendor(
      session,
      'start',
      receivedRedirectUri ? { received_redirect_uri: receivedRedirectUri } : {},
    );
    if (!isCurrent(session)) return;
    session.id = step.link_session_id;
    session.clientName = step.client_name;
    session.banks = step.institutions ?? [];
    session.bank = step.institution;
    session.bankPreset = step.institution !== null && step.step === 'consent';
    emit(session, 'OPEN');
    if (step.step === 'done') succeed(session, step);
    else if (step.step === 'denied' && session.bank) {
      emit(session, 'FAIL_OAUTH');
      oauthStep(session, session.bank, true);
    } else consentStep(session);
  } catch (error) {
    handleError(session, error, (linkError) =>
      failureStep(session, linkError, () => open(linkToken, receivedRedirectUri)),
    );
  }
}

exitButton.addEventListener('click', exit);

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    event.preventDefault();
    exit();
  } else if (event.key === 'Tab') trapTab(event);
});

window.addEventListener('message', (event) => {
  if (event.source !== window.parent || event.origin !== pageOrigin) return;
  if (event.data?.plaidLink !== handlerId) return;
  if (event.data.type === 'open') open(String(event.data.token), event.data.receivedRedirectUri);
  if (event.data.type === 'exit') exit();
});

postToPage({ type: 'ready' });
