// Loads every file of the functions in the folders that it is called with, the function itself first, and prints those that cannot be.
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

for (const folder of process.argv.slice(2)) {
  const files = (await readdir(folder)).filter(file => file.endsWith('.mjs')).sort();
  const entry = files.includes(`${basename(folder)}.mjs`) ? [`${basename(folder)}.mjs`] : [];
  for (const file of new Set([...entry, ...files])) {
    await import(pathToFileURL(join(folder, file)).href).catch(error => console.log(`${basename(folder)}/${file}: ${error}`));
  }
}
// What the code has opened, such as timers, need not end by itself.
process.exit(0);
