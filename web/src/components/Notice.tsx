// A sentence above the page.

import { notice } from '../state';

export function NoticeBar() {
  const now = notice.value;
  if (!now) return null;
  return (
    <div class={`notice ${now.tone}`} role={now.tone === 'warning' ? 'alert' : 'status'}>
      <p>{now.text}</p>
      {now.action && (
        <button type="button" class="button small" onClick={now.action.run}>
          {now.action.label}
        </button>
      )}
      <button type="button" class="button small quiet" onClick={() => (notice.value = null)}>
        Dismiss
      </button>
    </div>
  );
}
