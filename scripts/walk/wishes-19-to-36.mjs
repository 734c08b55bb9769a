// The wishes, second half: what the page was asked to do for people, and to withstand.

import { kernel } from './visitor.mjs';

const hostile = 'entry @"<img src=x onerror=alert(1)>"() {\n  "<img src=x onerror=alert(1)>"\n}\n// </script><script>alert(1)</script>\n';

/** A compiler that traps, in place of the real one. */
const trap = (v) =>
  v.page.addInitScript(() => {
    const own = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...more) {
      if (globalThis.trapping && message?.call === 'compile') {
        this.dispatchEvent(new MessageEvent('message', { data: { id: message.id, ok: false, message: 'RuntimeError: unreachable', fatal: true } }));
        return;
      }
      own.call(this, message, ...more);
    };
  });

export const MORE_WISHES = [
  {
    title: 'Gallery with sentences, and steps to go through',
    now: '23 kernels, each with what it teaches; a tour in steps with something to change and see',
    walk: async (v) => {
      await v.open();
      if (v.old) {
        await v.page.getByRole('button', { name: 'Gallery' }).click();
        await v.page
          .locator('.gallery .panel, .menu .panel')
          .first()
          .evaluate((one) => (one.scrollTop = 1000));
        return;
      }
      await v.command('take the tour');
      await v.sees('aside h2');
      await v.drawn();
    },
    part: null,
    keys: 'fault 7',
    wrong: 'fault 11',
    tests: [
      'commands: the tour shows what it says, step by step, beside the text that is there',
      'page: the gallery shows that it goes on, and each kernel has one line for its name and a sentence on what it teaches',
    ],
  },
  {
    title: 'Links',
    now: 'settings, model, view, what is chosen, two views, version and commit; old ones open with a word about it; whatever is no link is told so',
    walk: async (v) => {
      await v.open({ name: 'matmul', tab: 'schedule' });
      await v.page.getByRole('button', { name: 'Share', exact: true }).click();
      await v.page.getByLabel('The link').waitFor();
    },
    part: 'dialog[open]',
    keys: [
      'Tab to Share, Enter, Escape',
      async (v) => {
        await v.open({ name: 'matmul', tab: 'schedule' });
        await v.page.getByRole('button', { name: 'Share', exact: true }).focus();
        await v.keys('Enter');
        await v.page.getByLabel('The link').waitFor();
        await v.keys('Escape');
        await v.page.getByLabel('The link').waitFor({ state: 'hidden' });
      },
    ],
    wrong: [
      'a link that is cut',
      async (v) => {
        await v.page.goto(`${v.base}#k1.abcdefgh`);
        await v.compiled();
        await v.sees('.notice');
      },
    ],
    tests: [
      'links: a shared link opens elsewhere to the same text, settings and view',
      'links: a link from an older version opens with a word about it',
      'links: a bad link',
      'passes: a link carries what is chosen: the line, the value, what is compared, and the second view',
    ],
  },
  {
    title: 'Open, drop, save, keep',
    now: 'several files as tabs with settings and undo of their own, bytecode and PTX and loop graphs too; two tabs of the browser keep theirs apart',
    walk: async (v) => {
      await v.open({ name: 'matmul' });
      if (v.old) return;
      await v.page.getByRole('button', { name: 'New file' }).click();
      await v.write(kernel('softmax').replace('def softmax', 'def mine'));
    },
    part: '.source',
    keys: [
      'in the list of files: arrows, F2 and a name, Delete; Ctrl+S',
      async (v) => {
        await v.open({ name: 'matmul' });
        await v.page.getByRole('button', { name: 'New file' }).focus();
        await v.keys('Enter');
        await v.write('// second\n');
        await v.page.locator('.files [aria-current=true]').focus();
        await v.keys('F2', '=named.mlir', 'Enter');
        await v.sees(/named\.mlir/);
      },
    ],
    wrong: 'files that are none of these: fault 15',
    tests: [
      'files: files are begun, named, gone to and closed, each with its text, its settings and what can be undone',
      'files: files outlive a reload, and tabs of the browser keep theirs apart',
      'page: text and settings survive a reload',
    ],
  },
  {
    title: 'Copy as Markdown, report a problem',
    now: 'both in Help and the palette; a report has version, settings, messages and link, and its form is opened by a click alone',
    walk: async (v) => {
      await v.open({ name: 'matmul', tab: 'schedule' });
      if (v.old) return;
      await v.page.getByRole('button', { name: 'Help', exact: true }).click();
      await v.page.getByRole('button', { name: 'Report a problem' }).click();
      await v.sees('.notice');
    },
    part: null,
    keys: [
      'Ctrl+K, "copy as Markdown", Enter',
      async (v) => {
        await v.open({ name: 'matmul', tab: 'schedule' });
        await v.command('copy as markdown');
        await v.page.waitForFunction(() => navigator.clipboard.readText().then((text) => text.includes('128 cycles')));
      },
    ],
    wrong: [
      'a kernel with fences and markup in it',
      async (v) => {
        await v.open({ source: `${kernel('matmul')}// \`\`\` <b>\n` });
        await v.command('copy as markdown');
        await v.page.waitForFunction(() => navigator.clipboard.readText().then((text) => text.startsWith('````')));
      },
    ],
    tests: ['commands: a kernel is copied as Markdown with its verdict, and a problem with all that is needed'],
  },
  {
    title: 'A view for other pages',
    now: '`/embed.html` may be framed and keeps nothing, the page itself may not; `/?embed` leads there with its link',
    walk: async (v) => {
      await v.open({ name: 'matmul', tab: 'schedule', path: '?embed' });
      if (!v.old) await v.sees('.embed-bar');
    },
    part: null,
    keys: [
      'Tab to "Open it", and to what is shown',
      async (v) => {
        await v.open({ name: 'matmul', view: { tab: 'schedule' }, path: 'embed.html' });
        await v.tabTo(/^ *Open it/);
        await v.tabTo(/^ *Source/);
        await v.keys('Enter');
      },
    ],
    wrong: [
      'a part that there is not, and a link that is none',
      async (v) => {
        await v.open({ name: 'matmul', tab: 'schedule', path: 'embed.html?show=nonsense' });
        await v.page.goto(`${v.base}embed.html#k1.zzz`);
        await v.compiled();
        await v.sees('.notice');
      },
    ],
    tests: ['offline: a link is shown inside another page, which the page itself refuses', 'walk: a link with `?embed` is shown as other pages show it'],
  },
  {
    title: 'Without scripts',
    now: 'a sentence on why not, and the command line that does the same',
    withoutScripts: true,
    walk: async (v) => {
      await v.page.goto(v.base);
      await v.page.locator('noscript > .plain').waitFor();
    },
    size: 'phone',
    part: null,
    keys: 'it is text',
    wrong: 'there is nothing to write',
    tests: ['walk: without scripts the page says what it needs, and what does the same'],
  },
  {
    title: 'Map of keys, palette',
    now: '? and Ctrl+K, and both in Help',
    walk: async (v) => {
      await v.open({ name: 'matmul', tab: 'schedule' });
      await v.page.getByRole('tab', { name: 'Schedule' }).focus();
      await v.keys('?');
      if (!v.old) await v.sees(/^Map of keys$/);
    },
    part: null,
    keys: 'fault 25',
    wrong: 'fault 25',
    tests: ['commands: ? shows the map of keys, but not while one writes', 'commands: commands are found by some of their letters, and run by keyboard alone'],
  },
  {
    title: 'Roles, names, order, tables behind pictures',
    now: 'axe finds nothing in any view, theme or width; each drawing has its table',
    walk: async (v) => {
      await v.open({ name: 'matmul', tab: 'schedule' });
      if (v.old) await v.top('h3:has-text("Iterations in time")');
      else {
        const table = v.page.getByRole('group', { name: 'Iterations in time', exact: true }).locator('xpath=..').locator('summary');
        await table.click();
        await table.evaluate((one) => one.scrollIntoView({ block: 'start' }));
      }
    },
    keys: 'wishes 7 and 9 open tables by keyboard',
    wrong: 'there is nothing to write',
    tests: ["accessibility: nothing is in anyone's way", 'accessibility: nothing is in the way of a schedule'],
  },
  {
    title: 'Light and dark, reduced motion',
    now: 'both with the contrast of AA; motion only where it is not asked to be less',
    dark: true,
    walk: async (v) => v.open({ name: 'matmul', tab: 'schedule' }),
    part: null,
    keys: [
      'Tab to the button of the theme, Enter',
      async (v) => {
        await v.open({ name: 'matmul', tab: 'schedule' });
        await v.page.getByRole('button', { name: /^Theme/ }).focus();
        await v.keys('Enter');
        await v.page.waitForFunction(() => document.documentElement.dataset.theme === 'light');
      },
    ],
    wrong: 'there is nothing to write',
    tests: ['accessibility: nothing is in the way of a schedule', 'page: the theme follows the system until it is chosen', 'tiles: time plays to the end: motion'],
  },
  {
    title: 'Reading a link on a phone',
    now: 'it opens on what it names, one pane at a time, and nothing scrolls the page sideways; what a mouse finds by resting is found by a tap',
    walk: async (v) => v.open({ name: 'gemm_dynamic', tab: 'schedule' }),
    before: async (v) => {
      await v.open({ name: 'gemm_dynamic', view: { tab: 'schedule' } });
    },
    size: 'phone',
    part: null,
    keys: 'a phone has none; at the width of one the keys of the others work',
    wrong: 'links that are none: wish 20',
    tests: [
      'links: on a phone a link to a view shows that view',
      'page: a narrow screen shows one pane at a time and never scrolls sideways',
      'touch: a bar of the drawings is chosen by a tap, and says what it is',
    ],
  },
  {
    title: 'Offline, and word of a newer version',
    now: 'after the first visit all of it works without a network, running too; a newer version waits until it is asked for',
    offline: true,
    walk: async (v) => {
      await v.open({ name: 'matmul' });
      if (!v.old) await v.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await v.page.waitForTimeout(1500);
      await v.page.context().setOffline(true);
      await v.page.reload().catch(() => undefined);
      if (v.old) return;
      await v.compiled();
      await v.tab('Run');
      await v.page.waitForTimeout(800);
      await v.page.getByRole('button', { name: 'Run', exact: true }).click();
      await v.page.locator('.run-verdict').waitFor();
    },
    part: null,
    complains: true,
    keys: 'it is as with a network',
    wrong: 'to be without a network is what goes wrong',
    tests: ['offline: after the first visit the page works without a network: compiling, Python, and running', 'offline: a newer version waits until it is asked for, and the text stays'],
  },
  {
    title: 'That nothing leaves the machine',
    now: 'in the sentence below the bar, in Help and in the dialog of links',
    walk: async (v) => {
      await v.open();
      if (v.old) return;
      await v.page.getByRole('button', { name: 'Help', exact: true }).click();
      await v.sees(/nothing is uploaded/);
    },
    part: null,
    keys: 'Enter on Help; fault 7',
    wrong: 'there is nothing to write',
    tests: ['page: the first visit shows a kernel, compiled'],
  },
  {
    title: 'A compiler that hangs',
    now: 'it is stopped after 15 s and begun anew, the text stays; a newer edit does not wait for it',
    noPicture: 'a compiler that hangs is made by a test alone',
    walk: null,
    before: null,
    keys: 'by the test: text is typed over a compiler that hangs',
    wrong: 'by the test: it is what goes wrong',
    tests: ['worker: a compile that hangs is stopped in the end', 'worker: a compile that hangs gives way to the next edit'],
  },
  {
    title: 'Traps as a report',
    now: 'a crash is owned up to, whole; "Report" copies all that is needed, "Try again" does so',
    walk: async (v) => {
      await trap(v);
      await v.open({ name: 'vadd' });
      await v.page.evaluate(() => (globalThis.trapping = true));
      await v.write(`${kernel('vadd')}// more\n`);
      await v.page.waitForTimeout(500);
      if (!v.old) await v.sees(/This is our bug, not yours/);
    },
    part: null,
    keys: [
      'Tab to "Try again", Enter: it compiles',
      async (v) => {
        await trap(v);
        await v.open({ name: 'vadd' });
        await v.page.evaluate(() => (globalThis.trapping = true));
        await v.write(`${kernel('vadd')}// more\n`);
        await v.sees(/This is our bug, not yours/);
        await v.page.evaluate(() => (globalThis.trapping = false));
        await v.page.locator('h1').click();
        await v.tabTo(/^ *Try again/);
        await v.keys('Enter');
        await v.sees('.status.good');
      },
    ],
    wrong: 'it is what goes wrong',
    tests: ['worker: a crash is owned up to, and the next edit is compiled'],
  },
  {
    title: 'Flat memory',
    now: 'of the page and of its modules, edit after edit',
    noPicture: 'it is of numbers: the test counts nodes, listeners, the heap and the memories of the modules over a thousand edits',
    walk: null,
    before: null,
    keys: 'by the test: it types',
    wrong: 'by the test',
    tests: ['memory: edit after edit, neither the page nor the compiler grows'],
  },
  {
    title: 'Hostile input',
    now: 'text is never markup, depth is refused in words, sizes that are too large are too',
    walk: async (v) => {
      await v.page.goto(v.base);
      await v.compiled();
      await v.write(hostile);
      await v.page.waitForTimeout(500);
      if (await v.page.locator('img[src=x]').count()) throw new Error('text became markup');
    },
    part: '.source',
    keys: 'it is typed',
    wrong: 'it is a wrong input itself; fault 13 is another',
    tests: ['page: kernel text is never taken for markup', 'links: types nested 20 000 deep are refused in words'],
  },
  {
    title: 'Content security policy',
    now: 'as strict as it was; a breach fails any test, since the console has to be clean, and this walk',
    noPicture: 'a policy is not seen',
    walk: async (v) => {
      const answer = await v.page.goto(v.base);
      if (!/default-src 'none'/.test(answer.headers()['content-security-policy'])) throw new Error('no policy');
      await v.compiled();
    },
    before: null,
    keys: 'it is not seen',
    wrong: 'markup in a kernel: the wish before',
    tests: ['page: kernel text is never taken for markup'],
  },
  {
    title: 'Budgets',
    now: 'sizes are weighed by the tests and kept in scripts/data/sizes.csv; no timer stands between a key and its verdict, and `npm run bench` measures it',
    noPicture: 'it is of numbers',
    walk: async (v) => v.open({ name: 'gemm_dynamic', tab: 'schedule' }),
    keys: 'fault 10',
    wrong: 'fault 10',
    tests: [
      'page: no timer stands between a key and its verdict, but after a compilation that was slow',
      'worker: the first kernel is compiled ahead of time, and what was compiled is not compiled again',
    ],
  },
];
