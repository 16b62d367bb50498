// The HTML of Link's frame, which its script fills, and of the OAuth bank's pages.
const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (value: string) => value.replace(/[&<>"']/g, (character) => entities[character] ?? '');

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
<script type="module" src="/plaid/link/v2/stable/main.browser.ts"></script>
</body>
</html>`;
}

const bankPage = (title: string, { bank, logo }: { bank: string; logo: string }, content: string) =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${title} – ${bank}`)}</title>
<link rel="stylesheet" href="/plaid/oauth/bank.css">
</head>
<body>
<header><img src="${logo}" alt="" width="40" height="40"><p>${escapeHtml(bank)}</p></header>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>`;

type BankView = { bank: string; logo: string; client: string; state: string };

const alert = (message: string | undefined) =>
  message ? `<p class="alert" role="alert">${escapeHtml(message)}</p>` : '';
const stateField = (state: string) => `<input type="hidden" name="state" value="${escapeHtml(state)}">`;
const cancelForm = ({ client, state }: BankView) => `<form method="post" action="/plaid/oauth/cancel">
${stateField(state)}
<button class="quiet">Cancel and return to ${escapeHtml(client)}</button>
</form>`;

export function loginPage(view: BankView & { username?: string; error?: string }): string {
  return bankPage(
    'Log in',
    view,
    `<p>You are on your bank’s own page. ${escapeHtml(view.client)} does not see your password.</p>
${alert(view.error)}
<form method="post" action="/plaid/oauth/login">
${stateField(view.state)}
<label for="username">Username</label>
<input id="username" name="username" value="${escapeHtml(view.username ?? '')}" autocomplete="username" autocapitalize="none" spellcheck="false" required>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button>Continue</button>
</form>
${cancelForm(view)}
<p class="aside">Sandbox: user_good with pass_good</p>`,
  );
}

export function agreePage(
  view: BankView & { accounts: { id: string; name: string; mask: string }[]; error?: string },
): string {
  const boxes = view.accounts.map(
    ({ id, name, mask }) =>
      `<label class="choice"><input type="checkbox" name="${escapeHtml(id)}" value="on" checked> ${escapeHtml(name)} ••${escapeHtml(mask)}</label>`,
  );
  return bankPage(
    `Share with ${view.client}`,
    view,
    `<p>${escapeHtml(view.client)} asks, through Plaid, for your name and address, your account and routing numbers, and your transactions.</p>
${alert(view.error)}
<form method="post" action="/plaid/oauth/agree">
${stateField(view.state)}
<fieldset>
<legend>Accounts to share</legend>
${boxes.join('\n')}
</fieldset>
<button>Agree</button>
</form>
${cancelForm(view)}`,
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
<p>You already finished it, or it expired. Go back to the page that sent you here and start again.</p>
</main>
</body>
</html>`;
