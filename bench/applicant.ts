// An applicant over HTTP, from the form to the offers.
import { getJourney, type Journey } from '#contract/journey.ts';
import { type PrequalificationResponse, submitPrequalification } from '#contract/prequalification.ts';
import { consoleOf, eventually, form, textCode } from '../server/test/world.ts';

export type Applied = Awaited<ReturnType<typeof apply>>;

/** One applicant over HTTP: form, text code, decision, offers. Timing starts when the correct code is sent. */
export async function apply(server: string, sandboxPort: number) {
  const sent = form(1);
  const submitted = await call('POST', `${server}${submitPrequalification.path}`, sent);
  const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const { verifyOtp } = (await submitted.json()) as PrequalificationResponse;
  const vendors = consoleOf(`http://127.0.0.1:${sandboxPort}`);
  const code = { phone: sent.phone, otp: await textCode(vendors, String(sent.phone)) };
  const begun = performance.now();
  const verified = await call('POST', `${server}${verifyOtp?.verifyOtp.href}`, code, {
    cookie: cookieOf(submitted),
  });
  // An accepted code gives the browser another token.
  const cookie = cookieOf(verified);
  const { job } = (await verified.json()) as { job: { href: string } };
  await eventually(async () => {
    const response = await call('GET', `${server}${job.href}`, undefined, { cookie, prefer: 'wait=20' });
    const { status } = (await response.json()) as { status: string };
    if (status === 'FAILURE') throw new Error('A decision failed.');
    return status === 'SUCCESS' ? true : undefined;
  });
  const journey = (await (
    await call('GET', `${server}${getJourney.path}`, undefined, { cookie })
  ).json()) as Journey;
  await call('GET', `${server}${journey.links.loanRequest}`, undefined, { cookie });
  return { waited: performance.now() - begun, cookie, job: job.href };
}

async function call(method: string, url: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname} returned ${response.status}.`);
  return response;
}
