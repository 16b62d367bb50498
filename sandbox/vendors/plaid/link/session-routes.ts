// Link's script and frame, and a person's steps through it, as the frame reports them. A step cannot be repeated once it has happened.
import type { FastifyInstance } from 'fastify';
import { elementsScript, serveBrowserScript, serveClassicScript } from '../../../browser.ts';
import { escapeHtml, sendPage } from '../../../pages.ts';
import { type Challenge, logIn } from '../../../people/bank-people.ts';
import { type Fields, fields, Refused, text } from '../../../requests.ts';
import { createAccounts, describeAccount } from '../bank-data.ts';
import { type Bank, banks, findBank } from '../institutions.ts';
import { createItem, type Plaid, publicTokenFor } from '../items.ts';
import type { BankAccount, Records } from '../store.ts';
import { invalidInput, loginError, missingFields, oauthError, requestId, strings } from '../wire.ts';

/** This many wrong logins invalidate a link token. */
export const maxBadLogins = 5;

type Link = Records['link'];
type Session = Records['session'];
type OAuth = Records['oauth'];

const summary = (bank: Bank) => ({
  institution_id: bank.id,
  name: bank.name,
  oauth: bank.oauth,
  logo: `data:image/png;base64,${bank.logo}`,
});

const mfaPrompt = (challenge: Challenge & { round: number }) => ({
  type: challenge.type,
  prompts: (challenge.rounds[challenge.round] ?? []).map(({ question, options }) => ({
    question,
    options: options ?? null,
  })),
  example: challenge.rounds[challenge.round]?.[0]?.answer ?? '',
});

const invalidLink = (message: string) => invalidInput('INVALID_LINK_TOKEN', message);
const now = ({ context }: Plaid) => context.clock().toISOString();

function findLink(plaid: Plaid, token: unknown): Link {
  const link = plaid.store.find('link', text(token));
  if (!link) throw invalidLink('invalid link_token provided');
  if (link.expiresAt <= now(plaid)) throw invalidLink('the provided link_token has expired');
  if (link.used) throw invalidLink('the provided link_token has already been used');
  if (link.badLogins >= maxBadLogins)
    throw invalidLink('the provided link_token was invalidated by too many failed logins');
  return link;
}

function readStep(plaid: Plaid, input: Fields): { link: Link; session: Session } {
  const link = findLink(plaid, input.link_token);
  const session = plaid.store.find('session', text(input.link_session_id));
  if (session?.linkToken !== link.token)
    throw invalidInput('INVALID_LINK_SESSION', 'could not find the link session');
  return { link, session };
}

function findAllowedBank(link: Link, id: unknown): Bank {
  const bank = findBank(text(id));
  if (!bank || (bank.oauth && !link.redirectUri))
    throw invalidInput('INVALID_INSTITUTION', 'invalid institution_id provided');
  return bank;
}

const repairedItem = ({ store }: Plaid, { itemId }: Link) =>
  itemId ? store.find('item', itemId) : undefined;

function completeLogin(plaid: Plaid, link: Link, session: Session, username: string): Fields {
  const repaired = repairedItem(plaid, link);
  const accounts = repaired?.accounts ?? createAccounts(link.accountKinds);
  if (accounts.length === 0) throw loginError('NO_ACCOUNTS');
  plaid.store.save('session', session.id, { ...session, username, accounts, challenge: null });
  return { step: repaired ? 'finish' : 'accounts', accounts: accounts.map(describeAccount) };
}

const countBadLogin = ({ store }: Plaid, link: Link) =>
  store.save('link', link.token, { ...link, badLogins: link.badLogins + 1 });

type Chosen = { username: string; institutionId: string; accounts: BankAccount[] };

function createOrRepairItem(plaid: Plaid, link: Link, chosen: Chosen): string {
  const repaired = repairedItem(plaid, link);
  if (repaired) {
    // Plaid sends LOGIN_REPAIRED only when the login was repaired elsewhere.
    plaid.store.save('item', repaired.id, { ...repaired, error: null });
    return publicTokenFor(plaid, repaired.id);
  }
  const { user, products, consented, webhook } = link;
  return createItem(plaid, { ...chosen, user, products, consented, webhook });
}

