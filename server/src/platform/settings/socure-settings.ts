// Socure, which judges fraud and identity.
import { secret, service, setting, sources, text } from './setting.ts';

const workbench = 'RiskOS Dashboard › Developer Workbench';

export const socureSettings = {
  SOCURE_API_KEY: secret(text, 'The key of the Evaluation API', {
    onlyWorkers: true,
    found: `${workbench} › API Keys`,
    example: '0c3f…',
    neededFor: 'every decision',
  }),
  SOCURE_WORKFLOW: setting(
    text,
    'The name of the workflow that decides. Every decision but ACCEPT and REJECT means that the identity needs further checks',
    {
      found:
        'RiskOS Dashboard › Workflows › your live workflow; Socure’s templates call it consumer_onboarding',
      example: 'consumer_onboarding',
      untested: 'the first evaluation shows a mistake',
      neededFor: 'every decision',
    },
  ),
  SOCURE_WEBHOOK_TOKEN: secret(
    text.optional(),
    'The token that RiskOS shows to `/webhooks/socure` when an evaluation is complete. With it, a workflow may request an identity document (Predictive DocV) before anyone reviews the application',
    {
      found: `\`npm run keys:make\`; enter it at ${workbench} › Webhooks › Auth type “Bearer”, for the event evaluation_completed`,
      example: '…',
      untested: 'the first webhook shows a mistake, as an alert',
      neededFor: 'documents that clear a step-up without a person',
      byDefault: 'a step-up ends with a bank or a person',
    },
  ),
  SOCURE_SDK_KEY: setting(text, 'The key that the device script shows', {
    found: `${workbench} › SDK Keys`,
    example: '5a1c…',
    neededFor: 'knowing the applicant’s device',
  }),
  SOCURE_URL: service('https://riskos.socure.com', 'The Evaluation API', {
    example: 'https://riskos.sandbox.socure.com',
    neededFor: 'Socure’s own sandbox',
  }),
  SOCURE_SDK_URL: service(
    'https://sdk.dv.socure.io/latest/device-risk-sdk.js',
    'The Digital Intelligence script',
  ),
  SOCURE_CONFIG_URL: service('https://ingestion.dv.socure.io', 'Where that script opens its session', {
    found: 'Leave it out, unless Socure gave you a proxy of your own',
    neededFor: 'such a proxy',
  }),
  SOCURE_DATA_SOURCES: setting(
    sources.default('https://analytics.dv.socure.io/ https://network.dv.socure.io/'),
    'Where that script sends what the device shows. Our pages’ policy allows it',
    {
      found: 'Leave it out, unless Socure runs your account elsewhere, as in its GovCloud',
      example: 'https://analytics.dv.socure.us/ https://network.dv.socure.us/',
      neededFor: 'another region of Socure’s, and the sandbox',
    },
  ),
};
