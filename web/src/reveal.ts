// Scrolls a list to one of its items.

/** The way from a span to where it is within another. */
const past = (from: number, to: number, first: number, last: number): number => (from < first ? from - first : Math.max(0, to - last));

/**
 * Scrolls `list`, and nothing else, until `item` is seen. `scrollIntoView` would make the browser begin at the item where
 * one goes through the page by Tab.
 */
export function reveal(list: Element | null, item: Element | null | undefined): void {
  if (!list || !item) return;
  const [shown, own] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  list.scrollBy(past(own.left, own.right, shown.left, shown.right), past(own.top, own.bottom, shown.top, shown.bottom));
}
