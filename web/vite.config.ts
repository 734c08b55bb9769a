import { defineConfig } from 'vite';
import { commit } from '../scripts/lib/commit.mjs';

export default defineConfig({
  // What the page was built from, for links and reports.
  define: { __COMMIT__: JSON.stringify(commit()) },
  build: {
    target: 'es2022',
    // Nothing is inlined: the content security policy allows scripts and styles from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  worker: { format: 'es' },
});
