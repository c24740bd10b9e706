import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lock.ts';
import { runNpm } from './npm.ts';
import { reproducible } from './sbom.ts';

/** `npm run sbom`, or `npm run sbom -- <file>`: writes the packages of the lock file as CycloneDX JSON. Asks no registry. */
const file = process.argv[2] ?? 'sbom.cdx.json';
const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string };
const { stdout, stderr, failure } = await runNpm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only');
if (failure !== null || stdout === '') throw new Error(failure ?? stderr);
writeFileSync(file, reproducible(stdout, name));
console.log(`${file} lists the packages of package-lock.json.`);
