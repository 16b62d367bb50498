// Assembles the sandbox: stand-ins for every vendor the product calls, and a console that shows what they received.
import { setMaxListeners } from 'node:events';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { leadRoutes } from './console/leads.ts';
import { consolePage } from './console/page.ts';
import { consoleRoutes } from './console/routes.ts';
import { type ContextOptions, createContext } from './context.ts';
import { serveStyle } from './pages.ts';
import { notFound, Refused } from './requests.ts';
import { coreEventRoutes } from './vendors/core/events.ts';
import { type MailOptions, mailServer } from './vendors/mail/mail.ts';
import { findVendors, mount } from './vendors.ts';

const vendors = await findVendors();

export type SandboxOptions = ContextOptions &
  MailOptions & {
    /** The folder of the product's ACH files, for the bank that returns entries. */
    achDir?: string;
  };

export type Sandbox = ReturnType<typeof buildSandbox>;

const host = '127.0.0.1';

const neverCompiled = () => () => {
  throw new Error('Routes have no JSON schemas.');
};

export function buildSandbox(options: SandboxOptions = {}) {
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const vendorNames = [...vendors.map(({ name }) => name), 'mail'];
  const context = createContext(options, vendorNames, closing.signal);
  const { tls, achDir, productUrl = 'http://localhost:3000' } = options;
  const app = fastify({
    forceCloseConnections: true,
    bodyLimit: 10 * 1024 * 1024,
    exposeHeadRoutes: false,
    // By default, Fastify loads Ajv at each start.
    schemaController: { compilersFactory: { buildValidator: neverCompiled, buildSerializer: neverCompiled } },
    ...(tls ? { https: { key: tls.key, cert: tls.certificate } } : {}),
  }) as FastifyInstance;
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))));
    },
  );
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof Refused)) throw error;
    return reply.code(error.status).send(error.body);
  });
  app.get('/healthz', async () => ({ ok: true }));
  for (const vendor of vendors) mount(app, vendor, context);
  app.register(
    async (scope) => {
      consoleRoutes(scope, context, { productUrl, vendors, achDir });
      leadRoutes(scope, context, productUrl);
      coreEventRoutes(scope, context, productUrl);
    },
    { prefix: '/console/api' },
  );
  app.setNotFoundHandler(async () => {
    throw notFound;
  });

  serveStyle(app);
  consolePage(app, productUrl);

  const mail = mailServer(context, options);
  let mailOpen = false;

  return {
    app,
    credentials: context.credentials,
    /** All that the vendors have stored. */
    db: context.db,
    /** Port 0 picks any free port. */
    listen: async ({ port = 0, smtpPort = 0 } = {}) => {
      await app.listen({ port, host });
      await new Promise<void>((resolve, reject) => {
        mail.server.once('error', reject);
        mail.listen(smtpPort, host, () => resolve());
      });
      mailOpen = true;
      const bound = (app.server.address() as AddressInfo).port;
      return {
        url: `${tls ? 'https' : 'http'}://localhost:${bound}`,
        port: bound,
        smtpPort: (mail.server.address() as AddressInfo).port,
      };
    },
    close: async () => {
      closing.abort();
      await app.close();
      if (mailOpen) await new Promise<void>((resolve) => mail.close(() => resolve()));
      context.db.close();
    },
  };
}
