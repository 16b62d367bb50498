// `npm run -s sbom`: a bill of materials (CycloneDX) of what production installs and browsers get.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import { shippedPackages } from './third-party-notices.ts';

interface Bill {
  readonly metadata: { readonly component: { readonly name: string } };
  readonly components: readonly {
    readonly name: string;
    readonly version: string;
    readonly 'bom-ref': string;
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

export function billOfMaterials(): Bill {
  const { stdout, stderr } = spawnSync(
    'npm',
    ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'],
    {
      cwd: join(import.meta.dirname, '..'),
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      shell: process.platform === 'win32',
    },
  );
  if (!stdout) throw new Error(stderr);
  const bill = JSON.parse(stdout) as Bill;
  const shipped = new Set(shippedPackages().map(({ name, version }) => `${name}@${version}`));
  const components = bill.components.filter(({ name, version }) => shipped.has(`${name}@${version}`));
  const left = new Set(
    bill.components.filter((part) => !components.includes(part)).map((part) => part['bom-ref']),
  );
  const dependencies = bill.dependencies
    .filter(({ ref }) => !left.has(ref))
    .map((entry) => ({ ...entry, dependsOn: entry.dependsOn.filter((ref) => !left.has(ref)) }));
  // npm names the folder.
  const component = { ...bill.metadata.component, name: packageJson.name };
  return { ...bill, metadata: { ...bill.metadata, component }, components, dependencies };
}

if (import.meta.main) console.log(JSON.stringify(billOfMaterials(), null, 2));
