// By touch, what a mouse finds by resting on things: their titles, in a note beside the finger.

import { meaning } from './glossary';

/** Pixels between the finger and the note, and between the note and the edge. */
const [AWAY, EDGE] = [18, 8];

/** Things that act when they are touched, and say no more than that. */
const ACTS = 'button, select, input, textarea, summary, li, [role=tab]';

const note = document.createElement('div');
note.className = 'tip';
note.popover = 'manual';
note.setAttribute('role', 'status');
document.body.append(note);

/** The thing that the note is of. */
let noted: Element | null = null;
let byTouch = false;

function hide(): void {
  if (noted) note.hidePopover();
  noted = null;
}

function show(of: Element, words: string, link: string | null, { clientX, clientY }: MouseEvent): void {
  hide();
  note.replaceChildren(words);
  if (link) {
    const more = document.createElement('a');
    Object.assign(more, { href: link, target: '_blank', rel: 'noopener', textContent: 'More' });
    note.append(' ', more);
  }
  note.showPopover();
  noted = of;
  const { width, height } = note.getBoundingClientRect();
  const left = Math.max(EDGE, Math.min(clientX - width / 2, innerWidth - width - EDGE));
  const above = clientY - AWAY - height;
  note.style.left = `${left}px`;
  note.style.top = `${above >= EDGE ? above : clientY + AWAY}px`;
}

const titleOf = (at: Element): string => (at instanceof SVGElement ? [...at.children].find(({ localName }) => localName === 'title')?.textContent : at.getAttribute('title')) ?? '';

/** Shows what a thing says, if it says something and is not there to be pressed. */
function touched(event: MouseEvent): void {
  const path = event.composedPath().filter((one) => one instanceof Element);
  const link = path.find((one): one is HTMLAnchorElement => one instanceof HTMLAnchorElement);
  if (link?.matches('.term, .code')) {
    // The second touch follows it.
    if (noted === link) return;
    event.preventDefault();
    const word = link.classList.contains('term') ? link.hash.slice(1) : '';
    void Promise.resolve(word && meaning(word))
      .catch(() => '')
      .then((sentence) => show(link, sentence || link.title, link.href, event));
    return;
  }
  const first = path.find((one) => one.matches(ACTS) || titleOf(one) !== '');
  if (first && !link && !first.matches(ACTS)) show(first, titleOf(first), null, event);
}

addEventListener(
  'pointerdown',
  (event) => {
    byTouch = event.pointerType !== 'mouse';
    const [target] = event.composedPath();
    if (target instanceof Node && !note.contains(target) && !noted?.contains(target)) hide();
  },
  true,
);
addEventListener('click', (event) => byTouch && touched(event), true);
addEventListener('scroll', hide, true);
addEventListener('keydown', (event) => event.key === 'Escape' && hide(), true);
