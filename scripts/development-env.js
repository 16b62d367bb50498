// What the environment says in development, where the sandbox stands in for every vendor. Values that are set already win.
/** Signs in to the sandbox's e-signature service, and opens nothing else. */
const sandboxKey = `-----BEGIN PRIVATE KEY-----
MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQC3Jsk/AOd8P5V3
BUnaf1hheE0EPQ0nvD0XK7uVXUDcYe4WxaOcyUDwxzS7rTS5EQwce7EP7oJIoui/
yA8hnkPdUjDNjfeZp7RaE5PCpiSbikfSgwaltBfJQfHwYyrJrjKlcNt83v/VplSt
rLSuoYawYqYJPrTN1XbqNPlR8nkpHqaV03hq+eYihx+mk38AfZJNZYufYyjtNLx5
h41Lsfp0X5n369ofuinLvbGOzku8JvJ4nyUuLFV+ps/WAEkyfDCcSqg8GOu+ZxZj
zIWFTkD2qL6oWbgT93AkANTrBOHp/NE3o0DRGogY5sEJC1Aw+3iKhvlwO0IRYF75
QhrbnXYHAgMBAAECggEAI/UC7JIeYEfRbcEFi1aWAOjP4gWkaAkuSzbESKI6wimd
xy29HeJrE/pgEXqDT9QXdx4XmIOgY2dMX56EzfpW44Qn3atCEZIZt9eBGmVo6Xp/
+EXOD8koJFSEjcfCVj8TZWSfSsgzHPxfQouWG3TNzyJG66i6cXC3vGpzClIa1GYB
W9FiCJ/JANiRA/Hz5uzeXlZ6PGKEn8J7Kt20pE5E3B4HBfAtyjQPSWrLRGhz25A5
8VcPdGQqW1cFc6suQoePRvwnqoqSmS2ODDTAPzNHyyUwOEvF6MdlsLuaKCgTyU0k
Roj+Ypj5wOafvTS0SNnIZPo0edPuP6/mDQIlYBT57QKBgQDonMwxXFNh8IseQmLN
jkGiHdi+oo9EfsogT5BXikwXqe6UEBNeiTtGnzq9BbvSBHrmIue7VPS7spxICysO
rs0sMlc7KGAKnvUZZ/sAZ/wvQTqLNG5rOKauEsOXvlxfsdBGmlnqiU+fkESqvtxs
rnG3nhuyx846LuEGNed9klkrswKBgQDJkOocr+0bar+DMl6jM+H1toCAzl+8UG4c
/2Y7p5Ltt19xDLhTRQq2Dwh3x5AoPY4Is868hRybJl/PwTC8DqKnw6qIIe7+1V33
vFedQAebLQ8v84lJC6NmO1rEi8T40NKHDzB3w8BbK620M+j2UjKpQuC8mDO6G0J1
U5nCOEISXQKBgDbXOMDubm4pwvLIXfjucATjmoUfWD2i0s6ZU4OABH6Tvr7Dp31j
R0lYIwYLgwN5sOvvEMk2t1hFPNkzYNxeU9r2p2A4HaSDY2+w9xlaardNXpsRKnM2
8P0bSWfOJoMdLehnXYmRA+evoLDMvLUWz5KlwQv+VV2cTcskDEarqUBHAoGAKZ5+
eIXq02prOM/BsrkXwwB38CCsq9l/owUpOtATCnp+fn094hOzbnwUJ4dRQL3VAf7+
hPaHPZHi3qbpRStQcot4Prui+YNc77Y38QQzjdrz89a5VhfNGWLQDx09ApM7pR+B
xnjo0upl53uAcrvuMfzZIpfatmbChi9I5E1xdxECgYAd9/0CVhaGpML0XU/wK+12
CPhq1KpkcTQRjyGdTLn0+eA0/FmPheUw3/eJh7fBKda0CtqWN2ONsG60+Zhiofgd
vwfxeYo2PiTNex0Ojzje4sYNIFs0o8HfnFPuqrkVoLfG6n0mraK7fsngr9GNhZAF
Azye7QN5CvGeF1mN57pzBQ==
-----END PRIVATE KEY-----
`;

