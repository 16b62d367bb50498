// The device SDK: `initialize` requests a session, and `getSessionToken` returns its token for a form to submit.
(() => {
  type Settings = { sdkKey: string; configBaseUrl: string };
  let session: Promise<string> | undefined;

  async function open({ sdkKey, configBaseUrl }: Settings): Promise<string> {
    const answer = await fetch(`${configBaseUrl.replace(/\/$/, '')}/api/v1/session-window`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ sdkKey, context: 'default' }),
    });
    if (!answer.ok) throw new Error(`The device session was refused (${answer.status})`);
    const { sessionMetadata } = (await answer.json()) as { sessionMetadata: { sessionWindowToken: string } };
    return sessionMetadata.sessionWindowToken;
  }

  const sdk = {
    initialize: (settings: Settings): Promise<void> => {
      session = open(settings);
      return session.then(() => undefined);
    },
    getSessionToken: (): Promise<string> =>
      session ?? Promise.reject(new Error('Call initialize before getSessionToken')),
  };
  Object.assign(window, { SocureDeviceSDK: sdk, SigmaDeviceManager: sdk });
})();
