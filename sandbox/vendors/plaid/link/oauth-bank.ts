// The pages of a bank that people log in to directly: Link sends them here, and the last form sends them back.
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { logIn } from '../../../people/bank-people.ts';
import { fields, text } from '../../../request-fields.ts';
import { allAccountKinds, createAccounts, describeAccount } from '../bank-data.ts';
import { loginError } from '../errors.ts';
import { type Bank, findBank } from '../institutions.ts';
import { allowedAccountKinds, type Plaid } from '../items.ts';
import { logoOf } from '../logos.ts';
import type { Records } from '../store.ts';
import { agreePage, endedPage, loginPage } from './pages.ts';

const styles = new URL('./oauth-bank.css', import.meta.url);

type Link = Records['link'];
type OAuth = Records['oauth'];

export function oauthBankRoutes(app: FastifyInstance, { store }: Plaid): void {
  const sendPage = (reply: FastifyReply, content: string, returnTo: string | null, status = 200) =>
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('Cache-Control', 'no-store')
      .header('Referrer-Policy', 'no-referrer')
      .header(
        'Content-Security-Policy',
        [
          "default-src 'none'",
          "style-src 'self'",
          'img-src data:',
          "base-uri 'none'",
          "frame-ancestors 'none'",
          // The answer to the last form redirects to the client, and browsers apply form-action to redirects.
          `form-action 'self'${returnTo ? ` ${new URL(returnTo).origin}` : ''}`,
        ].join('; '),
      )
      .send(content);

  type OpenLogin = { state: OAuth; link: Link; bank: Bank; returnTo: string };
  function findLogin(id: unknown): OpenLogin | undefined {
    const state = store.find('oauth', text(id));
    const link = state && store.find('link', state.linkToken);
    const bank = findBank(state?.institutionId ?? '');
    const open = state?.status === 'pending' || state?.status === 'logged-in';
    if (!open || !link?.redirectUri || !bank || link.used) return undefined;
    return { state, link, bank, returnTo: link.redirectUri };
  }
  const showEnded = (reply: FastifyReply) => sendPage(reply, endedPage(), null, 400);
  const redirectBack = (reply: FastifyReply, { state, returnTo }: OpenLogin) => {
    const address = new URL(returnTo);
    address.searchParams.set('oauth_state_id', state.id);
    return reply.redirect(address.href, 303);
  };
  const bankView = ({ bank, link, state }: OpenLogin) => ({
    bank: bank.name,
    logo: `data:image/png;base64,${logoOf(bank.id)}`,
    client: link.clientName,
    state: state.id,
  });

  app.get('/oauth/bank.css', async (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .send(readFileSync(styles, 'utf8')),
  );

  app.get('/oauth/login', async (request, reply) => {
    const found = findLogin(fields(request.query).state);
    return found ? sendPage(reply, loginPage(bankView(found)), found.returnTo) : showEnded(reply);
  });

  app.post('/oauth/login', async (request, reply) => {
    const { state: id, username, password } = fields(request.body);
    const found = findLogin(id);
    if (!found) return showEnded(reply);
    // An OAuth bank runs its own MFA, so the passwords that trigger MFA in Link log in here right away.
    const login = logIn(text(username), text(password));
    if (login.kind === 'error')
      return sendPage(
        reply,
        loginPage({
          ...bankView(found),
          username: text(username),
          error: loginError(login.code).display ?? '',
        }),
        found.returnTo,
      );
    const accounts = createAccounts(
      allowedAccountKinds(found.link.products, found.link.accountKinds ?? allAccountKinds),
    );
    store.save('oauth', found.state.id, {
      ...found.state,
      status: 'logged-in',
      username: login.person.username,
      accounts,
    });
    return sendPage(
      reply,
      agreePage({ ...bankView(found), accounts: accounts.map(describeAccount) }),
      found.returnTo,
    );
  });

  app.post('/oauth/agree', async (request, reply) => {
    const form = fields(request.body);
    const found = findLogin(form.state);
    if (found?.state.status !== 'logged-in') return showEnded(reply);
    // Each checkbox is named after its account's ID.
    const accounts = found.state.accounts.filter(({ id }) => text(form[id]) !== '');
    if (accounts.length === 0)
      return sendPage(
        reply,
        agreePage({
          ...bankView(found),
          accounts: found.state.accounts.map(describeAccount),
          error: 'Choose at least one account.',
        }),
        found.returnTo,
      );
    store.save('oauth', found.state.id, { ...found.state, status: 'agreed', accounts });
    return redirectBack(reply, found);
  });

  app.post('/oauth/cancel', async (request, reply) => {
    const found = findLogin(fields(request.body).state);
    if (!found) return showEnded(reply);
    store.save('oauth', found.state.id, { ...found.state, status: 'denied' });
    return redirectBack(reply, found);
  });
}