/** Uses up the link token, notifies the client, and returns the public token. */
function completeLink(plaid: Plaid, link: Link, session: Session, chosen: Chosen): Fields {
  const { institutionId, accounts } = chosen;
  const public_token = createOrRepairItem(plaid, link, chosen);
  plaid.store.save('link', link.token, { ...link, used: true });
  plaid.store.save('session', session.id, {
    ...session,
    institutionId,
    accounts,
    finishedAt: now(plaid),
    publicToken: public_token,
  });
  const base = { link_session_id: session.id, link_token: link.token, environment: 'sandbox', public_token };
  const finished = { webhook_code: 'SESSION_FINISHED', status: 'SUCCESS', public_tokens: [public_token] };
  for (const event of [{ webhook_code: 'ITEM_ADD_RESULT' }, finished])
    if (link.webhook)
      plaid.webhooks.send({ url: link.webhook, body: { webhook_type: 'LINK', ...event, ...base } });
  return {
    step: 'done',
    public_token,
    institution: { name: findBank(institutionId)?.name ?? '', institution_id: institutionId },
    accounts: accounts.map(describeAccount),
  };
}

function findReturnedState({ store }: Plaid, linkToken: string, receivedRedirectUri: string): OAuth {
  const id = URL.canParse(receivedRedirectUri)
    ? new URL(receivedRedirectUri).searchParams.get('oauth_state_id')
    : null;
  const state = id ? store.find('oauth', id) : undefined;
  if (!state) throw oauthError('OAUTH_STATE_ID_NOT_FOUND', 'the OAuth state id could not be found');
  if (state.linkToken !== linkToken)
    throw oauthError('INCORRECT_LINK_TOKEN', 'link token does not match original link token');
  if (state.status === 'processed')
    throw oauthError('OAUTH_STATE_ID_ALREADY_PROCESSED', 'the OAuth state id has already been processed');
  if (state.status !== 'agreed' && state.status !== 'denied')
    throw oauthError('OAUTH_STATE_ID_NOT_FOUND', 'the OAuth login was not completed');
  return state;
}

const linkInfo = (link: Link) => ({
  client_name: link.clientName,
  institutions: banks.filter(({ oauth }) => !oauth || link.redirectUri !== null).map(summary),
});

function resume(plaid: Plaid, link: Link, state: OAuth): Fields {
  const { store } = plaid;
  store.save('oauth', state.id, { ...state, status: 'processed' });
  const session = store.find('session', state.sessionId);
  if (!session) throw oauthError('OAUTH_STATE_ID_NOT_FOUND', 'the OAuth state id could not be found');
  const { username, institutionId, accounts } = state;
  const bank = findBank(institutionId);
  const info = { ...linkInfo(link), link_session_id: session.id, institution: bank ? summary(bank) : null };
  if (state.status === 'denied') return { ...info, step: 'denied' };
  return {
    ...info,
    ...completeLink(plaid, link, session, { username: username ?? '', institutionId, accounts }),
  };
}

function start(plaid: Plaid, input: Fields): Fields {
  const received = text(input.received_redirect_uri);
  // Check the state first: for a used state, its error is more specific than that of the used link token.
  const state = received ? findReturnedState(plaid, text(input.link_token), received) : undefined;
  const link = findLink(plaid, input.link_token);
  if (state) return resume(plaid, link, state);
  const session: Session = {
    id: crypto.randomUUID(),
    linkToken: link.token,
    institutionId: link.institutionId,
    username: null,
    challenge: null,
    accounts: null,
    startedAt: now(plaid),
    finishedAt: null,
    publicToken: null,
  };
  plaid.store.save('session', session.id, session);
  const chosen = link.institutionId ? findBank(link.institutionId) : undefined;
  return {
    ...linkInfo(link),
    step: 'consent',
    link_session_id: session.id,
    institution: chosen ? summary(chosen) : null,
  };
}

function credentials(plaid: Plaid, input: Fields): Fields {
  const { link, session } = readStep(plaid, input);
  const bank = findAllowedBank(link, input.institution_id);
  const login = logIn(text(input.username), text(input.password));
  const started: Session = { ...session, institutionId: bank.id, challenge: null };
  if (login.kind === 'error') {
    plaid.store.save('session', session.id, started);
    if (login.code === 'INVALID_CREDENTIALS') countBadLogin(plaid, link);
    throw loginError(login.code);
  }
  if (login.kind === 'in') return completeLogin(plaid, link, started, login.person.username);
  const challenge = { ...login.challenge, round: 0 };
  plaid.store.save('session', session.id, { ...started, username: login.person.username, challenge });
  return { step: 'mfa', mfa: mfaPrompt(challenge) };
}

