// Gives every block of code a button that copies it; what a command prints has none.
for (const frame of document.querySelectorAll('.frame:has(> pre:first-child > code:not(.language-text))')) {
  if (!navigator.clipboard) break;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(frame.querySelector('code').textContent.trimEnd());
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
  frame.append(button);
}
