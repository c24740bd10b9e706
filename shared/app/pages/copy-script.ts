/** The script of buttons that copy a text of the page: `data-copies` names its element, `data-done` is what the button says then. */
export const COPY_SCRIPT = `'use strict';
for (const button of document.querySelectorAll('button[data-copies]')) {
  if (!navigator.clipboard) continue;
  button.hidden = false;
  const label = [...button.childNodes];
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).dataset.text);
    button.textContent = button.dataset.done;
    setTimeout(() => button.replaceChildren(...label), 2000);
  });
}
`;
