// A person's steps through Link, as its frame reports them. A step cannot be repeated once it has happened.
import type { FastifyInstance } from 'fastify';
import { type Challenge, logIn } from '../../../people/bank-people.ts';
import { type Fields, fields, text } from '../../../request-fields.ts';
import { uuid } from '../../../state/identifiers.ts';
import { allAccountKinds, createAccounts, describeAccount } from '../bank-data.ts';
import { invalidInput, loginError, missingFields, oauthError, PlaidApiError } from '../errors.ts';
import { type Bank, banks, findBank } from '../institutions.ts';
import { allowedAccountKinds, createItem, type Plaid, publicTokenFor } from '../items.ts';
import { logoOf } from '../logos.ts';
import { requestId, strings } from '../shapes.ts';
import type { BankAccount, Records } from '../store.ts';

/** This many wrong logins invalidate a link token. */
export const maxBadLogins = 5;

type Link = Records['link'];
type Session = Records['session'];
type OAuth = Records['oauth'];

const summary = (bank: Bank) => ({
  institution_id: bank.id,
  name: bank.name,
  oauth: bank.oauth,
  logo: `data:image/png;base64,${logoOf(bank.id)}`,
});

const mfaPrompt = (challenge: Challenge & { round: number }) => ({
  type: challenge.type,
  prompts: (challenge.rounds[challenge.round] ?? []).map(({ question, options }) => ({
    question,
    options: options ?? null,
  })),
  example: challenge.rounds[challenge.round]?.[0]?.answer ?? '',
});

