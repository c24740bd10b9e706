import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/**
 * Reads the compiled official rule sets (Saxon's export format, SEF): every `*.sef.json` or `*.sef.json.gz` directly in `place`,
 * which is a folder or `s3://bucket/prefix`.
 *
 * @returns the parsed files by name
 * @throws Error when the place cannot be read or contains no rule set, or when a rule set cannot be parsed
 */
export async function readRuleSets(place: string): Promise<Map<string, unknown>> {
  const files = place.startsWith('s3://') ? await inBucket(place) : await inFolder(place);
  if (files.length === 0) throw new Error(`There is no compiled rule set (*.sef.json, *.sef.json.gz) in ${place}.`);
  const read = files.map(async ({ name, bytes }): Promise<[string, unknown]> => [name, parsed(name, await bytes())]);
  return new Map(await Promise.all(read));
}

interface File {
  name: string;
  bytes(): Promise<Uint8Array>;
}

const isRuleSet = (name: string): boolean => /\.sef\.json(\.gz)?$/.test(name);

function parsed(name: string, bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString());
}

async function inFolder(folder: string): Promise<File[]> {
  const found = await readdir(folder).catch((cause: unknown) => {
    throw new Error(`The folder of the compiled official rules cannot be read: ${folder}.`, { cause });
  });
  const names = found.filter(isRuleSet).sort();
  return names.map(name => ({ name, bytes: () => readFile(join(folder, name)) }));
}

async function inBucket(place: string): Promise<File[]> {
  // Only deployments that store the rules in a bucket need the S3 client.
  const { filesInBucket } = await import('./artifacts-bucket.ts');
  return filesInBucket(place, isRuleSet);
}
