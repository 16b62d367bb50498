// The device SDK with the requests of `@socure-inc/device-risk-sdk`, which is proprietary.
type Settings = { sdkKey: string; configBaseUrl: string };
type Session = {
  configuration: { behavioral: { host: string }; network?: { host: string; flags: { enabled: boolean } } };
  sessionMetadata: { sessionWindowToken: string };
};
let token: Promise<string> | undefined;

async function post(url: string, bearer: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    credentials: 'include',
    mode: 'cors',
    headers: {
      Authorization: `Bearer ${bearer}`,
      'Content-Type': 'application/json',
      Accept: 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`Fetch request failed. Caused by: Received status code ${response.status}`);
  return response.json();
}

async function open({ sdkKey, configBaseUrl }: Settings): Promise<string> {
  const { configuration, sessionMetadata } = (await post(`${configBaseUrl}/api/v1/session-window`, sdkKey, {
    deviceMetadata: {
      sdkVersion: 'sandbox',
      platform: 'WEB',
      applicationType: 'native',
      language: navigator.language,
      webAttributes: { userAgent: navigator.userAgent, webDriver: navigator.webdriver },
    },
  })) as Session;
  const { sessionWindowToken } = sessionMetadata;
  const { behavioral, network } = configuration;
  // A host that the page's policy leaves out costs the session its signals, but not its token.
  const sent = [
    post(`${behavioral.host}/api/v1/session-data`, sessionWindowToken, {
      sessionDataIndex: 1,
      sessionData: { events: {} },
      metadata: { socureSdkVersion: 'sandbox', platform: 'WEB' },
    }),
    ...(network?.flags.enabled ? [post(`${network.host}/api/v1/capture`, sessionWindowToken)] : []),
  ];
  void Promise.allSettled(sent);
  return sessionWindowToken;
}

const SigmaDeviceManager = {
  initialize: (settings: Settings): void => {
    if (!settings.sdkKey) throw new Error('sdkKey is required to be set in the clientConfig');
    if (token) return;
    token = open(settings);
    token.catch(() => {});
  },
  getSessionToken: (): Promise<string> => token ?? Promise.reject(new Error('SDK not initialized')),
};
Object.assign(window, { SigmaDeviceManager });

export {};