export function sessionRoutes(app: FastifyInstance, plaid: Plaid): void {
  const { context, store, webhooks } = plaid;
  const { clock } = context;
  const now = () => clock().toISOString();

  const invalidLink = (message: string) => invalidInput('INVALID_LINK_TOKEN', message);

  function findLink(token: unknown): Link {
    const link = store.find('link', text(token));
    if (!link) throw invalidLink('invalid link_token provided');
    if (link.expiresAt <= now()) throw invalidLink('the provided link_token has expired');
    if (link.used) throw invalidLink('the provided link_token has already been used');
    if (link.badLogins >= maxBadLogins)
      throw invalidLink('the provided link_token was invalidated by too many failed logins');
    return link;
  }

  function readStep(body: unknown): { link: Link; session: Session; given: Fields } {
    const given = fields(body);
    const link = findLink(given.link_token);
    const session = store.find('session', text(given.link_session_id));
    if (session?.linkToken !== link.token)
      throw invalidInput('INVALID_LINK_SESSION', 'could not find the link session');
    return { link, session, given };
  }

  const findAllowedBank = (link: Link, id: unknown): Bank => {
    const bank = findBank(text(id));
    if (!bank || (bank.oauth && !link.redirectUri))
      throw invalidInput('INVALID_INSTITUTION', 'invalid institution_id provided');
    return bank;
  };

  const allowedKinds = (link: Link) =>
    allowedAccountKinds(link.products, link.accountKinds ?? allAccountKinds);

  /** The step after a successful login: choosing accounts, or finishing in update mode. */
  function completeLogin(link: Link, session: Session, username: string): Fields {
    const repaired = link.itemId ? store.find('item', link.itemId) : undefined;
    const accounts = repaired?.accounts ?? createAccounts(allowedKinds(link));
    if (accounts.length === 0) throw loginError('NO_ACCOUNTS');
    store.save('session', session.id, { ...session, username, accounts, challenge: null });
    return {
      step: repaired ? 'finish' : 'accounts',
      accounts: accounts.map(describeAccount),
    };
  }

  function countBadLogin(link: Link): void {
    store.save('link', link.token, { ...link, badLogins: link.badLogins + 1 });
  }

  const sendSessionFinished = (link: Link, session: Session, status: string, publicTokens: string[]) => {
    if (!link.webhook) return;
    webhooks.send(link.webhook, {
      webhook_type: 'LINK',
      webhook_code: 'SESSION_FINISHED',
      status,
      link_session_id: session.id,
      link_token: link.token,
      ...(publicTokens[0] ? { public_token: publicTokens[0] } : {}),
      public_tokens: publicTokens,
      environment: 'sandbox',
    });
  };

  /** Uses up the link token, creates or repairs the item and returns the public token. */
  function completeLink(
    link: Link,
    session: Session,
    {
      username,
      institutionId,
      accounts,
    }: { username: string; institutionId: string; accounts: BankAccount[] },
  ): Fields {
    const repaired = link.itemId ? store.find('item', link.itemId) : undefined;
    let publicToken: string;
    if (repaired) {
      // Plaid sends LOGIN_REPAIRED only when the login was repaired elsewhere.
      store.save('item', repaired.id, { ...repaired, error: null });
      publicToken = publicTokenFor(plaid, repaired.id);
    } else
      publicToken = createItem(plaid, {
        institutionId,
        username,
        user: link.user,
        userId: link.userId,
        accounts,
        products: link.products,
        consented: link.consented,
        webhook: link.webhook,
        incomeDays: link.incomeDays,
      }).publicToken;
    store.save('link', link.token, { ...link, used: true });
    store.save('session', session.id, {
      ...session,
      institutionId,
      username,
      finishedAt: now(),
      success: { publicToken, accounts },
    });
    if (link.webhook)
      webhooks.send(link.webhook, {
        webhook_type: 'LINK',
        webhook_code: 'ITEM_ADD_RESULT',
        link_session_id: session.id,
        link_token: link.token,
        public_token: publicToken,
        environment: 'sandbox',
      });
    sendSessionFinished(link, session, 'SUCCESS', [publicToken]);
    return {
      step: 'done',
      public_token: publicToken,
      institution: { name: findBank(institutionId)?.name ?? '', institution_id: institutionId },
      accounts: accounts.map((account) => ({
        ...describeAccount(account),
        verification_status: null,
        class_type: null,
      })),
    };
  }

  /** The state in the URL that an OAuth bank redirected the person to. */
  function findReturnedState(link: string, receivedRedirectUri: string): OAuth {
    const id = URL.canParse(receivedRedirectUri)
      ? new URL(receivedRedirectUri).searchParams.get('oauth_state_id')
      : null;
    const state = id ? store.find('oauth', id) : undefined;
    if (!state) throw oauthError('OAUTH_STATE_ID_NOT_FOUND', 'the OAuth state id could not be found');
    if (state.linkToken !== link)
      throw oauthError('INCORRECT_LINK_TOKEN', 'link token does not match original link token');
    if (state.status === 'processed')
      throw oauthError('OAUTH_STATE_ID_ALREADY_PROCESSED', 'the OAuth state id has already been processed');
    if (state.status !== 'agreed' && state.status !== 'denied')
      throw oauthError('OAUTH_STATE_ID_NOT_FOUND', 'the OAuth login was not completed');
    return state;
  }

  // Errors are sent with status 200: a browser logs any other status as an error on the page.
  const sessionRoute = (path: string, answer: (body: unknown) => Fields) =>
    app.post(`/link/session/${path}`, async (request) => {
      try {
        return { ...answer(request.body), request_id: requestId() };
      } catch (error) {
        if (error instanceof PlaidApiError) return error.body();
        throw error;
      }
    });

  sessionRoute('start', (body) => {
    const given = fields(body);
    const received = text(given.received_redirect_uri);
    // Check the state first: for a used state, its error says more than that of the used link token.
    const state = received ? findReturnedState(text(given.link_token), received) : undefined;
    const link = findLink(given.link_token);
    const linkInfo = {
      client_name: link.clientName,
      institutions: banks.filter(({ oauth }) => !oauth || link.redirectUri !== null).map(summary),
    };
    if (state) {
      store.save('oauth', state.id, { ...state, status: 'processed' });
      const session = store.find('session', state.sessionId);
      if (!session) throw oauthError('OAUTH_STATE_ID_NOT_FOUND', 'the OAuth state id could not be found');
      const bank = findBank(state.institutionId);
      const sessionInfo = {
        ...linkInfo,
        link_session_id: session.id,
        institution: bank ? summary(bank) : null,
      };
      if (state.status === 'denied') return { ...sessionInfo, step: 'denied' };
      const { username, institutionId, accounts } = state;
      return {
        ...sessionInfo,
        ...completeLink(link, session, { username: username ?? '', institutionId, accounts }),
      };
    }
    const session: Session = {
      id: uuid(),
      linkToken: link.token,
      startedAt: now(),
      finishedAt: null,
      institutionId: link.institutionId,
      username: null,
      challenge: null,
      accounts: null,
      success: null,
      exit: null,
    };
    store.save('session', session.id, session);
    const chosen = link.institutionId ? findBank(link.institutionId) : undefined;
    return {
      ...linkInfo,
      step: 'consent',
      link_session_id: session.id,
      institution: chosen ? summary(chosen) : null,
    };
  });

  sessionRoute('credentials', (body) => {
    const { link, session, given } = readStep(body);
    const bank = findAllowedBank(link, given.institution_id);
    const login = logIn(text(given.username), text(given.password));
    const started: Session = { ...session, institutionId: bank.id, challenge: null };
    if (login.kind === 'error') {
      store.save('session', session.id, started);
      if (login.code === 'INVALID_CREDENTIALS') countBadLogin(link);
      throw loginError(login.code);
    }
    if (login.kind === 'in') return completeLogin(link, started, login.person.username);
    const challenge = { ...login.challenge, round: 0 };
    store.save('session', session.id, { ...started, username: login.person.username, challenge });
    return { step: 'mfa', mfa: mfaPrompt(challenge) };
  });

  sessionRoute('mfa', (body) => {
    const { link, session, given } = readStep(body);
    const { challenge, username } = session;
    if (!challenge || !username) throw loginError('INVALID_MFA');
    const prompts = challenge.rounds[challenge.round] ?? [];
    const answers = strings(given.answers).map((answer) => answer.trim().toLowerCase());
    if (prompts.some(({ answer }, position) => answers[position] !== answer.toLowerCase())) {
      countBadLogin(link);
      throw loginError('INVALID_MFA');
    }
    const next = { ...challenge, round: challenge.round + 1 };
    if (next.round >= challenge.rounds.length) return completeLogin(link, session, username);
    store.save('session', session.id, { ...session, challenge: next });
    return { step: 'mfa', mfa: mfaPrompt(next) };
  });

  sessionRoute('finish', (body) => {
    const { link, session, given } = readStep(body);
    const wanted = strings(given.account_ids);
    const accounts = (session.accounts ?? []).filter(({ id }) => wanted.includes(id));
    if (!session.username || !session.institutionId || accounts.length === 0)
      throw missingFields(['account_ids']);
    return completeLink(link, session, {
      username: session.username,
      institutionId: session.institutionId,
      accounts,
    });
  });

  sessionRoute('oauth', (body) => {
    const { link, session, given } = readStep(body);
    const bank = findAllowedBank(link, given.institution_id);
    const state: OAuth = {
      id: uuid(),
      linkToken: link.token,
      sessionId: session.id,
      institutionId: bank.id,
      status: 'pending',
      username: null,
      accounts: [],
    };
    store.save('oauth', state.id, state);
    store.save('session', session.id, { ...session, institutionId: bank.id });
    return { step: 'leave', url: `/plaid/oauth/login?state=${state.id}` };
  });

  sessionRoute('exit', (body) => {
    const given = fields(body);
    const session = store.find('session', text(given.link_session_id));
    const link = session && store.find('link', session.linkToken);
    if (!session || !link || link.token !== text(given.link_token) || session.finishedAt) return {};
    const code = text(given.error_code);
    const ended: Session = {
      ...session,
      finishedAt: now(),
      exit: { error: code ? loginError(code).body() : null, status: text(given.status) || null },
    };
    store.save('session', session.id, ended);
    sendSessionFinished(link, ended, 'EXITED', []);
    return {};
  });
}
