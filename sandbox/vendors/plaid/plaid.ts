// Plaid: bank link, accounts, owners, income and institutions, with Link in the browser.
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import type { Context, Vendor } from '../../context.ts';
import { escapeHtml, sendPage } from '../../pages.ts';
import { logIn } from '../../people/bank-people.ts';
import { fields, Refused, text } from '../../requests.ts';
import { apiRoutes } from './api/api.ts';
import { createAccounts, describeAccount } from './bank-data.ts';
import { type Bank, findBank } from './institutions.ts';
import { createWebhooks, type Plaid } from './items.ts';
import { frameRoutes, sessionRoutes } from './link/session-routes.ts';
import { type BankAccount, createStore, type Records } from './store.ts';
import { internalError, invalidRequest, loginError } from './wire.ts';

function routes(app: FastifyInstance, context: Context) {
  const store = createStore(context.db, (kind) => {
    if (kind === 'item' || kind === 'access') context.consoleEvents.publish('banks');
  });
  const plaid = { context, store, webhooks: createWebhooks(app, context) };

  app.setErrorHandler((error: FastifyError) => {
    if (error instanceof Refused) throw error;
    const isClients = (error.statusCode ?? 500) < 500;
    throw isClients ? invalidRequest('INVALID_BODY', 'body could not be parsed as JSON') : internalError();
  });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send(invalidRequest('NOT_FOUND', 'the requested endpoint does not exist').body),
  );

  apiRoutes(app, plaid);
  frameRoutes(app, plaid);
  sessionRoutes(app, plaid);
  oauthBankRoutes(app, plaid);
}

export const plaid: Vendor = { name: 'plaid', failure: internalError, routes };

// The pages of a bank that people log in to directly: Link sends them here, and the last form sends them back.

type Login = { state: Records['oauth']; link: Records['link']; bank: Bank; returnUrl: string };

/** A form of the bank's: its fields carry the login's state, and a second form cancels it. */
function bankPage(reply: FastifyReply, login: Login, title: string, action: string, content: string) {
  const { bank, link, state, returnUrl } = login;
  const stateField = `<input type="hidden" name="state" value="${escapeHtml(state.id)}">`;
  const body = `<header><strong>${escapeHtml(bank.name)}</strong></header>
<main><h1>${escapeHtml(title)}</h1>
<form method="post" action="/plaid/oauth/${action}">${stateField}${content}</form>
<form method="post" action="/plaid/oauth/cancel">${stateField}<button>Cancel and return to ${escapeHtml(link.clientName)}</button></form>
</main>`;
  return sendPage(reply, { title: `${title} – ${bank.name}`, body }, { returnUrl });
}

const alert = (message: string) =>
  message ? `<p class="error" role="alert">${escapeHtml(message)}</p>` : '';

const sendLoginPage = (reply: FastifyReply, login: Login, username = '', message = '') =>
  bankPage(
    reply,
    login,
    'Log in',
    'login',
    `${alert(message)}
<p>You are on your bank’s own page. ${escapeHtml(login.link.clientName)} does not see your password.</p>
<label>Username<input name="username" value="${escapeHtml(username)}" autocomplete="username" required></label>
<label>Password<input name="password" type="password" autocomplete="current-password" required></label>
<p>Sandbox: user_good with pass_good</p>
<p><button>Continue</button></p>`,
  );

function sendConsentPage(reply: FastifyReply, login: Login, accounts: readonly BankAccount[], message = '') {
  const client = login.link.clientName;
  const boxes = accounts
    .map(describeAccount)
    .map(
      ({ id, name, mask }) =>
        `<label class="choice"><input type="checkbox" name="${escapeHtml(id)}" checked> ${name} ••${mask}</label>`,
    );
  return bankPage(
    reply,
    login,
    `Share with ${client}`,
    'agree',
    `${alert(message)}
<p>${escapeHtml(client)} requests, through Plaid, your name and address, your account and routing numbers, and your transactions.</p>
<fieldset><legend>Accounts to share</legend>${boxes.join('')}</fieldset>
<p><button>Agree</button></p>`,
  );
}

const endedPage = {
  title: 'This login has ended',
  body: `<main><h1>This login has ended</h1>
<p>You already finished it, or it expired. Go back to the page that sent you here and start again.</p></main>`,
};

function oauthBankRoutes(app: FastifyInstance, { store }: Plaid): void {
  const sendEnded = (reply: FastifyReply) => sendPage(reply, endedPage, { status: 400 });
  const redirectBack = (reply: FastifyReply, { state, returnUrl }: Login) => {
    const url = new URL(returnUrl);
    url.searchParams.set('oauth_state_id', state.id);
    return reply.redirect(url.href, 303);
  };
  function findLogin(stateId: unknown): Login | undefined {
    const state = store.find('oauth', text(stateId));
    const link = state && store.find('link', state.linkToken);
    const bank = findBank(state?.institutionId ?? '');
    const isOpen = state?.status === 'pending' || state?.status === 'logged-in';
    if (!isOpen || !link?.redirectUri || !bank || link.used) return undefined;
    return { state, link, bank, returnUrl: link.redirectUri };
  }

  app.get('/oauth/login', async (request, reply) => {
    const login = findLogin(fields(request.query).state);
    return login ? sendLoginPage(reply, login) : sendEnded(reply);
  });

  app.post('/oauth/login', async (request, reply) => {
    const { state, username, password } = fields(request.body);
    const login = findLogin(state);
    if (!login) return sendEnded(reply);
    // An OAuth bank runs its own MFA, so the passwords that trigger MFA in Link log in here right away.
    const result = logIn(text(username), text(password));
    if (result.kind === 'error')
      return sendLoginPage(reply, login, text(username), loginError(result.code).body.display_message ?? '');
    const accounts = createAccounts(login.link.accountKinds);
    const loggedIn = { status: 'logged-in', username: result.person.username, accounts } as const;
    store.save('oauth', login.state.id, { ...login.state, ...loggedIn });
    return sendConsentPage(reply, login, accounts);
  });

  app.post('/oauth/agree', async (request, reply) => {
    const form = fields(request.body);
    const login = findLogin(form.state);
    if (login?.state.status !== 'logged-in') return sendEnded(reply);
    // Each checkbox is named after its account's ID.
    const accounts = login.state.accounts.filter(({ id }) => text(form[id]) !== '');
    if (accounts.length === 0)
      return sendConsentPage(reply, login, login.state.accounts, 'Choose at least one account.');
    store.save('oauth', login.state.id, { ...login.state, status: 'agreed', accounts });
    return redirectBack(reply, login);
  });

  app.post('/oauth/cancel', async (request, reply) => {
    const login = findLogin(fields(request.body).state);
    if (!login) return sendEnded(reply);
    store.save('oauth', login.state.id, { ...login.state, status: 'denied' });
    return redirectBack(reply, login);
  });
}
