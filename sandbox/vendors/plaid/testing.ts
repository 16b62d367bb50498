// Runs Link without its pages, for tests: each step in the widget is one call.

import { type Fields, fields, text } from '../../requests.ts';
import type { TestSandbox } from '../../testing.ts';

export type Visitor = {
  username?: string;
  password?: string;
  institutionId?: string;
  /** One list per round. */
  answers?: string[][];
  /** Which of the bank's accounts to share; all by default. */
  choose?: (account: { id: string; subtype: string }) => boolean;
};

class LinkRefusal extends Error {
  readonly body: Fields;
  constructor(body: Fields) {
    super(text(body.error_code));
    this.body = body;
  }
}

type Sandbox = Pick<TestSandbox, 'json'>;

export async function linkStep(sandbox: Sandbox, path: string, given: Fields): Promise<Fields> {
  const response = await sandbox.json('POST', `/plaid/link/session/${path}`, given);
  const body = fields(response.body);
  if (body.error_code !== undefined) throw new LinkRefusal(body);
  return body;
}

/** Returns the public token; throws LinkRefusal when Link would end with an error. */
export async function linkAs(
  sandbox: Sandbox,
  linkToken: string,
  {
    username = 'user_good',
    password = 'pass_good',
    institutionId: institution_id = 'ins_109508',
    answers = [],
    choose = () => true,
  }: Visitor = {},
): Promise<string> {
  const { link_session_id } = await linkStep(sandbox, 'start', { link_token: linkToken });
  const at = { link_token: linkToken, link_session_id };
  let step = await linkStep(sandbox, 'credentials', { ...at, institution_id, username, password });
  for (const round of answers) step = await linkStep(sandbox, 'mfa', { ...at, answers: round });
  const accounts = (step.accounts ?? []) as { id: string; subtype: string }[];
  const account_ids = accounts.filter(choose).map(({ id }) => id);
  const done = await linkStep(sandbox, 'finish', { ...at, account_ids });
  return text(done.public_token);
}

/** Logs in and agrees on the OAuth bank's pages; returns the URL the browser is redirected to. */
export async function agreeAtBank(sandbox: Pick<TestSandbox, 'url'>, path: string): Promise<string> {
  const state = new URL(path, sandbox.url).searchParams.get('state') ?? '';
  const send = (action: string, form: Record<string, string>) =>
    fetch(`${sandbox.url}/plaid/oauth/${action}`, {
      method: 'POST',
      body: new URLSearchParams({ state, ...form }),
      redirect: 'manual',
    });
  const page = await (await send('login', { username: 'user_good', password: 'pass_good' })).text();
  const boxes = [...page.matchAll(/type="checkbox" name="([^"]+)"/g)].map(([, name]) => [name, 'on']);
  return (await send('agree', Object.fromEntries(boxes))).headers.get('location') ?? '';
}
