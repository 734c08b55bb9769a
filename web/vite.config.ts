import { defineConfig, type Plugin } from 'vite';
import { commit } from '../scripts/lib/commit.mjs';

/** The part of Rolldown's graph of modules that is asked. */
interface Graph {
  getModuleInfo(id: string): { isEntry: boolean; importers: readonly string[] } | null;
}

/** Whether a module comes before the first result: whoever imports it, directly or not, is the page itself. */
function isFirst(id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  const module = graph.getModuleInfo(id);
  return module !== null && (module.isEntry || module.importers.some((one) => isFirst(one, graph, seen)));
}

/** The file that a module is in: many small files of code that come one after the other take more bytes than a few. */
function fileOf(id: string, graph: Graph): string {
  if (isFirst(id, graph)) return id.includes('node_modules') ? 'packages' : 'page';
  return 'views';
}

/** Says to `early.js`, which the page runs first, where the compiler's worker is, its module, and the kernel that it warms up with. */
const startCompiler: Plugin = {
  name: 'start-compiler',
  transformIndexHtml(_, { bundle = {} }) {
    const named = (pattern: RegExp): string | undefined => Object.keys(bundle).find((name) => pattern.test(name));
    const [worker, module, kernel] = [named(/\bworker-[^/]*\.js$/), named(/\btilewright_bg-[^/]*\.wasm$/), named(/\bgemm-[^/]*\.json$/)];
    if (!worker || !module || !kernel) return [];
    return [{ tag: 'script', attrs: { src: '/early.js', 'data-worker': `/${worker}`, 'data-module': `/${module}`, 'data-kernel': `/${kernel}` }, injectTo: 'head-prepend' }];
  },
};

export default defineConfig({
  plugins: [startCompiler],
  // The commit that the page was built from, for links and reports.
  define: { __COMMIT__: JSON.stringify(commit()) },
  build: {
    target: 'es2022',
    // Nothing is inlined: the content security policy allows scripts and styles from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: fileOf, debugName: 'by when it comes' }] } } },
  },
  worker: { format: 'es' },
});