export function developmentEnvironment(env = process.env) {
  const sandboxPort = env.SANDBOX_PORT || '4010';
  const smtpPort = env.SANDBOX_SMTP_PORT || '4025';
  const sandbox = `http://localhost:${sandboxPort}`;
  return {
    NODE_ENV: 'development',
    PORT: '3000',
    DATA_DIR: '.data',
    SANDBOX_PORT: sandboxPort,
    SANDBOX_SMTP_PORT: smtpPort,
    LOG_LEVEL: 'warn',
    LIMIT_SCALE: '100',
    RECAPTCHA_URL: `${sandbox}/recaptcha`,
    RECAPTCHA_SCRIPT_URL: `${sandbox}/recaptcha/api.js`,
    RECAPTCHA_SITE_KEY: 'sandbox-recaptcha-site',
    RECAPTCHA_SECRET: 'sandbox-recaptcha-secret',
    SOCURE_URL: `${sandbox}/socure`,
    SOCURE_API_KEY: 'sandbox-socure-api-key',
    SOCURE_SDK_URL: `${sandbox}/socure/sdk.js`,
    SOCURE_SDK_KEY: 'sandbox-socure-sdk-key',
    SOCURE_CONFIG_URL: `${sandbox}/socure/config`,
    BUREAU_URL: `${sandbox}/bureau`,
    BUREAU_CLIENT_ID: 'sandbox-bureau-client',
    BUREAU_CLIENT_SECRET: 'sandbox-bureau-secret',
    BUREAU_USERNAME: 'sandbox-bureau-user',
    BUREAU_PASSWORD: 'sandbox-bureau-password',
    BUREAU_SUBSCRIBER_CODE: 'sandbox-2222222',
    TWILIO_URL: `${sandbox}/twilio`,
    TWILIO_ACCOUNT_SID: 'AC5a4db0c5a4db0c5a4db0c5a4db0c5a4d',
    TWILIO_AUTH_TOKEN: 'sandbox-twilio-token',
    TWILIO_VERIFY_SERVICE_SID: 'VA5a4db0c5a4db0c5a4db0c5a4db0c5a4d',
    TWILIO_FROM: '+15005550006',
    SMTP_URL: `smtp://localhost:${smtpPort}`,
    MAIL_FROM: 'Branchline <hello@branchline.example>',
    DOCUSIGN_URL: `${sandbox}/docusign`,
    DOCUSIGN_OAUTH_URL: `${sandbox}/docusign`,
    DOCUSIGN_INTEGRATION_KEY: '5a4db0c5-0000-4000-8000-000000000001',
    DOCUSIGN_USER_ID: '5a4db0c5-0000-4000-8000-000000000002',
    DOCUSIGN_ACCOUNT_ID: '5a4db0c5-0000-4000-8000-000000000003',
    DOCUSIGN_PRIVATE_KEY: sandboxKey,
    DOCUSIGN_HMAC_KEY: 'sandbox-docusign-hmac-key',
    CORE_URL: `${sandbox}/core`,
    CORE_API_KEY: 'sandbox-core-key',
    PLAID_URL: `${sandbox}/plaid`,
    PLAID_CLIENT_ID: 'sandbox-plaid-client',
    PLAID_SECRET: 'sandbox-plaid-secret',
    PLAID_LINK_SCRIPT_URL: `${sandbox}/plaid/link/v2/stable/link-initialize.js`,
    GOOGLE_PLACES_URL: `${sandbox}/google`,
    GOOGLE_MAPS_URL: `${sandbox}/google`,
    GOOGLE_MAPS_KEY: 'sandbox-google-maps-key',
    ...Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')),
  };
}
