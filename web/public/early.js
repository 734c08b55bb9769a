// Runs first: starts the compiler's worker, which gets its module by itself, on a thread of its own, while the page's code is read.
{
  const { worker, module, kernel } = document.currentScript.dataset;
  const early = { worker: new Worker(worker, { type: 'module', name: 'compiler' }) };
  // It may have the module before anybody listens.
  early.worker.onmessage = ({ data }) => Object.assign(early, data);
  early.worker.onerror = () => (globalThis.earlyCompiler = null);
  early.worker.postMessage({ address: module, kernel });
  globalThis.earlyCompiler = early;
}
