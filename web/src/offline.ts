// The page without a network: a service worker keeps all files of one version. A newer version waits until it is asked for.

import { notice } from './state';

/** Keeps the page for later visits, and says when a newer one is there. */
export async function keepOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  // The first worker takes nothing over: only one that takes the place of another asks for the page anew.
  let controlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (controlled) location.reload();
    controlled = true;
  });
  const kept = await serviceWorker.register('/sw.js');
  const offer = (): void => {
    const { waiting } = kept;
    if (waiting && serviceWorker.controller)
      notice.value = { tone: 'info', text: 'A newer version of this page is there. Your text stays.', action: { label: 'Load it', run: () => waiting.postMessage('take over') } };
  };
  offer();
  kept.addEventListener('updatefound', () => kept.installing?.addEventListener('statechange', offer));
}
