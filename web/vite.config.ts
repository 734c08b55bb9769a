import { defineConfig } from 'vite';

export default defineConfig({
  build: {
    target: 'es2022',
    // Nothing is inlined: the content security policy allows scripts and styles from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  worker: { format: 'es' },
});
