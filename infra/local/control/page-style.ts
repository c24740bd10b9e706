/** What the small pages of the local runtime (mailbox, webhooks, passkeys) have in common: light and dark, without anything to load. */
export const PAGE_STYLE = `
  :root {
    color-scheme: light dark;
    --text: light-dark(#1c2733, #e4e9ee); --soft: light-dark(#55636f, #a3afba); --line: light-dark(#d5dbe1, #37424d);
    --page: light-dark(#ffffff, #12181e); --block: light-dark(#f5f7f9, #1b232b); --accent: light-dark(#0b5c8a, #7cc4f0);
    --good: light-dark(#17692f, #7ad396); --bad: light-dark(#a3231d, #ff9c94);
  }
  * { box-sizing: border-box }
  body {
    font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere;
    background: var(--page); color: var(--text);
  }
  a { color: var(--accent) } h1 { font-size: 1.4rem }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
  input, button { font: inherit; color: inherit; background: var(--block); border: 1px solid var(--soft); border-radius: 5px }
  .good { color: var(--good) } .bad { color: var(--bad) }
`;

/** In the head of each: a page without an icon of its own makes the browser ask for one. */
export const NO_ICON = '<link rel="icon" href="data:," />';
