import { describe, expect, it } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import lock from '../package-lock.json' with { type: 'json' };
import { billOfMaterials } from './sbom.ts';
import { isAccepted, shippedPackages, thirdPartyNotices } from './third-party-notices.ts';

describe('third-party notices', () => {
  const shipped = shippedPackages();
  const names = new Set(shipped.map(({ name }) => name));

  it('cover every package that is installed with the product, and none for development', () => {
    for (const name of Object.keys(packageJson.dependencies)) expect(names, name).toContain(name);
    for (const name of ['vitest', '@biomejs/biome', 'knip', 'node', '@electric-sql/pglite'])
      expect(names).not.toContain(name);
  });

  it('cover what the build bundles for browsers, as the bill of materials does', () => {
    const { metadata, components: parts } = billOfMaterials();
    expect(metadata.component).toMatchObject({ name: 'branchline', type: 'application' });
    const components = parts.map(({ name, version }) => `${name}@${version}`);
    for (const name of ['react', 'react-dom', 'scheduler', 'react-router', '@tanstack/query-core'])
      expect(names, name).toContain(name);
    expect(new Set(components)).toEqual(new Set(shipped.map(({ name, version }) => `${name}@${version}`)));
  });

  it('are of packages that the lock file fixes by their content, as all but squawk’s other programs', () => {
    const free = Object.entries(lock.packages).filter(
      ([path, entry]) => path !== '' && !('integrity' in entry),
    );
    const others = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'win32-x64'];
    expect(free.map(([path]) => path)).toEqual(others.map((name) => `node_modules/@squawk-cli/${name}`));
  });

  it('hold each license’s text, and those of the fonts', () => {
    const notices = thirdPartyNotices();
    for (const { name, version, license } of shipped)
      expect(notices).toContain(`${name} ${version} (${license})`);
    for (const font of ['besley', 'source-sans-3']) expect(notices).toContain(`${font}.OFL.txt (OFL-1.1)`);
    expect(notices).toContain('Permission is hereby granted, free of charge');
  });

  it('name no license that was not reviewed', () => {
    expect(shipped.filter(({ license }) => !isAccepted(license))).toEqual([]);
  });

  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['(MIT AND Zlib)', true],
    ['MIT AND GPL-3.0-only', false],
    ['AGPL-3.0-only', false],
    ['unknown', false],
  ])('accept %s: %s', (expression, expected) => {
    expect(isAccepted(expression)).toBe(expected);
  });
});
