// A remark where there is nothing to show.

import type { ComponentChildren } from 'preact';

export const Empty = ({ children }: { children: ComponentChildren }) => (
  <div class="empty">
    <p>{children}</p>
  </div>
);