function mfa(plaid: Plaid, input: Fields): Fields {
  const { link, session } = readStep(plaid, input);
  const { challenge, username } = session;
  if (!challenge || !username) throw loginError('INVALID_MFA');
  const prompts = challenge.rounds[challenge.round] ?? [];
  const answers = strings(input.answers).map((answer) => answer.trim().toLowerCase());
  if (prompts.some(({ answer }, position) => answers[position] !== answer.toLowerCase())) {
    countBadLogin(plaid, link);
    throw loginError('INVALID_MFA');
  }
  const next = { ...challenge, round: challenge.round + 1 };
  if (next.round >= challenge.rounds.length) return completeLogin(plaid, link, session, username);
  plaid.store.save('session', session.id, { ...session, challenge: next });
  return { step: 'mfa', mfa: mfaPrompt(next) };
}

function finish(plaid: Plaid, input: Fields): Fields {
  const { link, session } = readStep(plaid, input);
  const wanted = strings(input.account_ids);
  const accounts = (session.accounts ?? []).filter(({ id }) => wanted.includes(id));
  const { username, institutionId } = session;
  if (!username || !institutionId || accounts.length === 0) throw missingFields(['account_ids']);
  return completeLink(plaid, link, session, { username, institutionId, accounts });
}

function oauth(plaid: Plaid, input: Fields): Fields {
  const { link, session } = readStep(plaid, input);
  const { id: institutionId } = findAllowedBank(link, input.institution_id);
  const id = crypto.randomUUID();
  plaid.store.save('oauth', id, {
    id,
    linkToken: link.token,
    sessionId: session.id,
    institutionId,
    status: 'pending',
    username: null,
    accounts: [],
  });
  plaid.store.save('session', session.id, { ...session, institutionId });
  return { step: 'leave', url: `/plaid/oauth/login?state=${id}` };
}

/** The person leaves the hosted page without linking a bank. */
function exit(plaid: Plaid, input: Fields): Fields {
  const { link, session } = readStep(plaid, input);
  plaid.store.save('session', session.id, { ...session, finishedAt: now(plaid) });
  const base = { link_session_id: session.id, link_token: link.token, environment: 'sandbox' };
  const body = { webhook_type: 'LINK', webhook_code: 'SESSION_FINISHED', status: 'EXITED', ...base };
  if (link.webhook && link.hosted) plaid.webhooks.send({ url: link.webhook, body });
  return { step: 'exited' };
}

const steps = { start, credentials, mfa, finish, oauth, exit };

export function sessionRoutes(app: FastifyInstance, plaid: Plaid): void {
  for (const [name, step] of Object.entries(steps))
    app.post(`/link/session/${name}`, async (request) => {
      try {
        return { ...step(plaid, fields(request.body)), request_id: requestId() };
      } catch (error) {
        // Errors are sent with status 200: a browser logs any other status as an error on the page.
        if (error instanceof Refused) return error.body;
        throw error;
      }
    });
}

const file = (name: string) => new URL(`./${name}.browser.ts`, import.meta.url);
const body = `<section aria-label="Plaid">
<p class="buttons"><strong>Plaid</strong> <button type="button" id="exit">Exit</button></p>
<div id="pane"></div>
</section>`;
const stable = '/link/v2/stable';

export function frameRoutes(app: FastifyInstance, { store }: Plaid): void {
  serveClassicScript(app, `${stable}/link-initialize.js`, file('link-initialize'));
  serveBrowserScript(app, `${stable}/frame.browser.ts`, file('frame'));
  // Where the frame's import of it leads.
  serveBrowserScript(app, '/elements.browser.ts', elementsScript);
  app.get(`${stable}/link.html`, async (_request, reply) => {
    const script = `/plaid${stable}/frame.browser.ts`;
    return sendPage(reply, { title: 'Plaid Link', body, script }, { isFrame: true });
  });
  // The page that Plaid hosts: the same steps, without another site's page around them.
  serveBrowserScript(app, `${stable}/hosted.browser.ts`, file('hosted'));
  app.get('/hl/:id', async (request, reply) => {
    const { id } = request.params as { readonly id: string };
    const link = store.find('link', `link-sandbox-${id}`);
    if (!link?.hosted) return reply.callNotFound();
    const bodyAttributes = `data-token="${escapeHtml(link.token)}" data-completion="${escapeHtml(link.hosted.completion ?? '')}"`;
    const script = `/plaid${stable}/hosted.browser.ts`;
    return sendPage(reply, { title: 'Plaid Link', body, script, bodyAttributes });
  });
}
