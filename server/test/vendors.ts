// What tests do at the vendors' side of a world.
import type { World } from './world.ts';

/** A token of the captcha, as a browser on that host gets it. */
export async function captchaToken(
  { sandboxUrl, config }: Pick<World, 'sandboxUrl' | 'config'>,
  hostname = 'localhost',
): Promise<string> {
  const response = await fetch(`${sandboxUrl}/recaptcha/api2/userverify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ k: config.RECAPTCHA_SITE_KEY, hostname }),
  });
  return ((await response.json()) as { token: string }).token;
}

/** Moves the vendors' clock, which only goes forward. */
export async function sandboxAhead(
  { sandboxUrl }: Pick<World, 'sandboxUrl'>,
  seconds: number,
): Promise<void> {
  await fetch(`${sandboxUrl}/console/api/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceSeconds: seconds }),
  });
}

/** How many reports of a vendor we learned of, by how. */
export async function vendorEventsOf({ product }: Pick<World, 'product'>, vendor: string) {
  const { values } = await product.services.metrics.vendorEvents.get();
  const own = values.filter(({ labels }) => labels.vendor === vendor);
  return Object.fromEntries(own.map(({ labels, value }) => [String(labels.by), value])) as Record<
    string,
    number | undefined
  >;
}
