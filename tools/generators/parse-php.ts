import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { usePhp } from '../../test/support/guides/php.ts';

/** Parses every PHP file below this folder by a real PHP (as WebAssembly), as `php -l` does. Ends with 1 at the first that it refuses. */
const php = usePhp();
const files = readdirSync('.', { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.php'));
const PARSE = `<?php
try { token_get_all(file_get_contents('php://input'), TOKEN_PARSE); } catch (ParseError $error) { echo $error->getMessage(), ' at line ', $error->getLine(); }`;
for (const file of files) {
  const refusal = await php.run(PARSE, readFileSync(join('.', file), 'utf8'));
  if (refusal === '') continue;
  console.error(`Error: ${file}: ${refusal}`);
  process.exitCode = 1;
  break;
}
console.log(`${files.length} files`);
php.stop();
