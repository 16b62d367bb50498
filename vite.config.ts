// How the browser side is built. `scripts/build.ts` runs it twice: for browsers, and once more to prerender the landing page.
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { lenderFacts } from './scripts/lender-facts.ts';

const source = join(import.meta.dirname, 'web/src');
const entry = join(source, 'main.tsx');
const landing = join(source, 'screens/prequalification/Landing.tsx');

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Tells what a module needs before it can run: everything it imports, and what that imports. */
function neededBy(start: string): (id: string, modules: Modules) => boolean {
  let needed: Set<string> | undefined;
  return (id, modules) => {
    if (!needed) {
      needed = new Set();
      const ahead = [start];
      for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
        for (const imported of modules.getModuleInfo(next)?.importedIds ?? []) {
          if (!needed.has(imported)) ahead.push(imported);
          needed.add(imported);
        }
      }
    }
    return needed.has(id);
  };
}

const neededToStart = neededBy(entry);
const neededToLand = neededBy(landing);
const ofLandingAlone = /web\/src\/(screens\/|wording\/prequalification)/;

export default defineConfig(({ isSsrBuild }) => ({
  root: 'web',
  base: '/',
  publicDir: 'public',
  plugins: [react()],
  define: { __LENDER_FACTS__: JSON.stringify(lenderFacts()) },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4', 'ios16.4'],
    outDir: '../.build/web',
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: entry,
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
        codeSplitting: isSsrBuild || {
          groups: [
            // What changes with our dependencies rather than with our screens, so that browsers keep it between releases.
            // The router is apart: the landing page does without it.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
            {
              name: 'router',
              test: /node_modules[\\/](react-router|cookie|set-cookie-parser)[\\/]/,
              priority: 3,
            },
            // Few files, so that a phone on a poor connection asks few times: what starts every page, what every form
            // needs besides, and each screen by itself.
            {
              name: (id, modules) => (id !== entry && neededToStart(id, modules) ? 'start' : null),
              debugName: 'start',
              priority: 2,
            },
            {
              name: (id, modules) =>
                id !== landing && !ofLandingAlone.test(id) && neededToLand(id, modules) ? 'forms' : null,
              debugName: 'forms',
              priority: 1,
            },
          ],
        },
      },
    },
  },
}));
