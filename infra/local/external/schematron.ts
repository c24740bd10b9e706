import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { compiledFile } from './stylesheets.ts';

/**
 * Prepares the official rules for validation. A bucket, or a folder with compiled rules (`*.sef.json`), is used unchanged.
 * In a folder with the official artefacts as published, the authority's stylesheet is compiled once.
 *
 * @returns the value for `EINVOICE_ARTIFACTS`
 * @throws Error when the folder contains neither
 */
export async function preparedRules(artifacts: string, dataDir: string): Promise<string> {
  if (artifacts.startsWith('s3://')) return artifacts;
  const folder = resolve(artifacts);
  const names = await readdir(folder, { recursive: true }).catch((error: Error) => {
    throw new Error(`EINVOICE_ARTIFACTS is not a folder that can be read: ${error.message}`);
  });
  if (names.some(name => /^[^/\\]+\.sef\.json(\.gz)?$/.test(name))) return folder;
  const stylesheet = names.find(name => /CIUS_RO.*-UBL-validation\.xslt$/.test(name));
  if (stylesheet === undefined) {
    throw new Error(`EINVOICE_ARTIFACTS (${folder}) holds no compiled rules (*.sef.json) and no CIUS-RO stylesheet (*.xslt).`);
  }
  const place = join(dataDir, 'schematron');
  await mkdir(place, { recursive: true });
  await copyFile(await compiledFile(join(folder, stylesheet)), join(place, 'cius-ro.sef.json'));
  return place;
}
