import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { FunctionBundle } from './functions.ts';

/**
 * What a deploy uploads: each function's folder as a ZIP file, without its layer, unless S3 has the file already. A change of one endpoint
 * uploads one of them, a change of shared code all that contain it: at most the sum.
 */

/** Bytes that a file takes in a ZIP file beside its content, twice its path left out: local header and entry of the directory. */
const HEADERS = 30 + 46;

/** Bytes of a folder as a ZIP file. */
export const zippedBytes = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(one => one.isFile())
    .map(one => join(one.parentPath, one.name))
    .reduce((sum, path) => sum + deflateRawSync(readFileSync(path)).length + HEADERS + 2 * relative(folder, path).length, 0);

/** Bytes. Measured: 701 kB for the largest endpoint, 159 MB together; and a tenth more. */
export const UPLOAD_TARGETS = {
  /** Of an endpoint without packages beside its code; half of them take less than 340 kB. */
  endpoint: 770_000,
  /** Of all functions together. A fifth of it is the fonts of the two that make documents. */
  all: 175_000_000,
};

export interface Uploaded extends Pick<FunctionBundle, 'name' | 'file' | 'packages'> {
  zipped: number;
}

export const uploadsOf = (bundles: readonly FunctionBundle[]): Uploaded[] =>
  bundles.map(({ name, file, packages, asset }) => ({ name, file, packages, zipped: zippedBytes(asset) }));

/** One sentence for each target that the uploads exceed. */
export function overUpload(uploads: readonly Uploaded[]): string[] {
  const sum = total(uploads);
  return [
    ...ofEndpoints(uploads)
      .filter(({ zipped }) => zipped > UPLOAD_TARGETS.endpoint)
      .map(({ name, zipped }) => `${name} uploads ${kB(zipped)}; the target is ${kB(UPLOAD_TARGETS.endpoint)}.`),
    ...(sum > UPLOAD_TARGETS.all ? [`All functions together upload ${kB(sum)}; the target is ${kB(UPLOAD_TARGETS.all)}.`] : []),
  ];
}

/** One line: what a change of one endpoint uploads, and what a change of shared code uploads at most. */
export function uploadSummary(uploads: readonly Uploaded[]): string {
  const sorted = ofEndpoints(uploads)
    .map(({ zipped }) => zipped)
    .sort((a, b) => a - b);
  const [median = 0, largest = 0] = [sorted[sorted.length >> 1], sorted.at(-1)];
  return `Uploads, zipped: an endpoint ${kB(median)} / ${kB(largest)} (median / maximum), all ${uploads.length} functions ${kB(total(uploads))}`;
}

/** Whether a caller of the API waits for a function: schedules, tasks and workers run in the background. */
export const isEndpoint = ({ file }: Pick<FunctionBundle, 'file'>): boolean =>
  !/^functions\/(schedules|tasks|workers)\//.test(file);

const ofEndpoints = (uploads: readonly Uploaded[]): Uploaded[] =>
  uploads.filter(({ file, packages }) => packages.length === 0 && isEndpoint({ file }));

const total = (uploads: readonly Uploaded[]): number => uploads.reduce((sum, { zipped }) => sum + zipped, 0);

/** Bytes as kilobytes: `1,234 kB`. */
export const kB = (bytes: number): string => `${Math.round(bytes / 1000).toLocaleString('en')} kB`;
