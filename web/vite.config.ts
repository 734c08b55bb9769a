import { defineConfig, type Plugin } from 'vite';
import { commit, repository } from '../scripts/lib/commit.mjs';

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

/** What reads Python in the editor: its grammar, and what interprets that. It is a file by itself, which comes behind the first result. */
const GRAMMAR = /@lezer\/(?:python|lr)\/|editor\/grammar/;

/** The file that a module is in: many small files of code that come one after the other take more bytes than a few. */
function fileOf(id: string, graph: Graph): string | null {
  if (GRAMMAR.test(id)) return null;
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

/**
 * The tables of Python's grammar become a file of their own. The parser's generator writes them as strings into code; they are numbers, and
 * so data as other data of the page is, which a browser need not take as code.
 */
const tablesAsData: Plugin = {
  name: 'tables-as-data',
  apply: 'build',
  transform(code, id) {
    if (!/@lezer\/python\/dist\/index\.js$/.test(id)) return;
    const tables: { [name: string]: string } = {};
    const rest = code.replace(/^ {2}(states|stateData|goto|nodeNames|tokenData): ("(?:[^"\\]|\\.)*"),$/gm, (_, name: string, text: string) => {
      // A string of JavaScript that escapes nothing but what JSON escapes, too.
      tables[name] = JSON.parse(text);
      return `  ${name}: tables.${name},`;
    });
    if (Object.keys(tables).length !== 5) throw new Error('@lezer/python writes its tables in another way');
    const file = this.emitFile({ type: 'asset', name: 'python-tables.json', source: JSON.stringify(tables) });
    // The parser is promised then. It is not waited for here: with a module that waits, Rolldown makes a file of every part that comes later.
    const made = rest.replace(
      /^const parser = (LRParser\.deserialize\(\{[\s\S]*?^\}\));/m,
      (_, parser) => `const parser = fetch(import.meta.ROLLUP_FILE_URL_${file}).then((got) => got.json()).then((tables) => ${parser});`,
    );
    if (made === rest) throw new Error('@lezer/python makes its parser in another way');
    return { code: made, map: null };
  },
};

/** The bindings of modules of WebAssembly lose what fetches these: the page does it by itself, once for all workers. */
const fetchedByPage: Plugin = {
  name: 'fetched-by-page',
  transform: (code, id) => (/\/pkg[\w-]*\/\w+\.js$/.test(id) ? { code: code.replace('export { initSync, __wbg_init as default };', 'export { initSync };'), map: null } : null),
};

/**
 * What comes later is imported and no more. Vite would have the page ask for all that a file needs before it imports it; there is one stylesheet,
 * and a file that comes later needs none that is not there, so that this only weighs.
 */
const importsAlone: Plugin = {
  name: 'imports-alone',
  enforce: 'pre',
  load: (id) => (id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load();' : null),
};

export default defineConfig({
  plugins: [importsAlone, startCompiler, tablesAsData],
  // The commit that the page was built from, for links and reports, and where reports go.
  define: { __COMMIT__: JSON.stringify(commit()), __REPOSITORY__: JSON.stringify(repository()) },
  build: {
    target: 'es2022',
    // Nothing is inlined: the content security policy allows scripts and styles from files only.
    assetsInlineLimit: 0,
    // The page itself names what comes first; see `importsAlone` for what comes later.
    modulePreload: { polyfill: false, resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : []) },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: fileOf, debugName: 'by when it comes' }] } } },
  },
  worker: { format: 'es', plugins: () => [fetchedByPage] },
});
