// What tests do at the vendors' side of a world.
import { sendJson, type World } from './world.ts';

export async function captchaToken(
  { sandboxUrl, config }: { sandboxUrl: string; config: Pick<World['config'], 'RECAPTCHA_SITE_KEY'> },
  hostname = 'localhost',
): Promise<string> {
  const passed = { k: config.RECAPTCHA_SITE_KEY, hostname };
  return (await sendJson<{ token: string }>(`${sandboxUrl}/recaptcha/api2/userverify`, passed)).token;
}

/** What a vendor posts, put through the product's own front door. */
export function posted(
  { browser }: Pick<World, 'browser'>,
  { url, body, headers }: { url: string; body: string; headers: Record<string, string> },
) {
  const { pathname, search } = new URL(url, 'https://product.example');
  return browser().call('POST', pathname + search, body, headers);
}

/** Moves the vendors' clock, which only goes forward. */
export const sandboxAhead = ({ sandboxUrl }: Pick<World, 'sandboxUrl'>, seconds: number) =>
  sendJson(`${sandboxUrl}/console/api/clock`, { advanceSeconds: Math.round(seconds) });

/** How many reports of a vendor we learned of, by how. */
export async function vendorEventsOf({ product }: Pick<World, 'product'>, vendor: string) {
  const { values } = await product.services.metrics.vendorEvents.get();
  const own = values.filter(({ labels }) => labels.vendor === vendor);
  return Object.fromEntries(own.map(({ labels, value }) => [String(labels.by), value])) as Record<
    string,
    number | undefined
  >;
}

/** The pulls of a person's credit file, in alphabetical order. */
export const pullsOf = async ({ console: read }: Pick<World, 'console'>, ssn: unknown) =>
  (await read<{ kind: string }[]>(`pulls?ssn=${ssn}`)).map(({ kind }) => kind).sort();

interface BranchCase {
  readonly applicationId: string;
  readonly reason: string;
  readonly callBy: string;
  readonly callBackAt?: string | null;
  readonly documents: readonly { readonly documentId: string }[];
}

export const casesOf = async ({ console: read }: Pick<World, 'console'>, id: string) =>
  (await read<BranchCase[]>('cases')).filter(({ applicationId }) => applicationId === id);

/** Sets the lender's core system: online or not, in maintenance, or back at a time. */
export const setCore = ({ sandboxUrl }: Pick<World, 'sandboxUrl'>, state: object) =>
  sendJson(`${sandboxUrl}/console/api/core`, state, { method: 'PUT' });

export const openCore = (world: Pick<World, 'sandboxUrl'>, online: boolean) => setCore(world, { online });
