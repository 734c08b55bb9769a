// An editor lives in a shadow root: there its style sheets are adopted instead of written into the page, which the
// content security policy forbids.

/** The root for an editor inside `element`, and the element to put it in. */
export function shadowHost(element: HTMLElement): { root: ShadowRoot; parent: HTMLElement } {
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
  const parent = document.createElement('div');
  parent.style.height = '100%';
  root.replaceChildren(parent);
  return { root, parent };
}
