// The release that runs, as package.json names it: in /healthz and in traces.
import packageJson from '../../../package.json' with { type: 'json' };

export const { version } = packageJson;
