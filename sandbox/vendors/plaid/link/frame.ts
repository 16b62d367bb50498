// Serves Link's script and its frame.
import type { FastifyInstance } from 'fastify';
import { elementsScript, serveBrowserScript, serveClassicScript } from '../../../browser.ts';
import { escapeHtml, sendPage } from '../../../pages.ts';
import type { Plaid } from '../items.ts';

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
