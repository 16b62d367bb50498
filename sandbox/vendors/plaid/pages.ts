// The pages that the vendor and the OAuth bank show: their bones; what moves in Link is its frame's script.
import { readFileSync } from 'node:fs';

const file = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
export const frameStyle = () => file('./frame.css');
export const bankStyle = () => file('./oauth-bank.css');

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (value: string) => value.replace(/[&<>"']/g, (character) => entities[character] ?? '');

export function framePage(): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Plaid Link</title>
<link rel="stylesheet" href="/plaid/link/v2/stable/link.css">
</head>
<body>
<div id="panel" class="panel" role="region" aria-label="Plaid" hidden>
<div class="bar">
<button type="button" id="back" class="quiet" hidden>Back</button>
<p class="brand"><span class="mark" aria-hidden="true"></span>Plaid</p>
<button type="button" id="exit" class="quiet">Exit</button>
</div>
<div id="pane" class="pane"></div>
<p id="status" class="unseen" role="status"></p>
</div>
<script src="/plaid/link/v2/stable/link.js"></script>
</body>
</html>`;
}

const bankPage = (title: string, { bank, logo }: { bank: string; logo: string }, content: string) =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(`${title} – ${bank}`)}</title>
<link rel="stylesheet" href="/plaid/oauth/bank.css">
</head>
<body>
<header><img src="${logo}" alt="" width="40" height="40"><p>${escaped(bank)}</p></header>
<main>
<h1>${escaped(title)}</h1>
${content}
</main>
</body>
</html>`;

type Look = { bank: string; logo: string; client: string; state: string };

const alert = (message: string | undefined) =>
  message ? `<p class="alert" role="alert">${escaped(message)}</p>` : '';
const stateField = (state: string) => `<input type="hidden" name="state" value="${escaped(state)}">`;
const cancelForm = ({ client, state }: Look) => `<form method="post" action="/plaid/oauth/cancel">
${stateField(state)}
<button class="quiet">Cancel and return to ${escaped(client)}</button>
</form>`;

export function loginPage(look: Look & { username?: string; error?: string }): string {
  return bankPage(
    'Log in',
    look,
    `<p>You are on your bank’s own page. ${escaped(look.client)} does not see your password.</p>
${alert(look.error)}
<form method="post" action="/plaid/oauth/login">
${stateField(look.state)}
<label for="username">Username</label>
<input id="username" name="username" value="${escaped(look.username ?? '')}" autocomplete="username" autocapitalize="none" spellcheck="false" required>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button>Continue</button>
</form>
${cancelForm(look)}
<p class="aside">Sandbox: user_good with pass_good</p>`,
  );
}

export function agreePage(
  look: Look & { accounts: { id: string; name: string; mask: string }[]; error?: string },
): string {
  const boxes = look.accounts.map(
    ({ id, name, mask }) =>
      `<label class="choice"><input type="checkbox" name="${escaped(id)}" value="on" checked> ${escaped(name)} ••${escaped(mask)}</label>`,
  );
  return bankPage(
    `Share with ${look.client}`,
    look,
    `<p>${escaped(look.client)} asks, through Plaid, for your name and address, your account and routing numbers, and your transactions.</p>
${alert(look.error)}
<form method="post" action="/plaid/oauth/agree">
${stateField(look.state)}
<fieldset>
<legend>Accounts to share</legend>
${boxes.join('\n')}
</fieldset>
<button>Agree</button>
</form>
${cancelForm(look)}`,
  );
}

export const endedPage = () => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>This login has ended</title>
<link rel="stylesheet" href="/plaid/oauth/bank.css">
</head>
<body>
<main>
<h1>This login has ended</h1>
<p>It was finished already, or too much time has passed. Go back to the page that sent you here and begin again.</p>
</main>
</body>
</html>`;
